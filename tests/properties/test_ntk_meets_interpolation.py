"""The NTK base leaves the fastest pair alone and gives the slowest one what position interpolation gives it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.rotary import rotary_frequencies
from posenc.encodings.scaling import linear, ntk


@given(half=st.integers(2, 128), base=st.floats(2, 1e8), factor=st.floats(1, 1000))
def test_both_ends(half, base, factor):
    frequencies, attention_factor = ntk(2 * half, base, factor)
    interpolated, _ = linear(rotary_frequencies(2 * half, base), factor)
    assert frequencies[0] == 1.0
    assert frequencies[-1] == pytest.approx(interpolated[-1], rel=1e-12)
    assert (frequencies[1:-1] >= interpolated[1:-1] * (1 - 1e-12)).all()  # between, the stretch is smaller
    assert attention_factor == 1.0


@given(half=st.integers(1, 128), base=st.floats(2, 1e8))
def test_factor_one_is_exactly_nothing(half, base):
    np.testing.assert_array_equal(ntk(2 * half, base, 1.0)[0], rotary_frequencies(2 * half, base))
