"""ALiBi's slopes equal the authors' for 1 to 32 heads; its bias equals x-transformers' and, after softmax, Bloom's."""

import numpy as np
import pytest

from posenc.encodings.alibi import alibi_bias, alibi_slopes
from posenc.encodings.causal import causal_mask
from posenc.encodings.positions import offsets
from posenc.encodings.softmax import softmax

SQUARE = offsets(np.arange(5), np.arange(5))
MASK = causal_mask(np.arange(5), np.arange(5))


@pytest.mark.parametrize("n_heads", range(1, 33))
def test_slopes(golden, n_heads):
    authors = golden("alibi")["alibi.slopes.original"].values[str(n_heads)]
    np.testing.assert_allclose(alibi_slopes(n_heads), authors, rtol=1e-14)  # theirs multiply up a ratio


@pytest.mark.parametrize("library", ["bloom", "mpt"])
def test_slopes_of_twelve_heads(golden, library):
    golden("alibi")[f"alibi.slopes.{library}.h12"].matches(alibi_slopes(12), ulps=1)


def test_bias(golden):
    entry = golden("alibi")["alibi.bias.symmetric.h4_n5"]
    entry.matches(alibi_bias(alibi_slopes(4).astype(np.float32), SQUARE), ulps=0)


def test_bias_under_the_causal_mask(golden):
    bias = np.where(MASK, alibi_bias(alibi_slopes(4), SQUARE), -np.inf)
    golden("alibi")["alibi.bias.causal.h4_n5"].matches(bias, ulps=0)


def test_weights_under_the_causal_mask(golden):
    bias = np.where(MASK, alibi_bias(alibi_slopes(4), SQUARE), -np.inf)
    golden("alibi")["alibi.weights.causal_zero_scores.h4_n5"].matches(softmax(bias))


def test_the_row_form_gives_the_same_weights_under_the_causal_mask_only(golden):
    row, bias = golden("alibi")["alibi.bias.bloom_row.h4_n5"].values, alibi_bias(alibi_slopes(4), SQUARE)
    masked = [softmax(np.where(MASK, form, -np.inf)) for form in (row, bias)]
    np.testing.assert_allclose(*masked, rtol=1e-6)
    assert np.abs(softmax(row + np.zeros((5, 1))) - softmax(bias)).max() > 0.1
