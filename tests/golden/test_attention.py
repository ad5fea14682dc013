"""Masks and empty rows: where PyTorch is right the library agrees, where it is not the difference is named."""

import numpy as np
import pytest

from posenc.encodings.attention import attention, softmax
from posenc.encodings.causal import causal_mask


@pytest.fixture
def entries(golden):
    return golden("attention")


def test_causal_softmax(entries):
    entry = entries["mask.causal_softmax.3x3"]
    scores = np.array(entry.params["scores"], dtype=np.float32)
    entry.matches(softmax(np.where(causal_mask(np.arange(3), np.arange(3)), scores, -np.inf)))


def test_a_row_without_keys_is_zero_beside_rows_that_are_not(entries):
    """PyTorch's input is given by its query only, so the other rows are checked for being untouched."""
    entry = entries["mask.sdpa_fully_masked_row"]
    q = np.array(entry.params["q"], dtype=np.float32)
    mask = np.ones((4, 4), dtype=bool)
    mask[1] = False
    output, unmasked = attention(q, q, q, mask=mask), attention(q, q, q)
    np.testing.assert_array_equal(output[1], entry.values[1])
    np.testing.assert_array_equal(output[[0, 2, 3]], unmasked[[0, 2, 3]])


def test_softmax_of_nothing_is_zero_not_nan(entries):
    assert np.isnan(entries["mask.softmax_all_minus_inf"].values).all()
    np.testing.assert_array_equal(softmax(np.full(3, -np.inf)), np.zeros(3))


def test_filling_with_the_lowest_number_spreads_weight_over_masked_keys(entries):
    entry = entries["mask.softmax_all_finfo_min_plus_scores"]
    scores = np.array([1, 2, 3], dtype=np.float32)
    entry.matches(softmax(scores + np.finfo(np.float32).min))
    np.testing.assert_array_equal(softmax(np.where(False, scores, -np.inf)), np.zeros(3))


def test_one_query_against_three_cached_keys(entries):
    params = entries["mask.sdpa_is_causal_q1_k3"].params
    q, k, v = (np.array(params[name], dtype=np.float32) for name in "qkv")
    entries["mask.sdpa_q1_k3_nomask"].matches(attention(q, k, v))
    entries["mask.sdpa_q1_k3_nomask"].matches(attention(q, k, v, mask=causal_mask([2], [0, 1, 2])))
    entries["mask.sdpa_is_causal_q1_k3"].matches(attention(q, k, v, mask=causal_mask([0], [0, 1, 2])))
