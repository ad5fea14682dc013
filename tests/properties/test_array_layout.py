"""Neither the memory layout of the arrays nor earlier calls change a result, and no input is written to."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.schemes import SCHEMES


def layouts(array):
    """The same numbers in other memory: column-major, every second of a wider array, reversed twice, read-only."""
    wide = np.repeat(array, 2, axis=-1)
    locked = array.copy()
    locked.flags.writeable = False
    return [np.asfortranarray(array), wide[..., ::2], array[..., ::-1].copy()[..., ::-1], locked]


@pytest.mark.parametrize("name", SCHEMES)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 6))
def test_memory_layout(attend, tokens, name, seed, n):
    x, where = tokens(seed, 2, n), np.stack([np.arange(n), 7 + np.arange(n)])
    expected = attend(name, x, where)
    for other_x, other_where in zip(layouts(x), layouts(where), strict=True):
        np.testing.assert_allclose(attend(name, other_x, other_where), expected, atol=1e-13)


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.uint8, np.uint64])
def test_integer_type_of_positions(attend, tokens, name, dtype):
    x, where = tokens(0, 4), np.array([9, 0, 63, 5])
    np.testing.assert_array_equal(attend(name, x, where.astype(dtype)), attend(name, x, where))


@pytest.mark.parametrize("name", SCHEMES)
@given(seed=st.integers(0, 2**32 - 1), others=st.lists(st.integers(1, 9), max_size=4))
def test_earlier_calls(attend, tokens, name, seed, others):
    """Other lengths, positions and precisions in between leave no trace."""
    x, where = tokens(seed, 5), np.arange(5)
    kept = x.copy(), where.copy()
    first = attend(name, x, where)
    for n in others:
        attend(name, tokens(seed + n, n).astype(np.float32), n + np.arange(n))
    np.testing.assert_array_equal(attend(name, x, where), first)
    np.testing.assert_array_equal(x, kept[0])
    np.testing.assert_array_equal(where, kept[1])
