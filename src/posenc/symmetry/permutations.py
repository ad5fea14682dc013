"""Reordering rows and columns: row i of the result is row perm[i]."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def permute_rows(x: ArrayLike, perm: ArrayLike) -> NDArray:
    r"""Reorder the rows of x.

    .. math:: (PX)_i = X_{\mathrm{perm}[i]}

    Shapes: x `(..., n, d)`, perm `(n,)`, result as x. Any dtype, exact fractions included.

    Raises: ValueError if perm is not a permutation of 0..n-1 or x has fewer than two axes.

    Source: the reindexing convention of `numpy.take`.

    >>> permute_rows([[10], [20], [30]], [2, 0, 1]).ravel()
    array([30, 10, 20])
    """
    rows = _matrix("x", x)
    return rows[..., _permutation(perm, rows.shape[-2]), :]


def permute_columns(x: ArrayLike, perm: ArrayLike) -> NDArray:
    r"""Reorder the columns of x.

    .. math:: (XP^\top)_{ij} = X_{i,\,\mathrm{perm}[j]}

    Shapes: x `(..., m, n)`, perm `(n,)`, result as x.

    Raises: as `permute_rows`.

    Source: the reindexing convention of `numpy.take`.

    >>> permute_columns([[10, 20, 30]], [2, 0, 1])
    array([[30, 10, 20]])
    """
    columns = _matrix("x", x)
    return columns[..., :, _permutation(perm, columns.shape[-1])]


def conjugate(matrix: ArrayLike, perm: ArrayLike) -> NDArray:
    r"""Reorder the rows and the columns of a square matrix alike.

    .. math:: (PMP^\top)_{ij} = M_{\mathrm{perm}[i],\,\mathrm{perm}[j]}

    Shapes: matrix `(..., n, n)`, perm `(n,)`, result as matrix.

    Raises: ValueError if the matrix is not square; otherwise as `permute_rows`.

    Source: conjugation by a permutation matrix.

    >>> conjugate([[11, 12], [21, 22]], [1, 0])
    array([[22, 21],
           [12, 11]])
    """
    square = _matrix("matrix", matrix)
    if square.shape[-1] != square.shape[-2]:
        raise ValueError(f"matrix must be square in its last two axes, but its shape is {square.shape}")
    return permute_columns(permute_rows(square, perm), perm)


def _matrix(name: str, value: ArrayLike) -> NDArray:
    array = np.asarray(value)
    if array.ndim < 2:
        raise ValueError(f"{name} must have at least 2 axes, but its shape is {array.shape}")
    return array


def _permutation(perm: ArrayLike, n: int) -> NDArray[np.integer]:
    """Checked before it indexes: NumPy would take repeats, -1 and a boolean mask without a word."""
    order = np.asarray(perm)
    if order.size == 0:
        order = order.astype(np.int64)
    if order.dtype.kind not in "iu" or order.shape != (n,) or not np.array_equal(np.sort(order), np.arange(n)):
        raise ValueError(f"perm must hold each of 0..{n - 1} once, but is {np.array2string(order, threshold=12)}")
    return order
