"""Dot-product attention: scores, weights, output."""

import math

import numpy as np
from numpy.typing import ArrayLike

from posenc.encodings._arrays import Array, check_leading, float_array, wide
from posenc.encodings.softmax import share_out


def scaled_scores(q: ArrayLike, k: ArrayLike) -> Array:
    r"""Score every query against every key.

    .. math:: s_{ij} = q_i \cdot k_j \,/\, \sqrt{d}

    Shapes: q `(..., n_q, d)`, k `(..., n_k, d)`, scores `(..., n_q, n_k)`; leading axes broadcast.

    Raises: ValueError if q and k differ in d or their leading axes do not broadcast.

    Source: Vaswani et al. 2017, eq. 1.

    >>> scaled_scores([[2.0, 0.0, 0.0, 0.0]], np.eye(4)[:2])
    array([[1., 0.]])
    """
    query, key = float_array("q", q, ndim=2), float_array("k", k, ndim=2)
    if query.shape[-1] != key.shape[-1] or query.shape[-1] == 0:
        raise ValueError(f"q {query.shape} and k {key.shape} need the same last axis d >= 1")
    check_leading("q", query.shape[:-2], "k", key.shape[:-2])
    scores = (wide(query) / math.sqrt(query.shape[-1])) @ np.swapaxes(wide(key), -1, -2)
    return scores.astype(np.result_type(query, key), copy=False)


def attention_weights(
    q: ArrayLike, k: ArrayLike, *, bias: ArrayLike | None = None, mask: ArrayLike | None = None
) -> Array:
    r"""Share each query's attention out among the keys.

    .. math:: W = \mathrm{softmax}(Q K^\top / \sqrt{d} + \mathrm{bias}), \quad -\infty \text{ where the mask is False}

    Shapes: q `(..., n_q, d)`, k `(..., n_k, d)`, bias and mask `(..., n_q, n_k)`, weights `(..., n_q, n_k)`.
    The mask is boolean, True = attend; a row without any True has weights of zero.

    Raises: ValueError without keys or if shapes do not fit; TypeError if the mask is not boolean.

    Source: Vaswani et al. 2017, eq. 1 and sec. 3.2.3.

    >>> attention_weights(np.zeros((1, 2)), np.zeros((3, 2)), mask=[[True, True, False]])
    array([[0.5, 0.5, 0. ]])
    """
    query, key = float_array("q", q, ndim=2), float_array("k", k, ndim=2)
    scores = scaled_scores(wide(query), wide(key))
    if scores.shape[-1] == 0:
        raise ValueError(f"attention needs at least one key, but k has shape {key.shape}")
    if bias is not None:
        added = float_array("bias", bias, ndim=2)
        _check_fits("bias", added.shape, scores.shape)
        scores = scores.astype(np.result_type(scores, added), copy=False)
        scores += added
    if mask is not None:
        attend = np.asarray(mask)
        if attend.dtype != np.bool_:
            raise TypeError(f"mask must be boolean (True = attend), not {attend.dtype}")
        _check_fits("mask", attend.shape, scores.shape)
        np.copyto(scores, -np.inf, where=~attend)
    share_out(scores)  # in place: at thousands of tokens another array of this size costs as much as its arithmetic
    return scores.astype(np.result_type(query, key), copy=False)


def attention(
    q: ArrayLike, k: ArrayLike, v: ArrayLike, *, bias: ArrayLike | None = None, mask: ArrayLike | None = None
) -> Array:
    r"""Mix the values, each query by its own weights.

    .. math:: O = \mathrm{softmax}(Q K^\top / \sqrt{d} + \mathrm{bias})\, V

    Shapes: q `(..., n_q, d)`, k `(..., n_k, d)`, v `(..., n_k, d_v)`, output `(..., n_q, d_v)`;
    bias and mask as in `attention_weights`.

    Raises: as `attention_weights`; ValueError if k and v differ in n_k.

    Source: Vaswani et al. 2017, eq. 1.

    >>> attention(np.zeros((1, 2)), np.zeros((2, 2)), [[1.0], [3.0]])
    array([[2.]])
    """
    value = float_array("v", v, ndim=2)
    if value.shape[-2] != np.shape(k)[-2]:
        raise ValueError(f"k {np.shape(k)} and v {value.shape} need the same number of keys")
    weights = attention_weights(q, k, bias=bias, mask=mask)
    check_leading("the weights", weights.shape[:-2], "v", value.shape[:-2])
    output = wide(weights) @ wide(value)
    return output.astype(np.result_type(weights, value), copy=False)


def _check_fits(name: str, shape: tuple[int, ...], scores: tuple[int, ...]) -> None:
    """The last two axes must be the scores' own; the leading ones may broadcast, but not enlarge them."""
    leading = (1,) * (len(scores) - len(shape)) + shape[:-2]
    fits = len(leading) == len(scores) - 2 and all(a in (1, b) for a, b in zip(leading, scores[:-2], strict=True))
    if shape[-2:] != scores[-2:] or not fits:
        raise ValueError(f"{name} {shape} does not fit scores {scores}: it needs (..., n_q, n_k) = {scores[-2:]} last")
