"""Rotations and biases leave the values alone: a token that sees only itself passes through as without a scheme."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.schemes import SCHEMES

ACT_ON_VALUES = {"sinusoidal", "learned", "shaw"}  # through the inputs, or by a value term


@pytest.mark.parametrize("name", SCHEMES)
@given(seed=st.integers(0, 2**32 - 1), position=st.integers(0, 63))
def test_a_lone_token_passes_through(attend, projections, tokens, name, seed, position):
    x = tokens(seed, 1)
    untouched = x @ projections[2] @ projections[3]
    gap = np.abs(attend(name, x, np.array([position])) - untouched).max()
    assert (gap < 1e-12) == (name not in ACT_ON_VALUES)
