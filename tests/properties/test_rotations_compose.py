"""Turning by p, then by r, is turning by p + r; turning back by −p undoes it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.rotary import rotary_frequencies, rotate

POSITIONS = st.integers(-1000, 1000)


@pytest.mark.parametrize("layout", ["interleaved", "half_split"])
@given(seed=st.integers(0, 2**32 - 1), p=POSITIONS, r=POSITIONS)
def test_sum_of_positions(layout, seed, p, r):
    x, frequencies = np.random.default_rng(seed).standard_normal((1, 12)), rotary_frequencies(12)
    twice = rotate(rotate(x, [p], frequencies, layout=layout), [r], frequencies, layout=layout)
    np.testing.assert_allclose(twice, rotate(x, [p + r], frequencies, layout=layout), rtol=0, atol=1e-11)
    np.testing.assert_array_equal(rotate(x, [0], frequencies, layout=layout), x)
