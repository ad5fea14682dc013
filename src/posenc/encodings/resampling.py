"""Resampling a table of position vectors from one grid to another."""

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import Array, choice, float_array, positive_int, whole_number, wide

Method = Literal["bilinear", "bicubic"]
Grid = tuple[int, int]


def resample_table(
    table: ArrayLike, old_grid: Grid, new_grid: Grid, *, n_prefix: int = 0, method: Method = "bilinear",
    antialias: bool = False,
) -> Array:  # fmt: skip
    r"""Resample a learned table of one vector a cell to a grid of another size.

    .. math:: \mathrm{new}_{rc} = \sum_{uv} A_{ru} B_{cv}\, \mathrm{old}_{uv}

    A and B hold the interpolation weights of rows and columns. Cells are areas: centre r of the new grid lies
    at (r + 1/2) · old / new − 1/2 of the old one, and beyond the border the border's vector continues.
    "bicubic" is Keys' kernel with a = −0.75. `antialias` widens the kernel by old / new where the grid shrinks,
    leaves what lies beyond the border out, and takes a = −0.5.
    The old grid is never guessed: 16 rows may be 4 × 4 or 2 × 8.

    Shapes: table `(..., n_prefix + old_height * old_width, d)`, row-major; grids `(height, width)`; result
    `(..., n_prefix + new_height * new_width, d)`, dtype kept. The first n_prefix rows (class token) are copied.

    Raises: ValueError for a table that does not fit old_grid, sides under 1, n_prefix under 0, an unknown method.

    Source: Dosovitskiy et al. 2021, sec. 3.2; Keys 1981, eq. 15; PyTorch's `interpolate` with align_corners=False.

    >>> resample_table([[0.0], [1.0], [2.0], [3.0]], (1, 4), (1, 2))
    array([[0.5],
           [2.5]])
    """
    given = float_array("table", table, ndim=2)
    old, new = _grid("old_grid", old_grid), _grid("new_grid", new_grid)
    n_rows = whole_number("n_prefix", n_prefix) + old[0] * old[1]
    if given.shape[-2] != n_rows:
        raise ValueError(
            f"table {given.shape} needs {n_rows} rows for n_prefix = {n_prefix} and old_grid = {old}, "
            f"but has {given.shape[-2]}"
        )
    rows, columns = (
        interpolation_weights(m, n, method=method, antialias=antialias) for m, n in zip(old, new, strict=True)
    )
    lead, d = given.shape[:-2], given.shape[-1]
    cells = wide(given[..., n_prefix:, :])
    # One axis at a time, as two matrix products: (new_h, old_h) @ (old_h, old_w * d), then each row's columns.
    tall = rows.astype(cells.dtype) @ cells.reshape(*lead, old[0], old[1] * d)
    resampled = columns.astype(cells.dtype) @ tall.reshape(*lead, new[0], old[1], d)
    flat = resampled.reshape(*lead, new[0] * new[1], d).astype(given.dtype, copy=False)
    return np.concatenate([given[..., :n_prefix, :], flat], axis=-2)


def interpolation_weights(old: int, new: int, *, method: Method, antialias: bool) -> NDArray[np.float64]:
    """How much each of `old` cells in a row counts in each of `new` ones, `(new, old)`; rows sum to 1."""
    linear = choice("method", method, ("bilinear", "bicubic")) == "bilinear"
    kernel = _linear if linear else _cubic(-0.5 if antialias else -0.75)
    centres = (np.arange(new, dtype=np.float64) + 0.5) * (old / new) - 0.5
    if antialias:
        inside = kernel((centres[:, None] - np.arange(old)) / max(old / new, 1.0))
        return inside / inside.sum(axis=1, keepdims=True)
    reach = 2  # no kernel looks further than two cells beyond the border
    weights = kernel(centres[:, None] - np.arange(-reach, old + reach))
    inside = weights[:, reach:-reach].copy()
    inside[:, 0] += weights[:, :reach].sum(axis=1)
    inside[:, -1] += weights[:, -reach:].sum(axis=1)
    return inside


def _linear(t: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.maximum(0.0, 1.0 - np.abs(t))


def _cubic(a: float) -> Callable[[NDArray[np.float64]], NDArray[np.float64]]:
    """Keys' piecewise cubic: 1 at 0, 0 at the other whole numbers, slope a at 1."""

    def kernel(t: NDArray[np.float64]) -> NDArray[np.float64]:
        t = np.minimum(np.abs(t), 2.0)
        near = ((a + 2) * t - (a + 3)) * t**2 + 1
        far = a * (((t - 5) * t + 8) * t - 4)
        return np.where(t <= 1, near, far)

    return kernel


def _grid(name: str, sides: Grid) -> Grid:
    if np.shape(sides) != (2,):
        raise ValueError(f"{name} must be (height, width), not {sides!r}")
    height, width = sides
    return positive_int(f"{name}'s height", height), positive_int(f"{name}'s width", width)
