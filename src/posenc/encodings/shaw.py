"""Shaw's relative encoding: a learned vector for each clipped offset, beside the keys and beside the values."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import Array, common_leading, float_array, integer_array, whole_number, wide
from posenc.encodings.dot_product import scaled_scores


def clip_offsets(offsets: ArrayLike, max_offset: int) -> NDArray[np.int64]:
    r"""Treat every offset beyond `max_offset` as that far.

    .. math:: \mathrm{clip}(j - i,\; -k,\; k)

    The row of a table is this plus max_offset: row 0 stands for the offset −max_offset.

    Shapes: offsets any, integers in tokens (key − query); result the same.

    Raises: TypeError for offsets that are not integers; ValueError for a negative max_offset.

    Source: Shaw et al. 2018, eq. in sec. 3.2.

    >>> clip_offsets([-5, -1, 0, 3], 2)
    array([-2, -1,  0,  2])
    """
    k = whole_number("max_offset", max_offset)
    return np.clip(integer_array("offsets", offsets), -k, k)


def shaw_scores(q: ArrayLike, k: ArrayLike, key_table: ArrayLike, offsets: ArrayLike) -> Array:
    r"""Score every query against every key and against the vector of the offset between them.

    .. math:: s_{ij} = q_i \cdot (k_j + a^K_{\mathrm{clip}(j-i)}) \,/\, \sqrt{d}

    The products q · a are taken once a table row and then fetched, never as an `(n_q, n_k, d)` array.

    Shapes: q `(..., n_q, d)`, k `(..., n_k, d)`, key_table `(2 * max_offset + 1, d)` or, one a head,
    `(heads, 2 * max_offset + 1, d)`; offsets `(n_q, n_k)` or `(batch, n_q, n_k)`, integers, not clipped;
    scores `(..., n_q, n_k)`. The leading axes of the offsets are the first ones of the scores.

    Raises: ValueError if shapes do not fit or the table's rows are even in number; TypeError for offsets
    that are not integers.

    Source: Shaw et al. 2018, eqs. 4 and 5.

    >>> shaw_scores([[1.0]], [[1.0], [2.0]], [[10.0], [20.0], [30.0]], [[-1, 0]])
    array([[11., 22.]])
    """
    query, key, table = float_array("q", q, ndim=2), float_array("k", k, ndim=2), float_array("key_table", key_table)
    dtype = np.result_type(query, key, table)
    scores = scaled_scores(wide(query), wide(key)).astype(np.result_type(dtype, np.float32), copy=False)
    _add_offset_scores(scores, query, table, offsets)
    return scores.astype(dtype, copy=False)


def offset_scores(q: ArrayLike, key_table: ArrayLike, offsets: ArrayLike) -> Array:
    r"""Return the part of Shaw's scores that positions add to those of content.

    .. math:: b_{ij} = q_i \cdot a^K_{\mathrm{clip}(j-i)} \,/\, \sqrt{d}

    Shapes, Raises, Source: as `shaw_scores`, without k.

    >>> offset_scores([[1.0]], [[10.0], [20.0], [30.0]], [[-1, 0]])
    array([[10., 20.]])
    """
    query, table = float_array("q", q, ndim=2), float_array("key_table", key_table)
    dtype = np.result_type(query, table)
    n_k = integer_array("offsets", offsets, ndim=2).shape[-1]
    scores = np.zeros((*query.shape[:-1], n_k), dtype=np.result_type(dtype, np.float32))
    _add_offset_scores(scores, query, table, offsets)
    return scores.astype(dtype, copy=False)


def shaw_output(weights: ArrayLike, v: ArrayLike, value_table: ArrayLike, offsets: ArrayLike) -> Array:
    r"""Mix the values, each with the vector of its offset added.

    .. math:: o_i = \sum_j w_{ij} \, (v_j + a^V_{\mathrm{clip}(j-i)})

    The weights that meet the same table row are summed first, never an `(n_q, n_k, d)` array.

    Shapes: weights `(..., n_q, n_k)`, v `(..., n_k, d)`, value_table and offsets as in `shaw_scores`;
    output `(..., n_q, d)`.

    Raises: as `shaw_scores`.

    Source: Shaw et al. 2018, eq. 3.

    >>> shaw_output([[0.5, 0.5]], [[1.0], [3.0]], [[10.0], [20.0], [30.0]], [[-1, 0]])
    array([[17.]])
    """
    weight, value = float_array("weights", weights, ndim=2), float_array("v", v, ndim=2)
    table = float_array("value_table", value_table)
    if value.shape[-2:] != (weight.shape[-1], table.shape[-1]):
        raise ValueError(f"weights {weight.shape}, v {value.shape} and value_table {table.shape} do not chain")
    common_leading("weights", weight.shape[:-2], "v", value.shape[:-2])
    output = wide(weight) @ wide(value) + offset_output(wide(weight), wide(table), offsets)
    return output.astype(np.result_type(weight, value, table), copy=False)


def offset_output(weights: ArrayLike, value_table: ArrayLike, offsets: ArrayLike) -> Array:
    r"""Return the part of Shaw's output that positions add to the mixed values.

    .. math:: \sum_j w_{ij} \, a^V_{\mathrm{clip}(j-i)}

    Shapes, Raises, Source: as `shaw_output`, without v.

    >>> offset_output([[0.5, 0.5]], [[10.0], [20.0], [30.0]], [[-1, 0]])
    array([[15.]])
    """
    weight, table = float_array("weights", weights, ndim=2), float_array("value_table", value_table)
    _check_table("value_table", table.shape, weight.shape)
    by_row = np.empty((*weight.shape[:-1], table.shape[-2]), dtype=wide(table).dtype)
    for head, cells in _cells(offsets, table.shape[-2], weight.shape):
        sums = np.bincount(cells.ravel(), weights=weight[head].ravel(), minlength=by_row[head].size)
        by_row[head] = sums.reshape(by_row[head].shape)
    return (by_row @ wide(table)).astype(np.result_type(weight, table), copy=False)


def _add_offset_scores(scores: Array, query: Array, table: Array, offsets: ArrayLike) -> None:
    """Add q · a / √d to the scores in place: one product a table row, then fetched for every key."""
    _check_table("key_table", table.shape, scores.shape)
    if table.shape[-1] != query.shape[-1]:
        raise ValueError(f"q {query.shape} and key_table {table.shape} need the same last axis d")
    by_row = np.broadcast_to(scaled_scores(wide(query), wide(table)), (*scores.shape[:-1], table.shape[-2]))
    for head, cells in _cells(offsets, table.shape[-2], scores.shape):
        scores[head] += by_row[head].take(cells)


def _check_table(name: str, table: tuple[int, ...], scores: tuple[int, ...]) -> None:
    """An odd number of rows, in one table for all heads or one for each of the axes right before the tokens."""
    if len(table) < 2 or table[-2] % 2 == 0:
        raise ValueError(f"{name} must have shape (2 * max_offset + 1, d), an odd number of rows, not {table}")
    heads = table[:-2]
    if heads and scores[-2 - len(heads) : -2] != heads:
        raise ValueError(f"{name} {table} does not have the heads of scores {scores}")


def _cells(
    offsets: ArrayLike, n_rows: int, scores: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], NDArray[np.int64]]]:
    """For each head: which cell of a flattened `(n_q, n_rows)` array each of its scores belongs to."""
    offset = integer_array("offsets", offsets, ndim=2)
    batch, n_q = offset.ndim - 2, scores[-2]
    if offset.shape[-2:] != scores[-2:] or offset.shape[:-2] != scores[:batch] or batch > len(scores) - 2:
        raise ValueError(f"offsets {offset.shape} do not fit scores {scores}: (n_q, n_k) last, their batch axes first")
    cells = clip_offsets(offset, n_rows // 2)
    cells += n_rows // 2 + n_rows * np.arange(n_q)[:, None]
    for head in np.ndindex(scores[:-2]):
        yield head, cells[head[:batch]]
