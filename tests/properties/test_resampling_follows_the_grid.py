"""Mirror or transpose the grid before resampling or after: no axis and no direction is preferred."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.grid import resample_table

SIDES = st.tuples(st.integers(1, 9), st.integers(1, 9))


@pytest.mark.parametrize("antialias", [False, True])
@pytest.mark.parametrize("method", ["bilinear", "bicubic"])
@given(seed=st.integers(0, 2**32 - 1), old=SIDES, new=SIDES)
def test_symmetries(method, antialias, seed, old, new):
    image = np.random.default_rng(seed).standard_normal((*old, 2))

    def resampled(picture, height, width):
        table = picture.reshape(-1, 2)
        grids = picture.shape[:2], (height, width)
        return resample_table(table, *grids, method=method, antialias=antialias).reshape(height, width, 2)

    expected = resampled(image, *new)
    np.testing.assert_allclose(resampled(image[::-1], *new)[::-1], expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(resampled(image[:, ::-1], *new)[:, ::-1], expected, rtol=0, atol=1e-12)
    transposed = resampled(image.swapaxes(0, 1), new[1], new[0])
    np.testing.assert_allclose(transposed.swapaxes(0, 1), expected, rtol=0, atol=1e-12)
