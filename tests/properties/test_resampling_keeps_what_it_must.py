"""The same grid changes nothing, a constant stays that constant, and sums go through."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.grid import resample_table

SEEDS, SIDES = st.integers(0, 2**32 - 1), st.tuples(st.integers(1, 9), st.integers(1, 9))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("antialias", [False, True])
@pytest.mark.parametrize("method", ["bilinear", "bicubic"])
@given(seed=SEEDS, grid=SIDES, n_prefix=st.integers(0, 2))
def test_same_grid(method, antialias, dtype, seed, grid, n_prefix):
    table = np.random.default_rng(seed).standard_normal((n_prefix + grid[0] * grid[1], 3)).astype(dtype)
    got = resample_table(table, grid, grid, n_prefix=n_prefix, method=method, antialias=antialias)
    assert got.dtype == dtype
    np.testing.assert_array_equal(got, table)


@pytest.mark.parametrize("antialias", [False, True])
@pytest.mark.parametrize("method", ["bilinear", "bicubic"])
@given(seed=SEEDS, old=SIDES, new=SIDES)
def test_constants_and_sums(method, antialias, seed, old, new):
    rng, options = np.random.default_rng(seed), {"method": method, "antialias": antialias}
    a, b = rng.standard_normal((2, old[0] * old[1], 3))
    constant = np.broadcast_to(a[0], a.shape)
    expected = np.broadcast_to(a[0], (new[0] * new[1], 3))
    np.testing.assert_allclose(resample_table(constant, old, new, **options), expected, rtol=1e-12)
    parts = resample_table(a, old, new, **options) + 2 * resample_table(b, old, new, **options)
    np.testing.assert_allclose(resample_table(a + 2 * b, old, new, **options), parts, rtol=0, atol=1e-12)
