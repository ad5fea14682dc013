"""The library's position encodings with derivatives: for rotation, and for the tables that are learned.

The library computes each of them; here stands what carries a gradient g back. Encodings without anything to learn
(the sinusoid, ALiBi, the causal mask) need nothing of the kind.
"""

import numpy as np
from autograd.extend import defvjp, primitive
from numpy.typing import NDArray

from posenc.encodings import learned, rotary
from posenc.lab.gradients import Vjp


@primitive
def rotate(x: NDArray, positions: NDArray, frequencies: NDArray, factor: float = 1.0) -> NDArray:
    """The library's `rotate`, in half-split layout; its transpose turns back by as much."""
    return rotary.rotate(x, positions, frequencies, layout="half_split", factor=factor)


def _rotate(answer: NDArray, x: NDArray, positions: NDArray, frequencies: NDArray, factor: float = 1.0) -> Vjp:
    return lambda g: rotary.rotate(g, -positions, frequencies, layout="half_split", factor=factor)


defvjp(rotate, _rotate, None, None, None)


@primitive
def lookup(table: NDArray, index: NDArray) -> NDArray:
    """The library's `lookup`: row index[...] of the table, `(..., d)`."""
    return learned.lookup(table, index)


def _lookup(answer: NDArray, table: NDArray, index: NDArray) -> Vjp:
    """Each row gets the sum of what its copies got: one matrix product with the index as zeros and ones."""
    copies = (index.reshape(-1, 1) == np.arange(len(table))).astype(table.dtype)
    return lambda g: copies.T @ g.reshape(-1, table.shape[-1])


defvjp(lookup, _lookup, None)


@primitive
def spread(by_row: NDArray, rows: NDArray) -> NDArray:
    """Hand each pair of tokens the value of its table row: `(..., n, n_rows)` and rows `(n, n_k)` → `(..., n, n_k)`."""
    n, n_rows = by_row.shape[-2:]
    cells = rows + n_rows * np.arange(n)[:, None]
    return by_row.reshape(*by_row.shape[:-2], n * n_rows).take(cells, axis=-1)


@primitive
def collect(by_pair: NDArray, rows: NDArray, n_rows: int) -> NDArray:
    """Sum, for each query, what meets the same table row → `(..., n, n_rows)`; the transpose of `spread`."""
    members = (rows[..., None] == np.arange(n_rows)).astype(by_pair.dtype)
    flat = by_pair.reshape(-1, *by_pair.shape[-2:])
    return (flat.swapaxes(0, 1) @ members).swapaxes(0, 1).reshape(*by_pair.shape[:-1], n_rows)


defvjp(spread, lambda answer, by_row, rows: lambda g: collect(g, rows, by_row.shape[-1]), None)
defvjp(collect, lambda answer, by_pair, rows, n_rows: lambda g: spread(g, rows), None, None)
