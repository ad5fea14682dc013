"""The references of lesson 04 compute what the library computes, over far more inputs than their cases."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings import attention, rotary, scaling
from posenc.exercises import EXERCISES

SEEDS = st.integers(0, 2**32 - 1)
PAIRS = st.integers(1, 64)
BASES = st.sampled_from([500.0, 10_000.0, 500_000.0])
FACTORS = st.floats(1.0, 64.0)
LENGTHS = st.integers(64, 200_000)


def reference(name):
    return EXERCISES[f"rotary.{name}"].reference


@given(PAIRS, BASES)
def test_rotary_frequencies(pairs, base):
    got = reference("rotary_frequencies")(2 * pairs, base)
    np.testing.assert_allclose(got, rotary.rotary_frequencies(2 * pairs, base), rtol=1e-14)


@given(SEEDS, st.integers(1, 5), st.integers(1, 8), st.integers(0, 3))
def test_rotations(seed, n, pairs, rest):
    rng = np.random.default_rng(seed)
    x, positions = rng.normal(size=(n, 2 * pairs + rest)), rng.integers(0, 10_000, size=n)
    frequencies = rotary.rotary_frequencies(2 * pairs)
    half_split = rotary.rotate(x, positions, frequencies, layout="half_split")
    np.testing.assert_allclose(reference("rotate_half_split")(x, positions, frequencies), half_split, atol=1e-9)
    turning = x[:, : 2 * pairs]
    interleaved = rotary.rotate(turning, positions, frequencies, layout="interleaved")
    np.testing.assert_allclose(reference("rotate")(turning, positions, frequencies), interleaved, atol=1e-9)


@given(SEEDS, st.integers(1, 4), st.integers(1, 4), st.integers(1, 4))
def test_to_half_split(seed, heads, group, pairs):
    rng = np.random.default_rng(seed)
    w_q, w_k = (rng.normal(size=(3, count * 2 * pairs)) for count in (heads * group, heads))
    for got, w in zip(reference("to_half_split")(w_q, w_k, 2 * pairs), (w_q, w_k), strict=True):
        by_head = rotary.to_half_split(w.reshape(3, -1, 2 * pairs))
        np.testing.assert_array_equal(got, by_head.reshape(w.shape))


@given(PAIRS, BASES, LENGTHS)
def test_unwrapped_pairs(pairs, base, length):
    turns = rotary.turns(rotary.rotary_frequencies(2 * pairs, base), length)
    assert reference("unwrapped_pairs")(2 * pairs, base, length) == np.sum(turns < 1)


@given(PAIRS, BASES, LENGTHS, FACTORS)
def test_squeezed_positions_are_slowed_frequencies(pairs, base, trained, factor):
    plain, positions = rotary.rotary_frequencies(2 * pairs, base), np.arange(9)
    squeezed = reference("position_interpolation")(positions, trained, trained * factor)
    slowed, _ = scaling.linear(plain, factor)
    np.testing.assert_allclose(np.outer(squeezed, plain), np.outer(positions, slowed), rtol=1e-12)


@given(st.integers(2, 64), BASES, FACTORS)
def test_ntk_base(pairs, base, factor):
    got = rotary.rotary_frequencies(2 * pairs, reference("ntk_base")(2 * pairs, base, factor))
    np.testing.assert_allclose(got, scaling.ntk(2 * pairs, base, factor)[0], rtol=1e-12)


@given(st.integers(4, 64), BASES, FACTORS, LENGTHS.filter(lambda length: length <= 40_000))
def test_yarn_frequencies(pairs, base, factor, trained):
    got = reference("yarn_frequencies")(2 * pairs, base, factor, trained)
    np.testing.assert_allclose(got, scaling.yarn(2 * pairs, base, factor, trained)[0], rtol=1e-12)


@given(SEEDS, st.integers(1, 5), st.integers(1, 4))
def test_rotary_attention(seed, n, pairs):
    rng = np.random.default_rng(seed)
    x, weights = rng.normal(size=(n, 2 * pairs)), rng.normal(size=(3, 2 * pairs, 2 * pairs))
    frequencies, positions = rotary.rotary_frequencies(2 * pairs), rng.integers(0, 5000, size=n)
    q, k = (rotary.rotate(x @ w, positions, frequencies, layout="interleaved") for w in weights[:2])
    got = reference("bug_hunt")(x, *weights, positions, frequencies)
    np.testing.assert_allclose(got, attention.attention(q, k, x @ weights[2]), atol=1e-8)
