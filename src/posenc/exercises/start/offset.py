"""start.offset: the sign convention of the whole course, as a first check."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def offset(query, key):
    """Say how far the key stands from the query: key position minus query position.

    A key before the query has a negative offset.
    """
    return key - query


def _cases(rng):
    return [
        Case("a key three places back", (5, 2)),
        Case("the token itself", (4, 4)),
        Case("a key one place ahead", (0, 1)),
        Case("keys on both sides", (3, np.arange(6))),
        Case("any places", (int(rng.integers(100)), rng.integers(100, size=4))),
    ]


def _opposite(function, query, key):
    return np.array_equal(function(key, query), -np.asarray(function(query, key)))


EXERCISE = Exercise(
    id="start.offset",
    title="Which way is negative?",
    level="easy",
    minutes=1,
    points=2,
    reference=offset,
    cases=_cases,
    properties=(Property("changing the roles of query and key changes the sign", _opposite),),
    wrong_answers=(
        WrongAnswer("flipped", lambda query, key: query - key, "The sign is turned round. Here a key that stands "
                    "before its query has a negative offset; some libraries count the other way, and mixing the two "
                    "is a bug that people really ship."),
        WrongAnswer("distance", lambda query, key: np.abs(key - query), "This is the distance. An offset has a sign: "
                    "before and after are different places."),
        WrongAnswer("one_more", lambda query, key: key - query + 1, "One too many: a token's offset to itself is 0."),
        WrongAnswer("total", lambda query, key: key + query, "You added the positions. An offset is a difference."),
    ),
    hints=(
        "Try a key at place 2 and a query at place 5. The key stands before: which sign?",
        "It is one subtraction.",
        "Start from the key and take the query away.",
    ),
)  # fmt: skip
