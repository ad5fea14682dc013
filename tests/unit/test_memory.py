"""What a call allocates at its most: no (n, n, d) gather, no integers for every head, no scores of a long sequence."""

import tracemalloc

import numpy as np
import pytest

from posenc.encodings.alibi import alibi_bias, alibi_slopes
from posenc.encodings.attention import attention
from posenc.encodings.positions import offsets
from posenc.encodings.shaw import shaw_output, shaw_scores
from posenc.encodings.t5 import t5_bias

N, HEADS, D = 256, 32, 64
WHERE = offsets(np.arange(N), np.arange(N))
SQUARE = N * N * 8  # one int64 for each pair of tokens


def peak(call):
    """The bytes held at the worst moment, and the call's result."""
    call()  # what is loaded or cached once does not count
    tracemalloc.start()
    result = call()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most, result


@pytest.mark.parametrize(
    "bias",
    [
        lambda: alibi_bias(alibi_slopes(HEADS).astype(np.float32), WHERE),
        lambda: t5_bias(np.ones((32, HEADS), np.float32), WHERE),
    ],
    ids=["alibi", "t5"],
)
def test_a_bias_takes_its_result_and_a_few_squares(bias):
    most, result = peak(bias)
    assert result.nbytes == HEADS * SQUARE / 2
    assert most < result.nbytes + 3 * SQUARE


def test_shaw_takes_a_few_squares_and_no_vector_for_each_pair():
    q, k, v = np.ones((3, N, D), np.float32)
    table, weights = np.ones((33, D), np.float32), np.ones((N, N), np.float32)
    for call in (lambda: shaw_scores(q, k, table, WHERE), lambda: shaw_output(weights, v, table, WHERE)):
        most, _ = peak(call)
        assert most < 4 * SQUARE < N * N * D * 4 / 4


def test_attention_over_a_long_sequence_holds_a_few_pieces_of_its_scores():
    q, k, v = np.ones((3, 2, 2048, 4), np.float32)
    most, _ = peak(lambda: attention(q, k, v))
    assert most < 6 * 2**20 < 2 * 2048**2 * 4 / 5
