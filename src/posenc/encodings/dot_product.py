"""Dot-product attention: scores, weights, output."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import Array, common_leading, float_array, wide
from posenc.encodings.softmax import share_out

_AT_A_TIME = 2**19  # scores computed at once where sequences are long: 2 MB in float32


def scaled_scores(q: ArrayLike, k: ArrayLike) -> Array:
    r"""Score every query against every key.

    .. math:: s_{ij} = q_i \cdot k_j \,/\, \sqrt{d}

    Shapes: q `(..., n_q, d)`, k `(..., n_k, d)`, scores `(..., n_q, n_k)`; leading axes broadcast.

    Raises: ValueError if q and k differ in d or their leading axes do not broadcast.

    Source: Vaswani et al. 2017, eq. 1.

    >>> scaled_scores([[2.0, 0.0, 0.0, 0.0]], np.eye(4)[:2])
    array([[1., 0.]])
    """
    query, key, _ = _query_key(q, k)
    return _scores(wide(query), wide(key)).astype(np.result_type(query, key), copy=False)


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
    query, key, scores = _query_key(q, k, least=1)
    added, attend = _bias_mask(bias, mask, scores)
    return _weights(wide(query), wide(key), added, attend).astype(np.result_type(query, key), copy=False)


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
    query, key, scores = _query_key(q, k, least=1)
    value = float_array("v", v, ndim=2)
    if value.shape[-2] != key.shape[-2]:
        raise ValueError(f"k {key.shape} and v {value.shape} need the same number of keys")
    added, attend = _bias_mask(bias, mask, scores)
    lead = common_leading("the weights", scores[:-2], "v", value.shape[:-2])
    output = _mix(wide(query), wide(key), wide(value), added, attend, lead)
    return output.astype(np.result_type(query, key, value), copy=False)


def _mix(q: Array, k: Array, v: Array, bias: Array | None, mask: NDArray | None, lead: tuple[int, ...]) -> Array:
    """Attention on checked input. Long sequences go piece by piece, so that their scores stay in the cache."""
    n_q, n_k = q.shape[-2], k.shape[-2]
    if math.prod(lead) * n_q * n_k <= _AT_A_TIME:
        return _weights(q, k, bias, mask) @ v
    heads = [np.broadcast_to(a, (*lead, *a.shape[-2:])) for a in (q, k, v)]
    bias, mask = (None if a is None else np.broadcast_to(a, (*lead, n_q, n_k)) for a in (bias, mask))
    output = np.empty((*lead, n_q, v.shape[-1]), np.result_type(q, k, v))
    step = max(1, _AT_A_TIME // n_k)
    for head in np.ndindex(lead):
        q, k, v = (a[head] for a in heads)
        for start in range(0, n_q, step):
            rows = slice(start, start + step)
            near, seen = (None if a is None else a[head][rows] for a in (bias, mask))
            output[head][rows] = _weights(q[rows], k, near, seen) @ v
    return output


def _weights(q: Array, k: Array, bias: Array | None, mask: NDArray | None) -> Array:
    """The weights of checked input, computed in the scores' own memory."""
    scores = _scores(q, k)
    if bias is not None:
        scores = scores.astype(np.result_type(scores, bias), copy=False)
        scores += bias
    if mask is not None:
        np.copyto(scores, -np.inf, where=~mask)
    share_out(scores)
    return scores


def _scores(q: Array, k: Array) -> Array:
    return (q / math.sqrt(q.shape[-1])) @ np.swapaxes(k, -1, -2)


def _query_key(q: ArrayLike, k: ArrayLike, *, least: int = 0) -> tuple[Array, Array, tuple[int, ...]]:
    """Queries and at least `least` keys that chain, and the shape of their scores."""
    query, key = float_array("q", q, ndim=2), float_array("k", k, ndim=2)
    if query.shape[-1] != key.shape[-1] or query.shape[-1] == 0:
        raise ValueError(f"q {query.shape} and k {key.shape} need the same last axis d >= 1")
    if key.shape[-2] < least:
        raise ValueError(f"attention needs at least one key, but k has shape {key.shape}")
    lead = common_leading("q", query.shape[:-2], "k", key.shape[:-2])
    return query, key, (*lead, query.shape[-2], key.shape[-2])


def _bias_mask(
    bias: ArrayLike | None, mask: ArrayLike | None, scores: tuple[int, ...]
) -> tuple[Array | None, NDArray | None]:
    added, attend = None, None
    if bias is not None:
        added = float_array("bias", bias, ndim=2)
        _check_fits("bias", added.shape, scores)
    if mask is not None:
        attend = np.asarray(mask)
        if attend.dtype != np.bool_:
            raise TypeError(f"mask must be boolean (True = attend), not {attend.dtype}")
        _check_fits("mask", attend.shape, scores)
    return added, attend


def _check_fits(name: str, shape: tuple[int, ...], scores: tuple[int, ...]) -> None:
    """The last two axes must be the scores' own; the leading ones may broadcast, but not enlarge them."""
    leading = (1,) * (len(scores) - len(shape)) + shape[:-2]
    fits = len(leading) == len(scores) - 2 and all(a in (1, b) for a, b in zip(leading, scores[:-2], strict=True))
    if shape[-2:] != scores[-2:] or not fits:
        raise ValueError(f"{name} {shape} does not fit scores {scores}: it needs (..., n_q, n_k) = {scores[-2:]} last")
