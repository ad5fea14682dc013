"""alibi.alibi_bias: the penalty on distance."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def alibi_bias(slopes, offsets):
    """Return the bias (heads, n_q, n_k) for slopes (heads,) and offsets (n_q, n_k) in tokens.

    The score of a pair loses its head's slope for every token of distance, on both sides.
    """
    return -slopes[:, None, None] * np.abs(offsets)


def _cases(rng):
    places = np.arange(3)
    return [
        Case("one head, keys behind the query", (np.array([0.5]), np.array([[-2, -1, 0]]))),
        Case("one head, keys on both sides", (np.array([0.5]), np.array([[-1, 0, 1, 2]]))),
        Case("two heads, three tokens", (np.array([0.5, 0.25]), places[None, :] - places[:, None])),
        Case("offsets with gaps", (rng.uniform(0.01, 1, size=4), rng.integers(-50, 50, size=(2, 5)))),
    ]


def _never_positive(function, slopes, offsets):
    return bool((np.asarray(function(slopes, offsets)) <= 0).all())


def _mirrored(function, slopes, offsets):
    return np.allclose(function(slopes, -offsets), function(slopes, offsets))


EXERCISE = Exercise(
    id="alibi.alibi_bias",
    title="A penalty on distance",
    level="easy",
    minutes=4,
    points=3,
    reference=alibi_bias,
    cases=_cases,
    properties=(
        Property("no bias is above 0", _never_positive),
        Property("a key ahead loses as much as a key as far behind", _mirrored),
    ),
    wrong_answers=(
        WrongAnswer("rewards", lambda slopes, offsets: slopes[:, None, None] * np.abs(offsets), "The sign is turned "
                    "round: you reward distance. The bias is 0 on the diagonal and negative elsewhere."),
        WrongAnswer("signed", lambda slopes, offsets: slopes[:, None, None] * offsets, "Right behind the query, "
                    "where offsets are negative. Ahead of it you reward distance; only a causal mask would hide "
                    "that. Take the absolute value."),
        WrongAnswer("rewards_past", lambda slopes, offsets: -slopes[:, None, None] * offsets, "An offset behind the "
                    "query is negative, and minus a negative number is a reward. Take the absolute value first."),
        WrongAnswer("heads_last", lambda slopes, offsets: -slopes * np.abs(offsets)[..., None], "The numbers are "
                    "right, but the heads stand last. They come before the tokens: (heads, n_q, n_k)."),
        WrongAnswer("squared", lambda slopes, offsets: -slopes[:, None, None] * offsets**2.0, "You square the "
                    "distance. ALiBi is linear in it, as its name says."),
    ),
    hints=(
        "A distance has no sign. Which NumPy function drops it?",
        "slopes[:, None, None] has the shape (heads, 1, 1), so it broadcasts over all pairs.",
        "Minus that, times the absolute offsets.",
    ),
)  # fmt: skip
