"""The score of two rotated vectors depends on their offset only: shift both positions and it stays."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.grid import rotate_2d
from posenc.encodings.rotary import rotary_frequencies, rotate

SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("layout", ["interleaved", "half_split"])
@given(seed=SEEDS, shift=st.one_of(st.integers(-5000, 5000), st.floats(-5000, 5000)))
def test_in_one_dimension(layout, seed, shift):
    rng = np.random.default_rng(seed)
    q, k = rng.standard_normal((2, 3, 5, 16))
    q_positions, k_positions = rng.integers(-100, 100, (2, 5))

    def scores(by):
        turned_q = rotate(q, q_positions + by, rotary_frequencies(16), layout=layout)
        turned_k = rotate(k, k_positions + by, rotary_frequencies(16), layout=layout)
        return turned_q @ turned_k.swapaxes(-1, -2)

    np.testing.assert_allclose(scores(shift), scores(0), rtol=0, atol=1e-10)


@pytest.mark.parametrize("layout", ["interleaved", "half_split"])
@given(seed=SEEDS, down=st.integers(-500, 500), right=st.integers(-500, 500))
def test_on_a_grid(layout, seed, down, right):
    rng = np.random.default_rng(seed)
    q, k = rng.standard_normal((2, 5, 16))
    q_cells, k_cells = rng.integers(-50, 50, (2, 5, 2))

    def scores(by):
        turned = [rotate_2d(x, c + by, rotary_frequencies(8), layout=layout) for x, c in ((q, q_cells), (k, k_cells))]
        return turned[0] @ turned[1].T

    np.testing.assert_allclose(scores([down, right]), scores([0, 0]), rtol=0, atol=1e-11)


@pytest.mark.parametrize("layout", ["interleaved", "half_split"])
def test_values_must_not_be_rotated(layout):
    """Unlike a score, a rotated vector itself changes with the shift: values would carry absolute positions."""
    v = np.ones((1, 4))
    shifted, plain = (rotate(v, [p], rotary_frequencies(4), layout=layout) for p in (7, 0))
    assert np.abs(shifted - plain).max() > 0.1
