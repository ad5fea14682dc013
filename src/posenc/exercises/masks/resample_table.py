"""masks.resample_table: a learned table of one grid on another."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def resample_table(table, old_grid, new_grid, n_prefix):
    """Resample a table (n_prefix + old cells, d) linearly in each axis; grids are (height, width).

    The first n_prefix rows stay. New cell i lies at (i + 1/2) old/new - 1/2, cut to 0 .. old - 1.
    """

    def shares(old, new):
        centres = np.clip((np.arange(new) + 0.5) * old / new - 0.5, 0, old - 1)
        return np.maximum(0, 1 - np.abs(centres[:, None] - np.arange(old)))

    down, along = map(shares, old_grid, new_grid)
    return np.concatenate([table[:n_prefix], np.kron(down, along) @ table[n_prefix:]])


def _weights(old, centres):
    return np.maximum(0, 1 - np.abs(np.clip(centres, 0, old - 1)[:, None] - np.arange(old)))


def _resampled(table, old_grid, new_grid, n_prefix, centres):
    down, along = (_weights(old, centres(old, new)) for old, new in zip(old_grid, new_grid, strict=True))
    return np.concatenate([table[:n_prefix], np.kron(down, along) @ table[n_prefix:]])


def _square_assumed(table, old_grid, new_grid, n_prefix):
    cells = len(table) - n_prefix
    side = int(np.sqrt(cells))
    return resample_table(table, (side, cells // side), new_grid, n_prefix)


def _same_count(table, old_grid, new_grid, n_prefix):
    same = np.prod(old_grid) == np.prod(new_grid)
    return table + 0.0 if same else resample_table(table, old_grid, new_grid, n_prefix)


def _prefix_dropped(table, old_grid, new_grid, n_prefix):
    return resample_table(table, old_grid, new_grid, n_prefix)[n_prefix:]


def _prefix_last(table, old_grid, new_grid, n_prefix):
    cells = len(table) - n_prefix
    moved = np.concatenate([table[cells:], table[:cells]])
    return np.roll(resample_table(moved, old_grid, new_grid, n_prefix), -n_prefix, axis=0)


def _corners(table, old_grid, new_grid, n_prefix):
    return _resampled(table, old_grid, new_grid, n_prefix, lambda old, new: np.linspace(0, old - 1, new))


def _no_half(table, old_grid, new_grid, n_prefix):
    return _resampled(table, old_grid, new_grid, n_prefix, lambda old, new: np.arange(new) * old / new)


def _nearest(table, old_grid, new_grid, n_prefix):
    return _resampled(
        table, old_grid, new_grid, n_prefix, lambda old, new: np.floor((np.arange(new) + 0.5) * old / new)
    )


def _width_first(table, old_grid, new_grid, n_prefix):
    return resample_table(table, old_grid[::-1], new_grid[::-1], n_prefix)


def _unclipped(table, old_grid, new_grid, n_prefix):
    def fade(old, new):
        return np.maximum(0, 1 - np.abs(((np.arange(new) + 0.5) * old / new - 0.5)[:, None] - np.arange(old)))

    down, along = map(fade, old_grid, new_grid)
    return np.concatenate([table[:n_prefix], np.kron(down, along) @ table[n_prefix:]])


def _cases(rng):
    return [
        Case("one row of two cells to four", (np.array([[0.0], [8.0]]), (1, 2), (1, 4), 0)),
        Case("one row of four cells to two", (np.array([[0.0], [1.0], [2.0], [3.0]]), (1, 4), (1, 2), 0)),
        Case("2 by 8 to 4 by 4: as many cells, another grid", (np.arange(16.0)[:, None], (2, 8), (4, 4), 0)),
        Case("2 by 2 to 3 by 3, with a class token", (rng.normal(size=(5, 2)), (2, 2), (3, 3), 1)),
        Case("3 by 4 to 5 by 6, two prefix rows", (rng.normal(size=(14, 3)), (3, 4), (5, 6), 2)),
        Case("4 by 6 to 3 by 9", (rng.normal(size=(24, 2)), (4, 6), (3, 9), 0)),
    ]


def _same_grid(function, table, old_grid, new_grid, n_prefix):
    return np.allclose(function(table, old_grid, old_grid, n_prefix), table)


def _constant(function, table, old_grid, new_grid, n_prefix):
    flat = np.ones_like(table)
    return np.allclose(function(flat, old_grid, new_grid, n_prefix), 1.0)


EXERCISE = Exercise(
    id="masks.resample_table",
    title="A table at another resolution",
    level="hard",
    minutes=14,
    points=7,
    reference=resample_table,
    cases=_cases,
    properties=(
        Property("resampled to its own grid a table stays as it is", _same_grid),
        Property("a constant table stays constant, up to the border", _constant),
    ),
    wrong_answers=(
        WrongAnswer("square_assumed", _square_assumed, "You took the old grid for a square. 16 rows may be 4 by 4 or "
                    "2 by 8, and only old_grid says which; guessed wrongly, rows of the picture are torn apart."),
        WrongAnswer("same_count", _same_count, "You return the table when the number of cells is the same. 2 by 8 and "
                    "4 by 4 have 16 cells each and nothing else in common: compare the grids."),
        WrongAnswer("prefix_dropped", _prefix_dropped, "The class token is lost: the first n_prefix rows come back "
                    "first, unchanged."),
        WrongAnswer("prefix_last", _prefix_last, "You cut the prefix off at the end. The class token is the first "
                    "row, so a cell was copied in its place and it was smeared over the grid."),
        WrongAnswer("corners", _corners, "You put first on first and last on last (align_corners). Cells are areas: "
                    "the centre of cell i lies half a cell inside, at (i + 1/2) * old / new - 1/2."),
        WrongAnswer("no_half", _no_half, "Without the halves, new cell 0 sits on old cell 0, and everything shifts "
                    "towards the upper left corner."),
        WrongAnswer("nearest", _nearest, "You copy the cell in which the new centre lies. Asked is a linear mix of "
                    "the cells around it."),
        WrongAnswer("width_first", _width_first, "Grids are (height, width). You read them the other way round; on "
                    "a square nobody notices."),
        WrongAnswer("unclipped", _unclipped, "At the border your weights sum to less than 1, so the vectors fade. "
                    "Clip the centres to 0 .. old - 1."),
    ),
    hints=(
        "One axis at a time: build the matrix (new, old) that says how much old cell u counts in new cell r.",
        "Its entry is 1 minus the distance between the clipped centre of r and u, or 0 where that is negative.",
        "np.kron of the rows' matrix and the columns' matrix acts on all cells at once: (new cells, old cells). "
        "Multiply it with table[n_prefix:] and put the prefix in front.",
    ),
)  # fmt: skip
