"""Positions on a grid: rows and columns encoded each on its own, so no order of traversal is preferred."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import Array, choice, float_array, position_array, positive_int
from posenc.encodings.pairs import Layout, turn_pairs
from posenc.encodings.phasors import phasors
from posenc.encodings.positions import grid_positions
from posenc.encodings.resampling import resample_table
from posenc.encodings.rotary import check_positions, frequency_array, rotary_frequencies

__all__ = ["resample_table", "rotate_2d", "sincos_2d", "swin_index"]


def sincos_2d(
    height: int, width: int, d_model: int, *, base: float = 10000.0,
    order: Literal["row_first", "column_first"] = "row_first",
) -> NDArray[np.float64]:  # fmt: skip
    r"""Encode each cell's row in one half of the channels and its column in the other.

    .. math:: [\sin r\theta,\; \cos r\theta,\; \sin c\theta,\; \cos c\theta],
              \qquad \theta_i = \mathrm{base}^{-i/(d/4)}, \quad i = 0 \dots d/4 - 1

    `order` says which comes first: "row_first" as written, or "column_first", which is MAE's.
    It permutes channels only; cells stay in row-major order.

    Shapes: `(height * width, d_model)`, float64; cell `row * width + column`.

    Raises: ValueError if d_model is not a multiple of 4, a side is under 1, or order is unknown.

    Source: He et al. 2022, released code, `get_2d_sincos_pos_embed` ("column_first").

    >>> sincos_2d(1, 2, 4).round(3)
    array([[0.   , 1.   , 0.   , 1.   ],
           [0.   , 1.   , 0.841, 0.54 ]])
    """
    if positive_int("d_model", d_model) % 4:
        raise ValueError(f"d_model must be a multiple of 4, a sine and a cosine for each axis, not {d_model}")
    angles = grid_positions(height, width)[..., None] * rotary_frequencies(d_model // 2, base)
    axes = angles if choice("order", order, ("row_first", "column_first")) == "row_first" else angles[:, ::-1]
    return np.concatenate([np.sin(axes), np.cos(axes)], axis=-1).reshape(height * width, d_model)


def rotate_2d(x: ArrayLike, positions: ArrayLike, frequencies: ArrayLike, *, layout: Layout) -> Array:
    r"""Turn half of x's channel pairs by the row and the other half by the column: axial rotary encoding.

    .. math:: \alpha = (r\theta_0 \dots r\theta_{m-1},\; c\theta_0 \dots c\theta_{m-1})

    Pair i of the layout turns by α_i. "interleaved": channels 0 … 2m − 1 hold the row's pairs (2i, 2i + 1)
    and channels 2m … 4m − 1 the column's. "half_split": pairs are (i, i + 2m) over all 4m channels, so the
    row has channels 0 … m − 1 and 2m … 3m − 1. `to_half_split` converts between them, as in one dimension.
    Channels past 4m pass through untouched.

    Shapes: x `(..., n, d)`; positions (row, column) `(n, 2)`, or leading axes as in `rotate`; frequencies `(m,)`
    in radians a cell, shared by both axes: `rotary_frequencies(d // 2)` turns all of d; result as x, dtype kept.

    Raises: ValueError for positions that do not fit x, 4m above d, an unknown layout.

    Source: `build_rotary_pos_embed` and `apply_rot_embed` in timm 1.0.31; Heo et al. 2024, sec. 3.2.

    >>> rotate_2d([[1.0, 0.0, 1.0, 0.0]], [[0, np.pi / 2]], [1.0], layout="interleaved").round(12)
    array([[1., 0., 0., 1.]])
    """
    vectors, where = float_array("x", x, ndim=2), position_array("positions", positions)
    if where.ndim < 2 or where.shape[-1] != 2:
        raise ValueError(f"positions must have shape (..., n, 2), row and column, not {where.shape}")
    check_positions(where.shape[:-1], vectors.shape)
    z = phasors(where, frequency_array(frequencies))
    return turn_pairs(vectors, z.reshape(*where.shape[:-1], -1), layout=layout)


def swin_index(height: int, width: int) -> NDArray[np.int64]:
    r"""Number the offsets between the cells of a window: the row of Swin's bias table for each pair of cells.

    .. math:: \mathrm{index}_{ij} = (r_i - r_j + H - 1)(2W - 1) + (c_i - c_j + W - 1)

    The sign is Swin's: query minus key, i − j, against j − i everywhere else in posenc. Flipping the
    table end to end converts between the two.

    Shapes: `(height * width, height * width)`, int64, values 0 … (2 height − 1)(2 width − 1) − 1.

    Raises: ValueError if a side is under 1, TypeError if it is not whole.

    Source: Liu et al. 2021, eq. 4; `get_relative_position_index` in timm 1.0.31.

    >>> swin_index(1, 3)
    array([[2, 1, 0],
           [3, 2, 1],
           [4, 3, 2]])
    """
    cells = grid_positions(height, width)
    rows, columns = np.moveaxis(cells[:, None] - cells[None, :], -1, 0)
    return (rows + height - 1) * (2 * width - 1) + (columns + width - 1)
