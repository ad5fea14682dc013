"""Reorder the tokens but not the positions: only without a scheme do the output rows follow.

Under ALiBi they also follow one reordering, the reversal: distances do not see it.
"""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from posenc.encodings.schemes import SCHEMES
from posenc.symmetry import permute_rows


@pytest.mark.parametrize("name", SCHEMES)
@given(seed=st.integers(0, 2**32 - 1), perm=st.integers(2, 8).flatmap(lambda n: st.permutations(range(n))))
def test_rows_follow_only_where_no_position_is_read(attend, tokens, name, seed, perm):
    n = len(perm)
    assume(perm != sorted(perm))
    x, positions = tokens(seed, n), np.arange(n)
    gap = np.abs(attend(name, permute_rows(x, perm), positions) - permute_rows(attend(name, x, positions), perm)).max()
    assert (gap < 1e-12) == (name == "none" or (name == "alibi" and perm == sorted(perm, reverse=True)))
