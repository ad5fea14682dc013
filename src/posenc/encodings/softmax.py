"""The softmax: scores in, weights out."""

import numpy as np
from numpy.typing import ArrayLike

from posenc.encodings._arrays import Array, float_array, wide


def softmax(scores: ArrayLike, axis: int = -1) -> Array:
    r"""Turn scores into weights that are positive and sum to 1 along `axis`.

    .. math:: w_j = \exp(s_j - \max_m s_m) \Big/ \sum_m \exp(s_m - \max_m s_m)

    The maximum cancels over the reals; in floating point it keeps `exp` from overflowing.
    A score of −inf gets the weight 0. Where every score is −inf there is nothing to share
    out, and all weights are 0. An empty axis is fine.

    Shapes: scores `(..., n)`, weights the same; dtype kept (float16 is computed in float32).

    Raises: ValueError for NaN or +inf among the scores.

    Source: Vaswani et al. 2017, eq. 1.

    >>> softmax([0.0, 0.0, -np.inf])
    array([0.5, 0.5, 0. ])
    """
    given = float_array("scores", scores)
    weights = wide(given).copy()
    share_out(weights, axis)
    return weights.astype(given.dtype, copy=False)


def share_out(scores: Array, axis: int = -1) -> None:
    """Turn scores into weights in place: what `softmax` does to a copy, and attention to scores of its own."""
    peak = scores.max(axis=axis, keepdims=True, initial=-np.inf)
    if not (peak < np.inf).all():  # also false for NaN
        raise ValueError("scores must be finite or -inf, but hold NaN or +inf (an overflow in q @ k?)")
    scores -= np.maximum(peak, np.finfo(scores.dtype).min)  # a peak of −inf would give −inf − (−inf)
    np.exp(scores, out=scores)
    scores /= np.maximum(scores.sum(axis=axis, keepdims=True), 1)  # the peak adds exp(0) = 1; under it is nothing
