"""blindness.equivariance_gap: how far a layer is from commuting with a shuffle."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer
from posenc.exercises.given import GivenLayer


def equivariance_gap(layer, x, perm):
    """Compare two ways round: shuffle the rows of x (n, d) and run the layer, or run it and shuffle.

    Return the largest absolute difference, a single number.
    """
    return np.max(np.abs(layer(x[perm]) - layer(x)[perm]))


def _cases(rng):
    ring, rotation = np.array([2, 0, 1]), np.array([3, 0, 1, 2])
    x = np.array([[1.0], [2.0], [4.0]])
    return [
        Case("a row-wise layer: no gap", (GivenLayer("square"), x, ring)),
        Case("a running sum", (GivenLayer("running_sum"), x, ring)),
        Case("a falling sum", (GivenLayer("falling_sum"), x, ring)),
        Case("self-attention: no gap", (GivenLayer("self_attention"), rng.normal(size=(4, 3)), rotation)),
        Case("under a causal mask", (GivenLayer("causal_attention"), rng.normal(size=(4, 3)), rotation)),
        Case("after a position is added", (GivenLayer("with_positions"), rng.normal(size=(4, 3)), rotation)),
    ]


def _row_wise(function, layer, x, perm):
    return function(GivenLayer("negate"), x, perm) == 0


def _no_shuffle(function, layer, x, perm):
    return function(layer, x, np.arange(len(x))) == 0


EXERCISE = Exercise(
    id="blindness.equivariance_gap",
    title="Measure the blindness",
    level="medium",
    minutes=6,
    points=4,
    reference=equivariance_gap,
    cases=_cases,
    properties=(
        Property("a layer that works row by row has no gap", _row_wise),
        Property("leaving the order alone shows no gap", _no_shuffle),
    ),
    wrong_answers=(
        WrongAnswer("invariance", lambda layer, x, perm: np.max(np.abs(layer(x[perm]) - layer(x))), "You measure "
                    "invariance: whether the output stays put. Equivariance asks whether it moves along: shuffle "
                    "the rows of layer(x) too."),
        WrongAnswer("signed", lambda layer, x, perm: np.max(layer(x[perm]) - layer(x)[perm]), "Without the absolute "
                    "value a large negative difference is overlooked."),
        WrongAnswer("mean", lambda layer, x, perm: np.mean(np.abs(layer(x[perm]) - layer(x)[perm])), "The mean hides "
                    "one bad row among many good ones. Take the largest difference."),
        WrongAnswer("inverse", lambda layer, x, perm: np.max(np.abs(layer(x[perm]) - layer(x)[np.argsort(perm)])),
                    "The output is shuffled by the inverse. Both ways round need the same perm."),
        WrongAnswer("norm", lambda layer, x, perm: np.linalg.norm(layer(x[perm]) - layer(x)[perm]), "The norm adds "
                    "up all differences and grows with the number of tokens. Take the largest one."),
    ),
    hints=(
        "f(PX) is one path, P f(X) the other. Which rows must be reordered in which path?",
        "Run the layer twice: on the shuffled rows, and on the rows as they are. Shuffle the second result.",
        "Subtract the two, take absolute values, take the maximum over everything.",
    ),
)  # fmt: skip
