"""Reorder the tokens together with their positions: under every scheme the output rows follow."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.schemes import SCHEMES
from posenc.symmetry import permute_rows


@pytest.mark.parametrize("name", SCHEMES)
@given(
    seed=st.integers(0, 2**32 - 1),
    positions=st.lists(st.integers(0, 63), min_size=1, max_size=8),
    data=st.data(),
)
def test_rows_follow(attend, tokens, name, seed, positions, data):
    """Positions with gaps, in any order, and met twice."""
    n = len(positions)
    perm = data.draw(st.permutations(range(n)))
    x, where = tokens(seed, n), np.array(positions)
    got = attend(name, permute_rows(x, perm), where[perm])
    np.testing.assert_allclose(got, permute_rows(attend(name, x, where), perm), atol=1e-12)
