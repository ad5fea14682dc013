"""masks.sincos_2d: a sinusoid for the row and one for the column."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def sincos_2d(height, width, d_model):
    """Encode the cells of a grid, row after row: (height * width, d_model), d_model a multiple of 4.

    Four equal parts of the channels: sin, then cos of the row's angles, sin, then cos of the column's.
    Angle i is the row (or column) times 10000 ** (-i / (d_model / 4)), i = 0 .. d_model / 4 - 1.
    """
    quarter = d_model // 4
    frequencies = 10000.0 ** (-np.arange(quarter) / quarter)
    cells = np.divmod(np.arange(height * width), width)
    down, along = (place[:, None] * frequencies for place in cells)
    return np.concatenate([np.sin(down), np.cos(down), np.sin(along), np.cos(along)], axis=-1)


def _code(places, quarter, divisor=None):
    angles = places[:, None] * 10000.0 ** (-np.arange(quarter) / (divisor or quarter))
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)


def _cells(height, width):
    return np.divmod(np.arange(height * width), width)


def _column_first(height, width, d_model):
    rows, columns = _cells(height, width)
    return np.concatenate([_code(columns, d_model // 4), _code(rows, d_model // 4)], axis=-1)


def _column_by_column(height, width, d_model):
    columns, rows = np.divmod(np.arange(height * width), height)
    return np.concatenate([_code(rows, d_model // 4), _code(columns, d_model // 4)], axis=-1)


def _exponent_halved(height, width, d_model):
    return np.concatenate([_code(c, d_model // 4, d_model // 2) for c in _cells(height, width)], axis=-1)


def _flat(height, width, d_model):
    return _code(np.arange(height * width), d_model // 2)


def _interleaved(height, width, d_model):
    codes = [_code(c, d_model // 4).reshape(-1, 2, d_model // 4) for c in _cells(height, width)]
    return np.concatenate([c.swapaxes(1, 2).reshape(height * width, -1) for c in codes], axis=-1)


def _sines_then_cosines(height, width, d_model):
    halves = [np.split(_code(c, d_model // 4), 2, axis=-1) for c in _cells(height, width)]
    return np.concatenate([halves[0][0], halves[1][0], halves[0][1], halves[1][1]], axis=-1)


def _from_one(height, width, d_model):
    return np.concatenate([_code(c + 1, d_model // 4) for c in _cells(height, width)], axis=-1)


def _divided_by_height(height, width, d_model):
    return np.concatenate([_code(c, d_model // 4) for c in np.divmod(np.arange(height * width), height)], axis=-1)


def _cases(rng):
    return [
        Case("one row of two cells, 4 channels", (1, 2, 4)),
        Case("two rows of one cell, 4 channels", (2, 1, 4)),
        Case("a square, 8 channels", (2, 2, 8)),
        Case("two rows of three, 8 channels", (2, 3, 8)),
        Case("more rows than columns, 16 channels", (5, 3, 16)),
        Case("any grid", (int(rng.integers(3, 6)), int(rng.integers(6, 9)), 12)),
    ]


def _row_half(function, height, width, d_model):
    code = np.asarray(function(height, width, d_model)).reshape(height, width, d_model)
    return np.allclose(code[:, :, : d_model // 2], code[:, :1, : d_model // 2])


def _transposed(function, height, width, d_model):
    code = np.asarray(function(height, width, d_model)).reshape(height, width, 2, -1)
    other = np.asarray(function(width, height, d_model)).reshape(width, height, 2, -1)
    return np.allclose(other.swapaxes(0, 1)[:, :, ::-1], code)


EXERCISE = Exercise(
    id="masks.sincos_2d",
    title="A sinusoid for each axis",
    level="medium",
    minutes=8,
    points=5,
    reference=sincos_2d,
    cases=_cases,
    properties=(
        Property("all cells of a row have the same first half", _row_half),
        Property("the transposed grid has the same codes with their halves exchanged", _transposed),
    ),
    wrong_answers=(
        WrongAnswer("column_first", _column_first, "The halves are exchanged: the column comes first. That is how the "
                    "released code of masked autoencoders does it; here the row comes first."),
        WrongAnswer("column_by_column", _column_by_column, "Your cells run column by column. Patches are cut row by "
                    "row, so on a grid that is not square nearly every patch gets another patch's code. np.meshgrid "
                    "without indexing='ij' does that."),
        WrongAnswer("exponent_halved", _exponent_halved, "Each axis has d_model / 4 frequencies, so the exponent runs "
                    "over -i / (d_model / 4). Yours falls half as fast, as if one axis had all the channels."),
        WrongAnswer("flat", _flat, "This is the 1-D sinusoid of the flattened index. A cell's neighbour below stands "
                    "width places away, and the code knows nothing of it."),
        WrongAnswer("interleaved", _interleaved, "Sines and cosines alternate. Here each half holds all its sines, "
                    "then all its cosines."),
        WrongAnswer("sines_then_cosines", _sines_then_cosines, "All sines come first. The halves belong to the axes: "
                    "sin and cos of the row, then sin and cos of the column."),
        WrongAnswer("from_one", _from_one, "Rows and columns count from 0."),
        WrongAnswer("divided_by_height", _divided_by_height, "Cell number divided by the height is not its row: each "
                    "row holds width cells. On a square nobody notices."),
    ),
    hints=(
        "Cell number 7 on a grid 3 wide: which row, which column? np.divmod gives both at once.",
        "A column of places times a row of frequencies gives the angles of one axis, (cells, d_model // 4). You need "
        "two such arrays.",
        "Then np.concatenate along the last axis: sin and cos of the row's angles, sin and cos of the column's.",
    ),
)  # fmt: skip
