"""The causal mask, from positions."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings.positions import offsets


def causal_mask(q_positions: ArrayLike, k_positions: ArrayLike) -> NDArray[np.bool_]:
    r"""Let a query attend to keys that do not stand after it.

    .. math:: \mathrm{mask}_{ij} = (p^k_j \le p^q_i)

    Built from positions rather than from a square, the mask is right for one new query
    against a cache of keys too: it is that query's row, not row 0.

    Shapes: q_positions `(..., n_q)`, k_positions `(..., n_k)`, mask `(..., n_q, n_k)`, True = attend.

    Raises: as `offsets`.

    Source: Vaswani et al. 2017, sec. 3.2.3.

    >>> causal_mask([3], [0, 1, 2, 3, 4])
    array([[ True,  True,  True,  True, False]])
    """
    return offsets(q_positions, k_positions) <= 0
