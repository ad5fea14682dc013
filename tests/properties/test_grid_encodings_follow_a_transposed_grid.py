"""Rows and columns are encoded alike: transposing the grid swaps the halves, where a code of the flat order breaks."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.grid import sincos_2d, swin_index
from posenc.encodings.positions import grid_positions
from posenc.encodings.sinusoidal import sinusoidal

SIDES = {"height": st.integers(1, 7), "width": st.integers(1, 7)}


def transposed_order(height, width):
    """The cell of the (height, width) grid behind each cell of the transposed one, row after row."""
    rows, columns = grid_positions(width, height).T[::-1]
    return rows * width + columns


@given(**SIDES, quarter=st.integers(1, 6))
def test_sincos(height, width, quarter):
    order = transposed_order(height, width)
    across = sincos_2d(width, height, 4 * quarter, order="column_first")
    np.testing.assert_array_equal(across, sincos_2d(height, width, 4 * quarter)[order])


@given(**SIDES)
def test_swin_offsets(height, width):
    """Equal offsets stay equal, different ones stay different."""
    order = transposed_order(height, width)
    there, here = swin_index(width, height).ravel(), swin_index(height, width)[np.ix_(order, order)].ravel()
    pairs = set(zip(there, here, strict=True))
    assert len(pairs) == len(set(there)) == len(set(here))


def test_the_flat_order_breaks():
    order = transposed_order(2, 3)
    flat = sinusoidal(np.arange(6), 8)
    assert np.abs(flat[order] - flat).max() > 0.5
