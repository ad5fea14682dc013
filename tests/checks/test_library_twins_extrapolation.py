"""The references of lesson 07 compute what the library and the lab compute, over far more inputs than their cases."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings import rotary
from posenc.exercises import EXERCISES
from posenc.lab import slow_pairs, window_mask
from posenc.lab.evaluation import Answers

SEEDS = st.integers(0, 2**32 - 1)
PAIRS = st.integers(1, 64)
BASES = st.sampled_from([500.0, 10_000.0, 500_000.0])
LENGTHS = st.integers(2, 200_000)


def reference(name):
    return EXERCISES[f"extrapolation.{name}"].reference


@given(SEEDS, st.integers(1, 5), st.integers(1, 4), st.integers(1, 6))
def test_accuracy_by_position(seed, sequences, bands, band):
    rng = np.random.default_rng(seed)
    correct, asked = rng.random((2, sequences, bands * band)) < 0.5
    answers = Answers(tasks=np.where(asked, 0, -1), correct=correct & asked)
    expected = answers.by_position("back", np.arange(0, bands * band + 1, band))
    share, count = reference("accuracy_by_position")(correct, asked, band)
    np.testing.assert_allclose(share, np.nan_to_num(expected))
    np.testing.assert_array_equal(count == 0, np.isnan(expected))


@given(st.integers(1, 20), st.integers(1, 20))
def test_window_mask(length, window):
    np.testing.assert_array_equal(reference("window_mask")(np.arange(length), window), window_mask(length, window))


@given(PAIRS, BASES, LENGTHS)
def test_critical_pairs(pairs, base, length):
    plain = rotary.rotary_frequencies(2 * pairs, base)
    expected = np.flatnonzero(slow_pairs(plain, length))
    np.testing.assert_array_equal(reference("critical_pairs")(2 * pairs, base, length), expected)


@given(PAIRS, BASES, LENGTHS, st.floats(1.0, 64.0))
def test_only_the_critical_pairs_are_scaled(pairs, base, length, factor):
    plain = rotary.rotary_frequencies(2 * pairs, base)
    scaled = reference("scale_slow_pairs")(plain, length, factor)
    critical = reference("critical_pairs")(2 * pairs, base, length)
    np.testing.assert_allclose(scaled[critical], plain[critical] / factor)
    np.testing.assert_array_equal(np.delete(scaled, critical), np.delete(plain, critical))


@given(st.lists(st.floats(0.25, 1.0), min_size=4, max_size=4), st.floats(0.1, 1.0))
def test_read_the_curve_of_one_seed(curve, share):
    """The definition, step by step."""
    longest = 1
    for multiple, accuracy in zip((2, 4, 8), curve[1:], strict=True):
        if accuracy - 0.25 < share * (curve[0] - 0.25):
            break
        longest = multiple
    assert reference("read_the_curve")(np.array([curve]), np.array([1, 2, 4, 8]), share, 0.25) == longest
