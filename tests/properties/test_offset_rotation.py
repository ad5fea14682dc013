"""One matrix moves the sinusoidal code of every position by an offset, and inner products see the offset only."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.sinusoidal import offset_rotation, sinusoidal

POSITION = st.integers(-10_000, 10_000) | st.floats(-1e4, 1e4)


@given(position=POSITION, offset=POSITION, pairs=st.integers(1, 32), base=st.floats(1, 1e6))
def test_the_code_moves_by_one_matrix(position, offset, pairs, base):
    start, moved = sinusoidal([position, position + offset], 2 * pairs, base=base)
    np.testing.assert_allclose(offset_rotation(offset, 2 * pairs, base) @ start, moved, atol=1e-10)


@given(first=POSITION, second=POSITION, offset=POSITION, pairs=st.integers(1, 32))
def test_inner_products_depend_on_the_offset(first, second, offset, pairs):
    a, b = (sinusoidal([p, p + offset], 2 * pairs) for p in (first, second))
    np.testing.assert_allclose(a[0] @ a[1], b[0] @ b[1], atol=1e-8)


@given(positions=st.lists(POSITION, min_size=1, max_size=9), pairs=st.integers(1, 32))
def test_every_code_has_the_same_norm(positions, pairs):
    np.testing.assert_allclose(np.linalg.norm(sinusoidal(positions, 2 * pairs), axis=-1), np.sqrt(pairs), rtol=1e-12)
