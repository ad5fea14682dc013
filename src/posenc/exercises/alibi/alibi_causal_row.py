"""alibi.alibi_causal_row: one row in the place of a matrix, where a causal mask allows it."""

import numpy as np

from posenc.encodings import attention
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def alibi_causal_row(slopes, n_keys):
    """Return one row of biases a head, shape (heads, 1, n_keys), the same for every query.

    Under a causal mask it must give the weights that the full bias gives.
    """
    return slopes[:, None, None] * np.arange(n_keys)


def causal_weights(result, slopes, n_keys):
    """The weights of n_keys queries with equal content: what every right row has in common."""
    row = np.asarray(result)
    if row.shape != (len(slopes), 1, n_keys) or row.dtype.kind not in "if":
        raise ValueError(f"expected numbers of shape {(len(slopes), 1, n_keys)}, got {row.dtype} of shape {row.shape}")
    past = np.tril(np.ones((n_keys, n_keys), dtype=bool))
    return attention.softmax(np.where(past, row, -np.inf))


def _cases(rng):
    return [
        Case("one head, two keys", (np.array([0.5]), 2)),
        Case("one head, four keys", (np.array([0.25]), 4)),
        Case("two heads, five keys", (np.array([0.5, 0.0625]), 5)),
        Case("random slopes", (rng.uniform(0.01, 1, size=3), 12)),
    ]


def _equal_steps(function, slopes, n_keys):
    return np.allclose(np.diff(function(slopes, n_keys), axis=-1), slopes[:, None, None])


EXERCISE = Exercise(
    id="alibi.alibi_causal_row",
    title="A row for a matrix",
    level="medium",
    minutes=6,
    points=4,
    reference=alibi_causal_row,
    cases=_cases,
    observe=causal_weights,
    properties=(Property("from each key to the next the row rises by the slope", _equal_steps),),
    wrong_answers=(
        WrongAnswer("falling", lambda slopes, n_keys: -slopes[:, None, None] * np.arange(n_keys), "Your row falls: the "
                    "first key gets the most, for every query. This is row 0 of the full bias, and right for query 0 "
                    "alone. Nearer keys must get more."),
        WrongAnswer("no_slope", lambda slopes, n_keys: np.ones_like(slopes)[:, None, None] * np.arange(n_keys), "Every "
                    "head falls by 1 a token. Each has a slope of its own."),
        WrongAnswer("flat", lambda slopes, n_keys: np.zeros((len(slopes), 1, n_keys)), "A row of equal numbers is no "
                    "bias at all: the softmax ignores a constant of the row."),
        WrongAnswer("mirrored", lambda slopes, n_keys: -slopes[:, None, None] * np.abs(np.arange(n_keys) - n_keys // 2),
                    "Your row is highest in the middle. It must rise up to the last key; the mask cuts off what lies "
                    "ahead of each query."),
        WrongAnswer("per_key_share", lambda slopes, n_keys: slopes[:, None, None] * np.arange(n_keys) / n_keys, "You "
                    "divide by the number of keys. A slope is in score units a token, however long the text is."),
    ),
    hints=(
        "The full bias of query i is -m (i - j) = m j - m i. What does the softmax do with m i?",
        "m i is the same for the whole row, so it cancels. What is left depends on the key alone.",
        "Slope times key number, with shape (heads, 1, n_keys).",
    ),
)  # fmt: skip
