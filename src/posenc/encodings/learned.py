"""The learned encoding: one trained row a position, and none past the last."""

import numpy as np
from numpy.typing import ArrayLike

from posenc.encodings._arrays import Array, float_array, integer_array, positive_int


def lookup(table: ArrayLike, positions: ArrayLike) -> Array:
    r"""Fetch each position's row of the table.

    .. math:: P_p = \mathrm{table}[p], \qquad 0 \le p < n_{\max}

    A position outside the table is an error at both ends: NumPy alone would answer −1 with the last row.

    Shapes: table `(n_max, d_model)`, positions `(...)`, integers; result `(..., d_model)` in the table's dtype.

    Raises: IndexError for a position under 0 or past the table; TypeError for positions that are not
    integers; ValueError for a table that is not a matrix.

    Source: Gehring et al. 2017, sec. 3.1; Devlin et al. 2019, fig. 2.

    >>> lookup([[0.0, 0.5], [1.0, 1.5]], [1, 0, 1])
    array([[1. , 1.5],
           [0. , 0.5],
           [1. , 1.5]])
    """
    rows, where = _matrix(table), integer_array("positions", positions)
    outside = where[(where < 0) | (where >= len(rows))]
    if outside.size:
        raise IndexError(f"position {outside[0]} is outside the table of {len(rows)} rows (0..{len(rows) - 1})")
    return rows[where]


def interpolate(table: ArrayLike, n: int) -> Array:
    r"""Stretch or shrink a table to n rows: linear between neighbours, first on first and last on last.

    .. math:: P'_i = (1-t)\,P_m + t\,P_{m+1}, \qquad m + t = i \, (n_{\max}-1) / (n-1)

    One row asked for is the first. The result is not the formula evaluated further out: midway
    between two rows a pair that turns by ω a token shrinks by cos(ω/2).

    Shapes: table `(n_max, d_model)`, result `(n, d_model)`, dtype kept.

    Raises: ValueError if n is under 1 or the table is not a matrix with a row; TypeError if n is not whole.

    Source: `torch.nn.functional.interpolate(mode="linear", align_corners=True)`.

    >>> interpolate([[0.0], [10.0], [40.0]], 5).ravel()
    array([ 0.,  5., 10., 25., 40.])
    """
    rows = _matrix(table)
    if len(rows) == 0:
        raise ValueError(f"table must have at least one row, but its shape is {rows.shape}")
    at = np.linspace(0, len(rows) - 1, positive_int("n", n))
    lower = at.astype(np.int64)
    upper = np.minimum(lower + 1, len(rows) - 1)
    share = (at - lower)[:, None]
    return ((1 - share) * rows[lower] + share * rows[upper]).astype(rows.dtype, copy=False)


def _matrix(table: ArrayLike) -> Array:
    rows = float_array("table", table, ndim=2)
    if rows.ndim != 2:
        raise ValueError(f"table must have shape (n_max, d_model), not {rows.shape}")
    return rows
