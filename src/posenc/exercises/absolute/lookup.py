"""absolute.lookup: rows of a learned table, and none beyond it."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def lookup(table, positions):
    """Fetch row p of the table (n_max, d) for each p of positions (n,), whole numbers; result (n, d).

    A position below 0, or n_max and above, has no row: raise an IndexError that names the first of them.
    """
    outside = positions[(positions < 0) | (positions >= len(table))]
    if outside.size:
        raise IndexError(f"position {outside[0]} has no row in the table")
    return table[positions]


def _wrapped(table, positions):
    return table[positions % len(table)]


def _clipped(table, positions):
    return table[np.clip(positions, 0, len(table) - 1)]


def _zeros(table, positions):
    known = (positions >= 0) & (positions < len(table))
    return np.where(known[:, None], table[np.where(known, positions, 0)], 0.0)


def _from_one(table, positions):
    return lookup(table, positions - 1)


def _two_reserved(table, positions):
    return lookup(table, positions + 2)


def _another_error(table, positions):
    try:
        return lookup(table, positions)
    except IndexError as error:
        raise ValueError(str(error)) from None


def _dropped(table, positions):
    return table[positions[(positions >= 0) & (positions < len(table))]]


def _cases(rng):
    table = np.array([[0.0, 0.5], [1.0, 1.5], [2.0, 2.5]])
    return [
        Case("the first row of a single one", (np.array([[7.0, 8.0]]), np.array([0]))),
        Case("rows in another order, one of them twice", (table.copy(), np.array([2, 0, 2]))),
        Case("one position past the last row", (table.copy(), np.array([1, 3]))),
        Case("position -1", (table.copy(), np.array([-1, 0]))),
        Case("far past the end", (table.copy(), np.array([4096]))),
        Case("far below 0", (table.copy(), np.array([0, -9]))),
        Case("a larger table", (rng.normal(size=(9, 4)), rng.permutation(9)[:5])),
    ]


def _whole(function, table, positions):
    return np.allclose(function(table, np.arange(len(table))), table)


def _names_the_position(function, table, positions):
    place = -len(table) - 40
    try:
        function(table, np.array([0, 0, place, -1]))
    except IndexError as error:
        return str(place) in str(error)
    return False


EXERCISE = Exercise(
    id="absolute.lookup",
    title="A table ends",
    level="easy",
    minutes=6,
    points=4,
    reference=lookup,
    cases=_cases,
    properties=(
        Property("asking for rows 0, 1, 2, ... gives the table back", _whole),
        Property("the IndexError names the first position that has no row", _names_the_position),
    ),
    wrong_answers=(
        WrongAnswer("numpy_alone", lambda table, positions: table[positions], "Past the end NumPy complains, below 0 "
                    "it does not: table[-1] is the last row. A left-padded batch with positions −1 would run without a "
                    "word. Check both ends yourself."),
        WrongAnswer("wrapped", _wrapped, "Positions wrap round: token n_max gets the row of token 0. It has no row."),
        WrongAnswer("clipped", _clipped, "Every token past the end gets the last row, so they all seem to stand at one "
                    "place. Raise an IndexError instead."),
        WrongAnswer("zeros", _zeros, "Tokens outside the table get zeros: no position, and no warning. Raise an "
                    "IndexError instead."),
        WrongAnswer("from_one", _from_one, "Your rows count from 1. Position p has row p, and position 0 the first."),
        WrongAnswer("two_reserved", _two_reserved, "You skip two rows. RoBERTa's and BART's tables reserve some at the "
                    "start; this one does not."),
        WrongAnswer("another_error", _another_error, "The check is right, the kind of error is not: callers expect an "
                    "IndexError, as from a list."),
        WrongAnswer("dropped", _dropped, "Positions outside are left out, so fewer rows come back than tokens went in. "
                    "Raise an IndexError instead."),
    ),
    hints=(
        "Which position does NumPy accept that it should not? Try an array with −1.",
        "Compare positions with 0 and with len(table); combine the two with | and pick those positions.",
        "If any were picked, raise an IndexError whose text holds the first one; else "
        "index the table with positions.",
    ),
)  # fmt: skip
