"""Swin's index is a bijection between the offsets inside a window and the rows of its table."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.grid import swin_index
from posenc.encodings.positions import grid_positions

SIDES = st.integers(1, 7)


@given(height=SIDES, width=SIDES)
def test_bijection(height, width):
    index, cells = swin_index(height, width), grid_positions(height, width)
    offsets = (cells[:, None] - cells[None, :]).reshape(-1, 2)  # query minus key
    numbered = {}
    for offset, row in zip(map(tuple, offsets), index.ravel(), strict=True):
        assert numbered.setdefault(offset, row) == row
    assert sorted(numbered.values()) == list(range((2 * height - 1) * (2 * width - 1)))


@given(height=SIDES, width=SIDES)
def test_the_opposite_offset_is_the_flipped_row(height, width):
    index = swin_index(height, width)
    np.testing.assert_array_equal(index.T, (2 * height - 1) * (2 * width - 1) - 1 - index)
