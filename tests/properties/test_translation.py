"""Shift every position by a constant: relative schemes notice nothing, absolute ones do."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.schemes import SCHEMES

ABSOLUTE = ("sinusoidal", "learned")


@pytest.mark.parametrize("name", sorted(set(SCHEMES) - set(ABSOLUTE)))
@given(
    seed=st.integers(0, 2**32 - 1),
    positions=st.lists(st.integers(-100, 100), min_size=1, max_size=8),
    shift=st.integers(-100_000, 100_000),
)
def test_relative_schemes_notice_nothing(attend, tokens, name, seed, positions, shift):
    x, where = tokens(seed, len(positions)), np.array(positions)
    np.testing.assert_allclose(attend(name, x, where + shift), attend(name, x, where), atol=1e-8)


@pytest.mark.parametrize("name", ABSOLUTE)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 8), shift=st.integers(1, 50))
def test_absolute_schemes_do(attend, tokens, name, seed, n, shift):
    x, where = tokens(seed, n), np.arange(n)
    assert np.abs(attend(name, x, where + shift) - attend(name, x, where)).max() > 1e-6


@pytest.mark.parametrize("name", sorted(set(SCHEMES) - set(ABSOLUTE)))
@pytest.mark.parametrize("shift", [2**17, 2**24 + 1])
def test_long_contexts_in_float32(attend, tokens, name, shift):
    """Angles are float64, so a float32 layer is as exact a million tokens out as at the start."""
    x, where = tokens(3, 8).astype(np.float32), np.arange(8)
    np.testing.assert_allclose(attend(name, x, where + shift), attend(name, x, where), atol=2e-6)
