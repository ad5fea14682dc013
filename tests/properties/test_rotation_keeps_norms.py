"""A rotation keeps the norm of every channel pair; a factor multiplies it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.grid import rotate_2d
from posenc.encodings.rotary import rotary_frequencies, rotate

SEEDS = st.integers(0, 2**32 - 1)


def pair_norms(x, layout):
    n, d = x.shape
    return np.linalg.norm(x.reshape(n, d // 2, 2), axis=2) if layout == "interleaved" else np.linalg.norm(
        x.reshape(n, 2, d // 2), axis=1
    )  # fmt: skip


@pytest.mark.parametrize("layout", ["interleaved", "half_split"])
@given(seed=SEEDS, half=st.integers(1, 20), factor=st.floats(0.25, 4), start=st.integers(-(10**6), 10**6))
def test_in_one_dimension(layout, seed, half, factor, start):
    x = np.random.default_rng(seed).standard_normal((4, 2 * half))
    turned = rotate(x, start + np.arange(4), rotary_frequencies(2 * half), layout=layout, factor=factor)
    np.testing.assert_allclose(pair_norms(turned, layout), factor * pair_norms(x, layout), rtol=1e-13)


@pytest.mark.parametrize("layout", ["interleaved", "half_split"])
@given(seed=SEEDS, quarter=st.integers(1, 10))
def test_on_a_grid(layout, seed, quarter):
    rng = np.random.default_rng(seed)
    x, positions = rng.standard_normal((4, 4 * quarter)), rng.integers(-99, 99, (4, 2))
    turned = rotate_2d(x, positions, rotary_frequencies(2 * quarter), layout=layout)
    np.testing.assert_allclose(pair_norms(turned, layout), pair_norms(x, layout), rtol=1e-13)
