"""ALiBi: every head penalises distance in proportion, each at its own slope."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import Array, float_array, position_array, positive_int, wide


def alibi_slopes(n_heads: int) -> NDArray[np.float64]:
    r"""Return one slope a head.

    .. math:: m_h = 2^{-8h/H}, \quad h = 1, \dots, H

    for H a power of two. Otherwise: the slopes of the next lower power of two, then every second one of
    the doubled sequence. These are *not* monotone in h, and 2^(−8h/H) is not what released weights use.

    Shapes: `(n_heads,)`, float64, in score units a token.

    Raises: ValueError for n_heads under 1; TypeError if it is not whole.

    Source: Press et al. 2022, sec. 3; `get_slopes` of the authors' code for other head counts.

    >>> alibi_slopes(3)
    array([0.0625    , 0.00390625, 0.25      ])
    """
    n_heads = positive_int("n_heads", n_heads)
    power = 1 << (n_heads.bit_length() - 1)
    slopes = 2.0 ** (-8 * np.arange(1, power + 1) / power)
    between = 2.0 ** (-8 * np.arange(1, 2 * power, 2) / (2 * power))
    return np.concatenate([slopes, between[: n_heads - power]])


def alibi_bias(slopes: ArrayLike, offsets: ArrayLike) -> Array:
    r"""Penalise each score by the distance between its query and its key.

    .. math:: b_{hij} = -m_h \, |\mathrm{offset}_{ij}|

    The bias is 0 on the diagonal and falls on both sides. Under a causal mask the row m·j gives the
    same weights in exact arithmetic, since softmax ignores a constant of the row; without one it does not.

    Shapes: slopes `(heads,)`, offsets `(..., n_q, n_k)` in tokens, bias `(..., heads, n_q, n_k)` in the slopes' dtype.
    A distance too long for float16 saturates at its lowest finite number.

    Raises: ValueError for slopes that are negative, not finite or not a vector, offsets that are not finite.

    Source: Press et al. 2022, eq. in sec. 3.

    >>> alibi_bias([0.5], [[-2, -1, 0, 1]])
    array([[[-1. , -0.5,  0. , -0.5]]])
    """
    slope = float_array("slopes", slopes)
    if slope.ndim != 1 or not all(0 <= m < math.inf for m in slope.tolist()):
        raise ValueError(f"slopes must be finite numbers of at least 0, one a head, not {slopes!r}")
    near = position_array("offsets", offsets, ndim=2).astype(wide(slope).dtype)  # a copy, then −abs in place
    np.subtract(0, np.abs(near, out=near), out=near)  # not negative(): that gives −0.0 on the diagonal
    bias = wide(slope)[:, None, None] * near[..., None, :, :]
    if slope.dtype == bias.dtype:
        return bias
    return np.maximum(bias, np.finfo(slope.dtype).min, out=bias).astype(slope.dtype)


def effective_window(slope: ArrayLike, epsilon: float) -> NDArray[np.float64]:
    r"""Return the distance at which a head's weight has fallen to `epsilon` of its weight on the diagonal.

    .. math:: d = \ln(1/\epsilon) / m, \qquad \text{from } e^{-m d} = \epsilon

    For equal content and no end in sight, the same d also leaves the share ε of the weight behind it:
    the tail of a geometric series falls like its terms. Hence 90 % within ln 10 / slope.

    Shapes: slope a number or `(heads,)`, in score units a token; result the same, float64, in tokens.

    Raises: ValueError unless every slope is finite and above 0, and 0 < epsilon < 1.

    Source: Press et al. 2022, sec. 3 (the bias); the window follows from the softmax.

    >>> effective_window([0.5, 0.25], 0.1).round(2)
    array([4.61, 9.21])
    """
    steep = float_array("slope", slope, ndim=0).astype(np.float64)
    if not ((steep > 0) & np.isfinite(steep)).all():
        raise ValueError(f"slope must be finite and above 0, not {slope!r}")
    if not 0 < epsilon < 1:
        raise ValueError(f"epsilon must be between 0 and 1, not {epsilon!r}")
    return -math.log(epsilon) / steep
