"""How far a layer is from keeping a symmetry, as one number."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.symmetry.permutations import permute_rows


def equivariance_gap(layer: Callable[[NDArray], ArrayLike], x: ArrayLike, perm: ArrayLike) -> float:
    r"""Measure how far a layer is from commuting with a permutation of its rows.

    .. math:: \max \big| f(PX) - P f(X) \big|

    Zero over the reals when f is equivariant; about 1e-15 in float64, since the sums run in another order.

    Shapes: x `(..., n, d)`, perm `(n,)`; layer maps `(..., n, d)` to `(..., n, d_out)`.

    Raises: ValueError if perm is not a permutation or the layer does not return one row for each row.

    Source: Bronstein et al. 2021, sec. 3.1 (equivariance).

    >>> equivariance_gap(lambda x: x**2, [[1.0], [2.0]], [1, 0])
    0.0
    """
    rows = np.asarray(x)
    moved = permute_rows(rows, perm)
    before, after = np.asarray(layer(rows)), np.asarray(layer(moved))
    if before.ndim < 2 or before.shape[-2] != rows.shape[-2]:
        raise ValueError(f"layer must return a row for each of the {rows.shape[-2]} rows, not shape {before.shape}")
    return _largest_difference(after, permute_rows(before, perm))


def translation_gap(
    layer: Callable[[NDArray, NDArray], ArrayLike], x: ArrayLike, positions: ArrayLike, shift: float
) -> float:
    r"""Measure how much a layer's output changes when all positions shift by a constant.

    .. math:: \max \big| f(X, p + \mathrm{shift}) - f(X, p) \big|

    The tokens stay; only the numbers that say where they stand change. A circular roll, or a
    window that tokens enter and leave, is not this shift.

    Shapes: x `(..., n, d)`, positions `(n,)` in tokens, shift a number; layer is called as `layer(x, positions)`.

    Raises: ValueError if positions do not count the rows of x.

    Source: Shaw et al. 2018, sec. 3 (relations depend on j − i only).

    >>> translation_gap(lambda x, p: x + np.diff(p, prepend=p[0])[:, None], np.ones((3, 1)), [0, 1, 2], 5)
    0.0
    """
    rows, where = np.asarray(x), np.asarray(positions)
    if rows.ndim < 2 or where.shape != rows.shape[-2:-1]:
        raise ValueError(f"positions {where.shape} do not count the rows of x {rows.shape}")
    return _largest_difference(np.asarray(layer(rows, where + shift)), np.asarray(layer(rows, where)))


def _largest_difference(a: NDArray, b: NDArray) -> float:
    if a.shape != b.shape:
        raise ValueError(f"layer changed its output's shape from {b.shape} to {a.shape}")
    return float(np.max(np.abs(a - b), initial=0.0))
