"""Pad on the left, count from the first real token, mask the padding: the real rows stay as they were."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.causal import causal_mask
from posenc.encodings.positions import positions_from_mask
from posenc.encodings.schemes import SCHEMES


@pytest.mark.parametrize("name", SCHEMES)
@given(seed=st.integers(0, 2**32 - 1), lengths=st.lists(st.integers(1, 6), min_size=1, max_size=4))
def test_real_rows_stay(attend, tokens, name, seed, lengths):
    longest = max(lengths)
    x = tokens(seed, len(lengths), longest)
    real = np.arange(longest) >= longest - np.array(lengths)[:, None]
    where = positions_from_mask(real)
    padded = attend(name, x, where, mask=causal_mask(where, where) & real[:, None, :])
    for example, length in enumerate(lengths):
        alone = np.arange(length)
        expected = attend(name, x[example, longest - length :], alone, mask=causal_mask(alone, alone))
        np.testing.assert_allclose(padded[example, longest - length :], expected, atol=1e-12)


@pytest.mark.parametrize("name", SCHEMES)
def test_counting_the_padding_too_is_harmless_only_to_relative_schemes(attend, tokens, name):
    """The padding shifts every real position by a constant."""
    x, real = tokens(0, 7), np.arange(7) >= 2
    counted = np.arange(7)
    mask = causal_mask(counted, counted) & real
    right, shifted = (attend(name, x, where, mask=mask)[2:] for where in (np.maximum(counted - 2, 0), counted))
    gap = np.abs(right - shifted).max()
    assert (gap < 1e-12) == (name not in ("sinusoidal", "learned"))
