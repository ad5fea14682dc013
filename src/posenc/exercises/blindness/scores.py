"""blindness.scores: every query against every key."""

import numpy as np

from posenc.encodings import attention
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def scores(q, k):
    """Score queries (n_q, d) against keys (n_k, d): scaled dot products, shape (n_q, n_k).

    Entry (i, j) belongs to query i and key j.
    """
    return q @ k.T / np.sqrt(q.shape[-1])


def _cases(rng):
    return [
        Case("one query, one key, d = 4", (np.ones((1, 4)), np.ones((1, 4)))),
        Case("one query, three keys", (np.array([[2.0, 0.0]]), np.array([[1.0, 5.0], [0.0, 7.0], [-1.0, 0.0]]))),
        Case("as many queries as keys", (rng.normal(size=(3, 2)), rng.normal(size=(3, 2)))),
        Case("more queries than keys", (rng.normal(size=(5, 8)), rng.normal(size=(2, 8)))),
    ]


def _linear(function, q, k):
    return np.allclose(function(3.0 * q, k), 3.0 * np.asarray(function(q, k)))


def _spread(function, q, k):
    """Stacking the channels twice doubles the dot product, and √2 of it is divided away."""
    twice = function(np.hstack([q, q]), np.hstack([k, k]))
    return np.allclose(twice, np.sqrt(2.0) * np.asarray(function(q, k)))


EXERCISE = Exercise(
    id="blindness.scores",
    title="Scores before the softmax",
    level="easy",
    minutes=4,
    points=2,
    reference=scores,
    cases=_cases,
    properties=(
        Property("a query three times as long scores three times as high", _linear),
        Property("twice as many equal channels raise a score by √2, not by 2", _spread),
    ),
    wrong_answers=(
        WrongAnswer("unscaled", lambda q, k: q @ k.T, "The dot products are right, but not scaled. Over d random "
                    "channels they grow like √d and would saturate the softmax: divide by √d."),
        WrongAnswer("divided_by_d", lambda q, k: q @ k.T / q.shape[-1], "You divide by d. The dot product of random "
                    "vectors spreads like √d, so √d is what brings it back to 1."),
        WrongAnswer("divided_by_sqrt_n", lambda q, k: q @ k.T / np.sqrt(len(k)), "You divide by the square root of "
                    "the number of keys. The scale belongs to the channels: √d."),
        WrongAnswer("multiplied", lambda q, k: q @ k.T * np.sqrt(q.shape[-1]), "You multiply by √d; divide by it."),
        WrongAnswer("keys_by_queries", lambda q, k: k @ q.T / np.sqrt(q.shape[-1]), "Your rows belong to the keys. "
                    "Row i must hold the scores of query i: queries first, keys transposed."),
        WrongAnswer("weights", lambda q, k: attention.softmax(q @ k.T / np.sqrt(q.shape[-1])), "These are the "
                    "weights. The scores are what goes into the softmax."),
    ),
    hints=(
        "One matrix product gives all dot products at once. Which of the two matrices must be transposed?",
        "Queries in the rows, keys in the columns: (n_q, d) times (d, n_k).",
        "Divide the product of q and the transposed k by the square root of q.shape[-1].",
    ),
)  # fmt: skip
