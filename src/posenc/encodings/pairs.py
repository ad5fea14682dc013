"""Channel pairs: the two layouts in use, and turning every pair by an angle."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import Array, choice, wide

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


def turn_pairs(x: Array, z: NDArray[np.complex128], *, layout: Layout) -> Array:
    r"""Multiply every pair of channels, read as a complex number, by a number of its own.

    .. math:: a' + i b' = (a + i b)\, z, \qquad z = e^{i \alpha} \text{ to turn by } \alpha

    Channels past the last pair pass through untouched.

    Shapes: x `(..., n, d)`, z `(..., n, m)`, 2m at most d, leading axes no larger than those of x; result as x.

    Raises: ValueError for an unknown layout or more pairs than channels.

    Source: Su et al. 2021, eq. 13.

    >>> turn_pairs(np.array([[1.0, 0.0]]), np.array([[1j]]), layout="half_split")
    array([[0., 1.]])
    """
    m = z.shape[-1]
    choice("layout", layout, ("interleaved", "half_split"))
    if 2 * m > x.shape[-1]:
        raise ValueError(f"{m} pairs are {2 * m} channels, but x {x.shape} has {x.shape[-1]}")
    source = wide(x)
    turn = z.astype(np.result_type(source, np.complex64), copy=False)

    out = np.empty(source.shape, source.dtype)
    out[..., 2 * m :] = source[..., 2 * m :]
    turn_layout = _turn_interleaved if layout == "interleaved" else _turn_half_split
    for start in range(0, x.shape[-2], _BLOCK):
        tokens = np.s_[..., start : start + _BLOCK, :]
        turn_layout(source[tokens][..., : 2 * m], turn[tokens], out[tokens][..., : 2 * m])
    return out.astype(x.dtype, copy=False)


_BLOCK = 512  # tokens at a time, so that what lies between input and output stays in the cache


def _turn_interleaved(x: Array, turn: NDArray, out: Array) -> None:
    pairs = np.ascontiguousarray(x).view(turn.dtype)  # neighbours in memory are a complex number already
    np.multiply(pairs, turn, out=out.view(turn.dtype))


def _turn_half_split(x: Array, turn: NDArray, out: Array) -> None:
    m = turn.shape[-1]
    pairs = np.empty((*x.shape[:-1], m), turn.dtype)
    pairs.real, pairs.imag = x[..., :m], x[..., m:]
    pairs *= turn
    out[..., :m], out[..., m:] = pairs.real, pairs.imag


def _even_channels(x: ArrayLike) -> NDArray:
    array = np.asarray(x)
    if array.ndim < 1 or array.shape[-1] == 0 or array.shape[-1] % 2:
        raise ValueError(f"x needs an even number of channels in its last axis, but its shape is {array.shape}")
    return array
