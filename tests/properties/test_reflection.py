"""Mirror every position: ALiBi without a mask notices nothing, nor does attention without a scheme."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.schemes import SCHEMES


@pytest.mark.parametrize("name", SCHEMES)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 8))
def test_mirrored_positions(attend, tokens, name, seed, n):
    x, where = tokens(seed, n), np.arange(n)
    gap = np.abs(attend(name, x, where[::-1]) - attend(name, x, where)).max()
    assert (gap < 1e-12) == (name in ("none", "alibi"))
