"""Shaw's relative encoding: a learned vector for each clipped offset, beside the keys and beside the values."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import Array, check_leading, float_array, integer_array, whole_number, wide
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
    query, key, table = float_array("q", q, ndim=2), float_array("k", k, ndim=2), _table("key_table", key_table)
    dtype = np.result_type(query, key, table)
    scores = scaled_scores(wide(query), wide(key)).astype(np.result_type(dtype, np.float32), copy=False)
    _check_table("key_table", table.shape, scores.shape, query.shape[-1])
    by_row = np.broadcast_to(scaled_scores(wide(query), wide(table)), (*scores.shape[:-1], table.shape[-2]))
    for head, cells in _cells(offsets, table.shape[-2], scores.shape):
        scores[head] += by_row[head].take(cells)
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
    table = _table("value_table", value_table)
    if value.shape[-2] != weight.shape[-1]:
        raise ValueError(f"weights {weight.shape} and v {value.shape} need the same number of keys")
    check_leading("weights", weight.shape[:-2], "v", value.shape[:-2])
    _check_table("value_table", table.shape, weight.shape, value.shape[-1])
    by_row = np.empty((*weight.shape[:-1], table.shape[-2]), dtype=wide(table).dtype)
    for head, cells in _cells(offsets, table.shape[-2], weight.shape):
        sums = np.bincount(cells.ravel(), weights=weight[head].ravel(), minlength=by_row[head].size)
        by_row[head] = sums.reshape(by_row[head].shape)
    output = wide(weight) @ wide(value) + by_row @ wide(table)
    return output.astype(np.result_type(weight, value, table), copy=False)


def _table(name: str, value: ArrayLike) -> Array:
    table = float_array(name, value, ndim=2)
    if table.shape[-2] % 2 == 0:
        raise ValueError(f"{name} must have 2 * max_offset + 1 rows, an odd number, but its shape is {table.shape}")
    return table


def _check_table(name: str, table: tuple[int, ...], scores: tuple[int, ...], d: int) -> None:
    """Either one table for all heads, or one for each of the axes right before the tokens."""
    heads = table[:-2]
    if table[-1] != d or (heads and scores[-2 - len(heads) : -2] != heads):
        raise ValueError(f"{name} {table} fits neither d = {d} nor the heads of scores {scores}")


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
