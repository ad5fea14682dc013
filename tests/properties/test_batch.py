"""A batch is its examples, each with its own positions: no axis is taken for another."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.schemes import N_HEADS, SCHEMES


@pytest.mark.parametrize("name", SCHEMES)
@given(seed=st.integers(0, 2**32 - 1), batch=st.integers(1, 5), n=st.integers(1, 5), data=st.data())
def test_examples_are_independent(attend, tokens, name, seed, batch, n, data):
    """Batch sizes include the number of heads and of tokens, where a wrong axis would still fit."""
    row = st.lists(st.integers(0, 63), min_size=n, max_size=n)
    where = np.array(data.draw(st.lists(row, min_size=batch, max_size=batch)))
    x = tokens(seed, batch, n)
    together = attend(name, x, where)
    for example in range(batch):
        np.testing.assert_allclose(together[example], attend(name, x[example], where[example]), atol=1e-12)


@pytest.mark.parametrize("name", SCHEMES)
def test_shared_positions(attend, tokens, name):
    x, where = tokens(0, N_HEADS, 5), np.array([4, 0, 1, 9, 9])
    np.testing.assert_allclose(attend(name, x, where), attend(name, x, np.tile(where, (N_HEADS, 1))), atol=1e-13)
