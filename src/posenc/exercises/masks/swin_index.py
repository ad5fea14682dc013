"""masks.swin_index: one number for each offset in a window."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def swin_index(height, width):
    """Number the offsets between the cells of a window: a square array, one row and column a cell.

    Cells are taken row after row. Entry (i, j) is the row of Swin's bias table for query i and key j.
    Swin's sign is query minus key. The least offset in both axes is 0; those along a row count by ones.
    """
    cells = np.stack(np.divmod(np.arange(height * width), width))
    down, along = cells[:, :, None] - cells[:, None, :]
    return (down + height - 1) * (2 * width - 1) + along + width - 1


def _offsets(height, width):
    cells = np.stack(np.divmod(np.arange(height * width), width))
    return cells[:, :, None] - cells[:, None, :]


def _multiplier(height, width):
    down, along = _offsets(height, width)
    return (down + height - 1) * (2 * width - 2) + along + width - 1


def _key_minus_query(height, width):
    return swin_index(height, width).T


def _square(height, width):
    down, along = _offsets(height, width)
    return (down + height - 1) * (2 * height - 1) + along + width - 1


def _unshifted(height, width):
    down, along = _offsets(height, width)
    return down * (2 * width - 1) + along


def _flat(height, width):
    places = np.arange(height * width)
    return places[:, None] - places + height * width - 1


def _column_major(height, width):
    columns, rows = np.divmod(np.arange(height * width), height)
    down, along = rows[:, None] - rows, columns[:, None] - columns
    return (down + height - 1) * (2 * width - 1) + along + width - 1


def _added(height, width):
    down, along = _offsets(height, width)
    return down + height - 1 + along + width - 1


def _distances(height, width):
    down, along = np.abs(_offsets(height, width))
    return down * width + along


def _cases(rng):
    return [
        Case("a window of one row", (1, 3)),
        Case("a window of one column", (3, 1)),
        Case("two by two", (2, 2)),
        Case("two rows of three", (2, 3)),
        Case("a taller window", (int(rng.integers(5, 10)), int(rng.integers(2, 5)))),
        Case("Swin's own window, 7 by 7", (7, 7)),
    ]


def _every_number_once(function, height, width):
    """Each offset has one number, each number of the table one offset."""
    numbers, (down, along) = np.asarray(function(height, width)), _offsets(height, width)
    pairs = set(zip(numbers.flat, down.flat, along.flat, strict=True))
    return len(pairs) == len(set(numbers.flat)) == (2 * height - 1) * (2 * width - 1) == np.max(numbers) + 1


EXERCISE = Exercise(
    id="masks.swin_index",
    title="Swin's table of offsets",
    level="medium",
    minutes=8,
    points=4,
    reference=swin_index,
    cases=_cases,
    properties=(
        Property("each offset has its own number, and 0 .. (2H - 1)(2W - 1) - 1 are all in use", _every_number_once),
    ),
    wrong_answers=(
        WrongAnswer("multiplier", _multiplier, "Along a row there are 2W - 1 offsets, from -(W - 1) to W - 1. With "
                    "2W - 2 the last offset of one row and the first of the next share a number: 157 instead of 169 "
                    "in a 7 by 7 window."),
        WrongAnswer("key_minus_query", _key_minus_query, "Your offset is key minus query, the sign of this course. "
                    "Swin's is query minus key; with trained weights the wrong one reads the table back to front."),
        WrongAnswer("square", _square, "You multiply by 2H - 1. How many offsets a row of the table holds depends on "
                    "the width. On a square window nobody notices."),
        WrongAnswer("unshifted", _unshifted, "These numbers are negative for half the pairs, and NumPy reads a "
                    "negative index from the end. Shift both offsets so that the least is 0."),
        WrongAnswer("flat", _flat, "This numbers the offsets of the flattened index: (0, 2) to (1, 0) would share a "
                    "bias with two neighbours in a row. Rows and columns need offsets of their own."),
        WrongAnswer("column_major", _column_major, "Your cells run column by column. The window is taken row by row."),
        WrongAnswer("added", _added, "Added, two different offsets share a number, such as one down and one along. "
                    "Multiply the rows' part first, like the digits of a number."),
        WrongAnswer("distances", _distances, "Distances have no sign: left and right would share a bias. Swin's table "
                    "has a row for each signed offset."),
    ),
    hints=(
        "Give each cell its row and column (np.divmod), and subtract: queries down [:, None], keys along [None, :].",
        "Row offsets run from -(H - 1) to H - 1. Add H - 1 to start at 0; likewise for columns with W.",
        "Like digits: the shifted row offset times 2W - 1, the number of column offsets, plus the shifted column one.",
    ),
)  # fmt: skip
