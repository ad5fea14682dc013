"""Interpolating a learned table keeps its ends, its linear parts and its range."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.learned import interpolate

ROWS = st.integers(1, 12)


@given(old=ROWS, n=st.integers(1, 40), seed=st.integers(0, 2**32 - 1))
def test_against_numpys_interp(old, n, seed):
    table = np.random.default_rng(seed).normal(size=(old, 3))
    at = np.linspace(0, old - 1, n)
    expected = np.stack([np.interp(at, np.arange(old), column) for column in table.T], axis=-1)
    got = interpolate(table, n)
    np.testing.assert_allclose(got, expected, atol=1e-12)
    np.testing.assert_array_equal(got[0], table[0])
    if n > 1:
        np.testing.assert_array_equal(got[-1], table[-1])


@given(old=st.integers(2, 12), n=st.integers(2, 40))
def test_a_straight_line_stays_straight(old, n):
    line = np.linspace(-1, 1, old)[:, None]
    np.testing.assert_allclose(interpolate(line, n), np.linspace(-1, 1, n)[:, None], atol=1e-14)


@given(old=ROWS, times=st.integers(1, 6), seed=st.integers(0, 2**32 - 1))
def test_old_rows_survive_a_whole_refinement(old, times, seed):
    table = np.random.default_rng(seed).normal(size=(old, 2))
    finer = interpolate(table, (old - 1) * times + 1)
    np.testing.assert_allclose(finer[::times], table, atol=1e-13)
