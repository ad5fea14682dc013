"""Shaw's scores and output equal an independent einsum of the paper's equations."""

import numpy as np
import pytest

from posenc.encodings.positions import offsets
from posenc.encodings.shaw import clip_offsets, shaw_output, shaw_scores
from posenc.encodings.softmax import softmax

SQUARE = offsets(np.arange(5), np.arange(5))


@pytest.fixture
def entries(golden):
    return golden("shaw")


def inputs(entries, *names):
    return [entries[f"shaw.input.{name}"].values for name in names]


def test_rows_of_the_table(entries):
    entries["shaw.index"].matches(clip_offsets(SQUARE, 2) + 2)


def test_scores(entries):
    entries["shaw.scores"].matches(shaw_scores(*inputs(entries, "q", "k", "w_k"), SQUARE))


def test_weights_and_output(entries):
    weights = softmax(shaw_scores(*inputs(entries, "q", "k", "w_k"), SQUARE))
    entries["shaw.weights"].matches(weights)
    entries["shaw.output"].matches(shaw_output(weights, *inputs(entries, "v", "w_v"), SQUARE))


def test_the_other_sign_is_the_table_reversed(entries):
    q, k, w_k = inputs(entries, "q", "k", "w_k")
    wrong = entries["shaw.scores.WRONG_sign_i_minus_j"]
    wrong.matches(shaw_scores(q, k, w_k, -SQUARE))
    wrong.matches(shaw_scores(q, k, w_k[::-1], SQUARE))
    assert np.abs(wrong.values - entries["shaw.scores"].values).max() > 0.1
