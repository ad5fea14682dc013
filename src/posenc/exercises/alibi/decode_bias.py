"""alibi.decode_bias: one new query against a cache of keys."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def decode_bias(slopes, position, n_keys):
    """Return the bias (heads, 1, n_keys) of one query at `position` against cached keys 0 .. n_keys - 1."""
    return -slopes[:, None, None] * np.abs(np.arange(n_keys) - position)


def _cases(rng):
    return [
        Case("two cached keys, the query last", (np.array([0.5]), 1, 2)),
        Case("four cached keys, the query last", (np.array([0.5]), 3, 4)),
        Case("a cache with room: the query in the middle", (np.array([0.5, 0.25]), 2, 6)),
        Case("a long cache", (rng.uniform(0.01, 1, size=3), 40, 41)),
    ]


def _own_key(function, slopes, position, n_keys):
    return bool((np.asarray(function(slopes, position, n_keys))[..., position] == 0).all())


EXERCISE = Exercise(
    id="alibi.decode_bias",
    title="The bias of a decode step",
    level="medium",
    minutes=5,
    points=4,
    reference=decode_bias,
    cases=_cases,
    properties=(Property("the query's own key loses nothing", _own_key),),
    wrong_answers=(
        WrongAnswer("row_zero", lambda slopes, position, n_keys: -slopes[:, None, None] * np.arange(n_keys), "This is "
                    "row 0: the bias of a query at position 0. The oldest key, which is the farthest, loses nothing. "
                    "Use the query's true position."),
        WrongAnswer("no_bias", lambda slopes, position, n_keys: np.zeros((len(slopes), 1, n_keys)), "A bias built from "
                    "the query's length, 1, is 0 for the whole cache: every key then weighs the same. A released "
                    "library did this."),
        WrongAnswer("always_last", lambda slopes, position, n_keys:
                    -slopes[:, None, None] * np.arange(n_keys)[::-1], "Right while the query is the last key. A cache "
                    "may have room behind the query; count from `position`."),
        WrongAnswer("one_late", lambda slopes, position, n_keys:
                    -slopes[:, None, None] * np.abs(np.arange(n_keys) - position - 1), "One too far: the new token's "
                    "own key is in the cache too, and its distance is 0."),
        WrongAnswer("rewards", lambda slopes, position, n_keys:
                    slopes[:, None, None] * np.abs(np.arange(n_keys) - position), "You reward distance: the sign is "
                    "turned round."),
    ),
    hints=(
        "Which row of the full bias belongs to this query?",
        "The keys stand at 0 .. n_keys - 1. How far is each from `position`?",
        "Minus slope times the absolute difference of np.arange(n_keys) and position; the heads' axis first.",
    ),
)  # fmt: skip
