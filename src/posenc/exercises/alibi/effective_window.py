"""alibi.effective_window: how far a head can see."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def effective_window(slope, epsilon):
    """Return the distance, in tokens, at which a key's weight is epsilon of the nearest key's.

    The two keys have equal content; epsilon lies between 0 and 1. slope may be an array.
    """
    return np.log(1 / epsilon) / slope


def _cases(rng):
    return [
        Case("one tenth at slope 1", (1.0, 0.1)),
        Case("one half at slope 1/2", (0.5, 0.5)),
        Case("the eight slopes of eight heads", (2.0 ** -np.arange(1, 9), 0.1)),
        Case("any slope", (float(rng.uniform(0.01, 1)), float(rng.uniform(0.001, 0.9)))),
    ]


def _ratio(function, slope, epsilon):
    return np.allclose(np.exp(-slope * np.asarray(function(slope, epsilon))), epsilon)


def _halved(function, slope, epsilon):
    return np.allclose(function(slope / 2, epsilon), 2 * np.asarray(function(slope, epsilon)))


EXERCISE = Exercise(
    id="alibi.effective_window",
    title="How far a head sees",
    level="easy",
    minutes=5,
    points=3,
    reference=effective_window,
    cases=_cases,
    properties=(
        Property("at that distance exp(-slope · distance) is epsilon", _ratio),
        Property("half the slope sees twice as far", _halved),
    ),
    wrong_answers=(
        WrongAnswer("base_two", lambda slope, epsilon: np.log2(1 / epsilon) / slope, "That is the logarithm to base 2. "
                    "The slopes are powers of two; the softmax is a power of e."),
        WrongAnswer("base_ten", lambda slope, epsilon: np.log10(1 / epsilon) / slope, "That is the logarithm to base "
                    "10. The softmax is a power of e: np.log."),
        WrongAnswer("negative", lambda slope, epsilon: np.log(epsilon) / slope, "The distance is negative: the "
                    "logarithm of a number under 1 is. Take ln(1/epsilon)."),
        WrongAnswer("times_slope", lambda slope, epsilon: np.log(1 / epsilon) * slope, "A steeper slope must see less "
                    "far: divide by it."),
        WrongAnswer("linear", lambda slope, epsilon: (1 - epsilon) / slope, "You let the weight fall in a straight "
                    "line. The score does; the weight is its exponential."),
    ),
    hints=(
        "The ratio of two weights is the exponential of the difference of their scores.",
        "Solve exp(-slope · d) = epsilon for d.",
        "Take the natural logarithm of 1/epsilon, and divide by the slope.",
    ),
)  # fmt: skip
