"""The row-wise parts of a transformer block: each output row depends on its own input row only."""

import numpy as np
from numpy.typing import ArrayLike

from posenc.encodings._arrays import Array, float_array, wide


def layer_norm(x: ArrayLike, gain: ArrayLike = 1.0, shift: ArrayLike = 0.0, *, epsilon: float = 1e-5) -> Array:
    r"""Give every row mean 0 and variance 1, then scale and shift its channels.

    .. math:: y = \mathrm{gain} \cdot (x - \bar x) / \sqrt{\mathrm{var}(x) + \epsilon} + \mathrm{shift}

    Shapes: x `(..., d)`, gain and shift `(d,)` or a number; y as x, dtype kept.

    Raises: ValueError if gain or shift is neither a number nor of shape `(d,)`.

    Source: Ba, Kiros and Hinton 2016, eq. 3.

    >>> layer_norm([[1.0, 3.0]], epsilon=0.0)
    array([[-1.,  1.]])
    """
    given = float_array("x", x)
    rows = wide(given)
    for name, value in (("gain", gain), ("shift", shift)):
        if np.shape(value) not in ((), rows.shape[-1:]):
            raise ValueError(f"{name} must be a number or have shape {rows.shape[-1:]}, not {np.shape(value)}")
    centred = rows - rows.mean(axis=-1, keepdims=True)
    spread = np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + epsilon)
    return (np.asarray(gain) * (centred / spread) + np.asarray(shift)).astype(given.dtype, copy=False)


def feed_forward(x: ArrayLike, w_1: ArrayLike, b_1: ArrayLike, w_2: ArrayLike, b_2: ArrayLike) -> Array:
    r"""Apply the same two-layer network with ReLU to every row.

    .. math:: y = \max(0,\; x W_1 + b_1)\, W_2 + b_2

    Shapes: x `(..., d)`, w_1 `(d, d_hidden)`, b_1 `(d_hidden,)`, w_2 `(d_hidden, d)`, b_2 `(d,)`; y as x.

    Raises: ValueError if the shapes do not chain.

    Source: Vaswani et al. 2017, eq. 2.

    >>> feed_forward([[2.0, -1.0]], np.eye(2), np.zeros(2), np.eye(2), np.ones(2))
    array([[3., 1.]])
    """
    rows = float_array("x", x)
    up, up_bias = float_array("w_1", w_1, ndim=2), float_array("b_1", b_1)
    down, down_bias = float_array("w_2", w_2, ndim=2), float_array("b_2", b_2)
    d, d_hidden, d_out = rows.shape[-1], up.shape[-1], down.shape[-1]
    chain = (up.shape, up_bias.shape, down.shape, down_bias.shape)
    if chain != ((d, d_hidden), (d_hidden,), (d_hidden, d_out), (d_out,)):
        raise ValueError(f"x {rows.shape}, w_1 {chain[0]}, b_1 {chain[1]}, w_2 {chain[2]}, b_2 {chain[3]} do not chain")
    y = np.maximum(wide(rows) @ up + up_bias, 0) @ down + down_bias
    return y.astype(rows.dtype, copy=False)
