"""Channel pairs: the two layouts in use, and turning every pair by an angle."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import Array, choice, positive_number, wide

Layout = Literal["interleaved", "half_split"]


def to_half_split(x: ArrayLike) -> NDArray:
    r"""Reorder the channels of x from the interleaved to the half-split layout.

    .. math:: (a_0, b_0, a_1, b_1, \dots) \mapsto (a_0, a_1, \dots, b_0, b_1, \dots)

    Applied to each head's columns of W_Q and W_K alike it converts weights, and every score stays as it was.
    Of a partly rotary head, pass the rotary channels only.

    Shapes: x `(..., d)`, d even, any dtype; result the same.

    Raises: ValueError if d is odd or 0.

    Source: the permutation in transformers' conversion script for Llama weights.

    >>> to_half_split([0, 1, 2, 3, 4, 5])
    array([0, 2, 4, 1, 3, 5])
    """
    channels = _even_channels(x)
    return np.concatenate([channels[..., 0::2], channels[..., 1::2]], axis=-1)


def to_interleaved(x: ArrayLike) -> NDArray:
    r"""Reorder the channels of x from the half-split to the interleaved layout.

    .. math:: (a_0, a_1, \dots, b_0, b_1, \dots) \mapsto (a_0, b_0, a_1, b_1, \dots)

    The inverse of `to_half_split`.

    Shapes: x `(..., d)`, d even, any dtype; result the same.

    Raises: ValueError if d is odd or 0.

    Source: as `to_half_split`.

    >>> to_interleaved([0, 2, 4, 1, 3, 5])
    array([0, 1, 2, 3, 4, 5])
    """
    channels = _even_channels(x)
    half = channels.shape[-1] // 2
    return np.stack([channels[..., :half], channels[..., half:]], axis=-1).reshape(channels.shape)


def turn_pairs(x: Array, angles: NDArray[np.float64], *, layout: Layout, factor: float = 1.0) -> Array:
    r"""Turn pair i of every vector, read as a complex number, by its angle: what 1-D and 2-D rotation share.

    .. math:: a' + i b' = \mathrm{factor} \cdot (a + i b)\, e^{i \alpha}

    Channels past the last pair pass through untouched.

    Shapes: x `(..., n, d)`, angles `(..., n, m)` in radians, 2m at most d, leading axes no larger than those of x.

    Raises: ValueError for an unknown layout, more pairs than channels, a factor not above 0.

    Source: Su et al. 2021, eq. 13.

    >>> turn_pairs(np.array([[1.0, 0.0]]), np.array([[np.pi / 2]]), layout="half_split").round(12)
    array([[0., 1.]])
    """
    m = angles.shape[-1]
    choice("layout", layout, ("interleaved", "half_split"))
    if 2 * m > x.shape[-1]:
        raise ValueError(f"{m} pairs are {2 * m} channels, but x {x.shape} has {x.shape[-1]}")
    source, scale = wide(x), positive_number("factor", factor)
    turn = np.empty(angles.shape, np.result_type(source, np.complex64))
    turn.real, turn.imag = scale * np.cos(angles), scale * np.sin(angles)  # the cast: cos and sin, not the angles

    out = np.empty(source.shape, source.dtype)
    out[..., 2 * m :] = source[..., 2 * m :]
    if layout == "interleaved":  # neighbours in memory are a complex number already
        pairs = np.ascontiguousarray(source[..., : 2 * m]).view(turn.dtype)
        np.multiply(pairs, turn, out=out[..., : 2 * m].view(turn.dtype))
    else:
        pairs = np.empty((*source.shape[:-1], m), turn.dtype)
        pairs.real, pairs.imag = source[..., :m], source[..., m : 2 * m]
        pairs *= turn
        out[..., :m], out[..., m : 2 * m] = pairs.real, pairs.imag
    return out.astype(x.dtype, copy=False)


def _even_channels(x: ArrayLike) -> NDArray:
    array = np.asarray(x)
    if array.ndim < 1 or array.shape[-1] == 0 or array.shape[-1] % 2:
        raise ValueError(f"x needs an even number of channels in its last axis, but its shape is {array.shape}")
    return array
