"""Rounding to short formats: NumPy's own two, and bfloat16 against the list of all numbers that it holds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.precision import FORMATS, round_to

# Every finite bfloat16 from 0 up, in order: the float32 numbers whose lower 16 bits are 0.
BFLOAT16 = (np.arange(0x7F80, dtype=np.uint32) << 16).view(np.float32).astype(np.float64)


def nearest_bfloat16(x):
    """By search, without bits: the nearer of the two neighbours; of two as near, the one of even number."""
    above = int(np.searchsorted(BFLOAT16, abs(x)))
    below = max(above - 1, 0)
    gaps = abs(x) - BFLOAT16[below], BFLOAT16[above] - abs(x)
    index = above if gaps[1] < gaps[0] or (gaps[0] == gaps[1] and above % 2 == 0) else below
    return np.copysign(BFLOAT16[index], x)


@given(st.floats(width=32, min_value=-(2.0**100), max_value=2.0**100))
def test_bfloat16_is_the_nearest_of_all(x):
    assert round_to(x, "bfloat16") == nearest_bfloat16(x)


@given(st.integers(0, 2**9), st.integers(-20, 20))
def test_bfloat16_halfway_goes_to_even(whole, exponent):
    x = (whole + 0.5) * 2.0**exponent
    assert round_to(x, "bfloat16") == nearest_bfloat16(x)


@given(st.floats(width=32, allow_nan=False))
@pytest.mark.parametrize("name", FORMATS)
def test_rounding_twice_is_rounding_once(name, x):
    once = round_to(x, name)
    np.testing.assert_array_equal(round_to(once, name), once)
    assert np.signbit(once) == np.signbit(x)


@pytest.mark.parametrize("name", ["float16", "float32"])
def test_numpys_own_formats(name):
    x = np.random.default_rng(0).normal(scale=1000, size=1000)
    np.testing.assert_array_equal(round_to(x, name), x.astype(name))


@pytest.mark.parametrize("name", FORMATS)
def test_infinities_and_nan_stay(name):
    np.testing.assert_array_equal(round_to([np.inf, -np.inf, np.nan, 0.0], name), [np.inf, -np.inf, np.nan, 0.0])


def test_any_nan_stays_nan():
    """Some are all ones, and a carry would run over into 0 or an infinity."""
    strange = np.array([0x7FFFFFFF, 0xFFFFFFFF, 0x7F800001, 0xFF800001], dtype=np.uint32).view(np.float32)
    assert np.isnan(round_to(strange, "bfloat16")).all()


def test_beyond_the_largest_number_lies_infinity():
    assert round_to(65504.0, "float16") == 65504
    assert round_to(65520.0, "float16") == np.inf
    assert round_to(np.finfo(np.float32).max, "bfloat16") == np.inf
    assert round_to(BFLOAT16[-1], "bfloat16") == BFLOAT16[-1]


def test_positions_in_bfloat16():
    """Beyond 256 there is no odd position any more: of 0 to 1024, 513 are left."""
    positions = round_to(np.arange(1025), "bfloat16")
    np.testing.assert_array_equal(positions[:257], np.arange(257))
    assert len(np.unique(positions)) == 257 + 128 + 128


def test_bad_input():
    with pytest.raises(ValueError, match=r"name must be 'float16' or 'bfloat16' or 'float32', not 'int8'"):
        round_to(1.0, "int8")
    with pytest.raises(TypeError, match="x must hold real numbers"):
        round_to([1j], "float32")
