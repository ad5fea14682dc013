"""absolute.interpolate_table: a learned table stretched to more rows."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def interpolate_table(table, n):
    """Stretch or shrink a table (n_max, d) to n rows, linear between neighbours; result (n, d).

    The first row stays first, the last stays last; new rows are spread evenly between them.
    For n = 1 return the first row alone.
    """
    at = np.linspace(0, len(table) - 1, n)
    rows = np.arange(len(table))
    return np.stack([np.interp(at, rows, channel) for channel in table.T], axis=-1)


def _read_at(table, at):
    rows = np.arange(len(table))
    return np.stack([np.interp(at, rows, channel) for channel in table.T], axis=-1)


def _half_cells(table, n):
    return _read_at(table, (np.arange(n) + 0.5) * len(table) / n - 0.5)


def _end_left_out(table, n):
    return _read_at(table, np.arange(n) * len(table) / n)


def _nearest(table, n):
    return table[np.round(np.linspace(0, len(table) - 1, n)).astype(int)]


def _last_repeated(table, n):
    return table[np.minimum(np.arange(n), len(table) - 1)]


def _padded(table, n):
    longer = np.zeros((n, table.shape[1]))
    longer[: len(table)] = table[:n]
    return longer


def _tiled(table, n):
    return table[np.arange(n) % len(table)]


def _norm_kept(table, n):
    rows = interpolate_table(table, n)
    return rows * np.linalg.norm(table, axis=-1).mean() / np.linalg.norm(rows, axis=-1, keepdims=True)


def _cases(rng):
    return [
        Case("two rows to three", (np.array([[0.0, 4.0], [10.0, 8.0]]), 3)),
        Case("one row asked for", (np.array([[3.0, 1.0], [5.0, 2.0]]), 1)),
        Case("as many rows as before", (np.array([[1.0], [5.0], [2.0]]), 3)),
        Case("three rows to five", (np.array([[0.0], [10.0], [40.0]]), 5)),
        Case("five rows to three", (rng.normal(size=(5, 2)), 3)),
        Case("eight rows to thirteen", (rng.normal(size=(8, 3)), 13)),
    ]


def _ends_stay(function, table, n):
    ends = np.asarray(function(table, n + 2))[[0, -1]]
    return np.allclose(ends, table[[0, -1]], atol=1e-6)


def _ramp(function, table, n):
    """A table that rises evenly goes on rising evenly."""
    ramp = np.arange(len(table))[:, None] * np.ones(table.shape[1])
    return np.allclose(np.diff(function(ramp, n + 2), axis=0), (len(table) - 1) / (n + 1))


EXERCISE = Exercise(
    id="absolute.interpolate_table",
    title="Stretch a table",
    level="medium",
    minutes=8,
    points=5,
    reference=interpolate_table,
    cases=_cases,
    properties=(
        Property("the first and the last row stay", _ends_stay),
        Property("a table that rises evenly still does", _ramp),
    ),
    wrong_answers=(
        WrongAnswer("half_cells", _half_cells, "The ends have moved: you treat rows as cells and align their edges, as "
                    "PyTorch does unless align_corners=True. Here first stands on first, last on last."),
        WrongAnswer("end_left_out", _end_left_out, "The last row is not reached: the step is n_max / n. From end to "
                    "end there are n_max − 1 steps in the old table and n − 1 in the new one."),
        WrongAnswer("nearest", _nearest, "You take the nearest row, so neighbours share a row and can't be told apart. "
                    "Mix the two rows on either side."),
        WrongAnswer("last_repeated", _last_repeated, "Rows past the end repeat the last one: all those tokens seem to "
                    "stand at one place. Spread the old rows over the whole new length."),
        WrongAnswer("padded", _padded, "New rows of zeros are not interpolation. Spread the old rows over the whole "
                    "new length and mix neighbours."),
        WrongAnswer("tiled", _tiled, "The table starts again at its end, so token n_max looks like token 0."),
        WrongAnswer("norm_kept", _norm_kept, "You gave each row a fixed length. Linear interpolation shrinks the rows "
                    "between, and that shrinking is the point of the next experiment."),
    ),
    hints=(
        "Where does new row i stand, counted in old rows? At i · (n_max − 1) / (n − 1).",
        "np.linspace(0, n_max − 1, n) gives all those places, also for n = 1. np.interp reads one channel there.",
        "Call np.interp(places, np.arange(n_max), channel) for each channel in table.T and stack the results along the "
        "last axis.",
    ),
)  # fmt: skip
