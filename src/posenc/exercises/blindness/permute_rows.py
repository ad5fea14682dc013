"""blindness.permute_rows: put the tokens in another order."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def permute_rows(x, perm):
    """Reorder the rows of x (n, d): row i of the result is row perm[i] of x."""
    return x[perm]


def _cases(rng):
    return [
        Case("two rows change places", (np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([1, 0]))),
        Case("three rows in a ring", (np.array([[10.0], [20.0], [30.0]]), np.array([2, 0, 1]))),
        Case("a square of three", (np.arange(9.0).reshape(3, 3), np.array([1, 2, 0]))),
        Case("seven rows", (rng.normal(size=(7, 2)), np.roll(rng.permutation(7), 1))),
    ]


def _same_rows(function, x, perm):
    rows = np.asarray(function(x, perm))
    return rows.shape == x.shape and np.allclose(sorted(rows.tolist()), sorted(x.tolist()))


EXERCISE = Exercise(
    id="blindness.permute_rows",
    title="Reorder the tokens",
    level="easy",
    minutes=3,
    points=2,
    reference=permute_rows,
    cases=_cases,
    properties=(Property("the result holds the same rows, each as often as before", _same_rows),),
    wrong_answers=(
        WrongAnswer("inverse", lambda x, perm: x[np.argsort(perm)], "This is the inverse: you sent row i to place "
                    "perm[i]. Asked is the row that comes from perm[i]. Swapping two rows can't tell them apart; "
                    "a ring of three can."),
        WrongAnswer("columns", lambda x, perm: x[:, perm], "You reordered the columns, which are channels. Tokens "
                    "are rows."),
        WrongAnswer("both_axes", lambda x, perm: x[perm][:, perm], "You reordered rows and columns. That is for a "
                    "matrix of pairs; here only the rows move."),
        WrongAnswer("twice", lambda x, perm: x[perm][perm], "The permutation was applied twice."),
        WrongAnswer("entries", lambda x, perm: x.take(perm), "take without an axis picks single entries of the "
                    "flattened array. Ask for whole rows."),
    ),
    hints=(
        "NumPy can pick rows by a list of row numbers.",
        "An array of integers in square brackets picks along the first axis.",
        "Index x with perm, and return what comes out.",
    ),
)  # fmt: skip
