"""Where tokens stand: offsets, positions behind padding, positions on a grid."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import position_array, positive_int


def offsets(q_positions: ArrayLike, k_positions: ArrayLike) -> NDArray:
    r"""Return how far each key stands from each query: key position minus query position.

    .. math:: \mathrm{offset}_{ij} = p^k_j - p^q_i

    Negative offsets look back. The sign is a convention, and this one holds everywhere in posenc.

    Shapes: q_positions `(..., n_q)`, k_positions `(..., n_k)`, offsets `(..., n_q, n_k)`, in tokens.
    Leading axes must agree or be absent.

    Raises: ValueError for positions that are not finite or have unlike leading axes; TypeError for
    positions that are not numbers.

    Source: Shaw et al. 2018, sec. 3.2 (j − i).

    >>> offsets([2, 3], [0, 1, 2, 3])
    array([[-2, -1,  0,  1],
           [-3, -2, -1,  0]])
    """
    q, k = position_array("q_positions", q_positions), position_array("k_positions", k_positions)
    if q.shape[:-1] != k.shape[:-1] and q.ndim > 1 and k.ndim > 1:
        raise ValueError(f"q_positions {q.shape} and k_positions {k.shape} differ in their leading axes")
    return k[..., None, :] - q[..., :, None]


def positions_from_mask(mask: ArrayLike) -> NDArray[np.int64]:
    """Count the real tokens of each row from 0; padding gets 0.

    The count starts at the first real token, so left padding moves nothing.

    Shapes: mask `(..., n)`, True (or 1) = real token; positions `(..., n)`, int64.

    Raises: ValueError if the mask holds anything but True, False, 1 and 0.

    Source: the `attention_mask.cumsum(-1) - 1` of decoder libraries, with padding pinned to 0.

    >>> positions_from_mask([[False, False, True, True, True]])
    array([[0, 0, 0, 1, 2]])
    """
    given = np.asarray(mask)
    if given.ndim < 1 or not np.isin(given, (0, 1)).all():
        raise ValueError("mask must be an array (..., n) of True (real token) and False (padding)")
    real = given.astype(bool)
    return np.where(real, np.cumsum(real, axis=-1) - 1, 0)


def grid_positions(height: int, width: int) -> NDArray[np.int64]:
    """List the (row, column) of each cell of a grid, row after row.

    Shapes: `(height * width, 2)`, int64; cell `row * width + column` has position `(row, column)`.

    Raises: ValueError if a side is under 1, TypeError if it is not whole.

    Source: the row-major patch order of Dosovitskiy et al. 2021, sec. 3.1.

    >>> grid_positions(2, 3).tolist()
    [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]
    """
    shape = (positive_int("height", height), positive_int("width", width))
    return np.indices(shape, dtype=np.int64).reshape(2, -1).T
