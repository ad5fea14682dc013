"""Interleaved and half-split are one scheme up to a channel permutation: permute, then rotate, or the other way."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.grid import rotate_2d
from posenc.encodings.rotary import rotary_frequencies, rotate, to_half_split, to_interleaved

SEEDS = st.integers(0, 2**32 - 1)


@given(seed=SEEDS, half=st.integers(1, 20), factor=st.floats(0.5, 2))
def test_in_one_dimension(seed, half, factor):
    rng = np.random.default_rng(seed)
    x, positions, frequencies = rng.standard_normal((2, 4, 2 * half)), rng.integers(-99, 99, 4), rng.random(half)
    one = rotate(to_half_split(x), positions, frequencies, layout="half_split", factor=factor)
    other = rotate(x, positions, frequencies, layout="interleaved", factor=factor)
    np.testing.assert_allclose(one, to_half_split(other), rtol=0, atol=1e-14)
    np.testing.assert_allclose(to_interleaved(one), other, rtol=0, atol=1e-14)


@given(seed=SEEDS, quarter=st.integers(1, 10))
def test_on_a_grid(seed, quarter):
    rng = np.random.default_rng(seed)
    x, cells, frequencies = rng.standard_normal((4, 4 * quarter)), rng.integers(-99, 99, (4, 2)), rng.random(quarter)
    one = rotate_2d(to_half_split(x), cells, frequencies, layout="half_split")
    other = rotate_2d(x, cells, frequencies, layout="interleaved")
    np.testing.assert_allclose(one, to_half_split(other), rtol=0, atol=1e-14)


@given(seed=SEEDS, half=st.integers(1, 20))
def test_the_permutations_are_inverse(seed, half):
    x = np.random.default_rng(seed).standard_normal((3, 2 * half))
    np.testing.assert_array_equal(to_interleaved(to_half_split(x)), x)
    np.testing.assert_array_equal(to_half_split(to_interleaved(x)), x)


@given(seed=SEEDS, half=st.integers(2, 8))
def test_converted_weights_give_the_same_scores(seed, half):
    """Permute the columns of W_Q and W_K: the conversion between released checkpoints."""
    rng = np.random.default_rng(seed)
    x, w_q, w_k = rng.standard_normal((5, 6)), *rng.standard_normal((2, 6, 2 * half))
    frequencies, scores = rotary_frequencies(2 * half), []
    for layout, convert in (("interleaved", np.asarray), ("half_split", to_half_split)):
        q, k = (rotate(x @ convert(w), np.arange(5), frequencies, layout=layout) for w in (w_q, w_k))
        scores.append(q @ k.T)
    np.testing.assert_allclose(*scores, rtol=0, atol=1e-12)
