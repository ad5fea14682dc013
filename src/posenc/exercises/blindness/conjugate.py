"""blindness.conjugate: reorder queries and keys together."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def conjugate(matrix, perm):
    """Reorder rows and columns of a square matrix alike.

    Entry (i, j) of the result is entry (perm[i], perm[j]) of the matrix.
    """
    return matrix[perm][:, perm]


def _cases(rng):
    return [
        Case("two by two", (np.array([[11.0, 12.0], [21.0, 22.0]]), np.array([1, 0]))),
        Case("three in a ring", (np.arange(9.0).reshape(3, 3), np.array([2, 0, 1]))),
        Case("the order kept", (np.arange(16.0).reshape(4, 4), np.arange(4))),
        Case("six by six", (rng.normal(size=(6, 6)), np.roll(rng.permutation(6), 1))),
    ]


def _diagonal(function, matrix, perm):
    return np.allclose(np.diag(function(matrix, perm)), np.diag(matrix)[perm])


EXERCISE = Exercise(
    id="blindness.conjugate",
    title="A matrix of pairs, reordered",
    level="easy",
    minutes=4,
    points=3,
    reference=conjugate,
    cases=_cases,
    properties=(Property("the diagonal stays a diagonal: pair (i, i) remains a pair of equals", _diagonal),),
    wrong_answers=(
        WrongAnswer("rows_only", lambda matrix, perm: matrix[perm], "Only the queries moved. The keys, in the "
                    "columns, come from the same tokens and move with them."),
        WrongAnswer("columns_only", lambda matrix, perm: matrix[:, perm], "Only the keys moved. The queries, in the "
                    "rows, come from the same tokens and move with them."),
        WrongAnswer("pairs", lambda matrix, perm: matrix[perm, perm], "Two index arrays side by side are zipped: you "
                    "picked the entries (perm[i], perm[i]), a diagonal. Index rows first, then columns, "
                    "or use np.ix_."),
        WrongAnswer("inverse", lambda matrix, perm: matrix[np.argsort(perm)][:, np.argsort(perm)], "This is the "
                    "inverse permutation. A swap is its own inverse, a ring of three is not."),
        WrongAnswer("transposed", lambda matrix, perm: matrix[perm][:, perm].T, "Rows and columns changed roles: "
                    "entry (i, j) must come from (perm[i], perm[j]), not from (perm[j], perm[i])."),
    ),
    hints=(
        "Do it in two steps: first the rows, then the columns.",
        "A colon keeps an axis whole: [:, something] picks columns.",
        "Index with perm for the rows, then index that with a colon and perm for the columns.",
    ),
)  # fmt: skip
