"""Finite vectors at finite positions give finite vectors of the same dtype."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from posenc.encodings.grid import rotate_2d
from posenc.encodings.rotary import rotary_frequencies, rotate

# A pair's larger channel can grow by √2, so the vectors stay a factor 2 below the largest number.
VECTORS = st.sampled_from([np.float16, np.float32, np.float64]).flatmap(
    lambda dtype: npst.arrays(
        dtype,
        (3, 9),
        elements={"min_value": float(np.finfo(dtype).min) / 2, "max_value": float(np.finfo(dtype).max) / 2},
    )
)
POSITIONS = st.one_of(
    npst.arrays(np.int64, (3, 2)),
    npst.arrays(np.float64, (3, 2), elements={"allow_nan": False, "allow_infinity": False}),
)


@pytest.mark.parametrize("layout", ["interleaved", "half_split"])
@given(x=VECTORS, positions=POSITIONS)
def test_finite_in_finite_out(layout, x, positions):
    for turned in (
        rotate(x, positions[:, 0], rotary_frequencies(8), layout=layout),
        rotate_2d(x, positions, rotary_frequencies(4), layout=layout),
    ):
        assert turned.dtype == x.dtype
        assert np.isfinite(turned).all()
