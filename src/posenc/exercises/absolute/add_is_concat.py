"""absolute.add_is_concat: adding is concatenation with tied weights, and the other way round."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def add_is_concat(w):
    """For a projection w (d, m), return three matrices: tied, left, right.

    tied (2d, m): [x, p] @ tied equals (x + p) @ w, where [x, p] (n, 2d) is x beside p.
    left, right (d, 2d): x @ left + p @ right equals [x, p].
    """
    d = len(w)
    tied = np.concatenate([w, w])
    one, nothing = np.eye(d), np.zeros((d, d))
    return tied, np.hstack([one, nothing]), np.hstack([nothing, one])


def _halved(w):
    tied, left, right = add_is_concat(w)
    return tied / 2, left, right


def _tokens_only(w):
    _, left, right = add_is_concat(w)
    return np.concatenate([w, np.zeros_like(w)]), left, right


def _side_by_side(w):
    _, left, right = add_is_concat(w)
    return np.hstack([w, w]), left, right


def _block_diagonal(w):
    _, left, right = add_is_concat(w)
    return np.kron(np.eye(2), w), left, right


def _overlapping(w):
    tied, left, _ = add_is_concat(w)
    return tied, left, left


def _swapped(w):
    tied, left, right = add_is_concat(w)
    return tied, right, left


def _tall(w):
    tied, left, right = add_is_concat(w)
    return tied, left.T, right.T


def _cases(rng):
    return [
        Case("one channel to one", (np.array([[3.0]]),)),
        Case("two channels to one", (np.array([[1.0], [2.0]]),)),
        Case("two channels to three", (np.arange(6.0).reshape(2, 3),)),
        Case("a square projection", (rng.normal(size=(5, 5)),)),
    ]


def _both_ways(function, w):
    """On x and p without a pattern."""
    x, p = (np.sin(np.arange(a, a + 4 * len(w)) ** 2.0).reshape(4, len(w)) for a in (1, 77))
    tied, left, right = (np.asarray(part) for part in function(w))
    beside = np.hstack([x, p])
    return np.allclose(beside @ tied, (x + p) @ w, atol=1e-5) and np.allclose(x @ left + p @ right, beside)


EXERCISE = Exercise(
    id="absolute.add_is_concat",
    title="Add or concatenate?",
    level="medium",
    minutes=7,
    points=4,
    reference=add_is_concat,
    cases=_cases,
    properties=(Property("both equations hold for any x and p", _both_ways),),
    wrong_answers=(
        WrongAnswer("halved", _halved, "Your blocks are halved: [x, p] @ tied gives the mean of x and p, projected. "
                    "The sum needs w twice, whole."),
        WrongAnswer("tokens_only", _tokens_only, "The lower block is zero, so p is ignored. It must do to p what the "
                    "upper one does to x."),
        WrongAnswer("side_by_side", _side_by_side, "The copies of w stand beside each other. [x, p] has 2d channels, "
                    "so tied has 2d rows: one copy above the other."),
        WrongAnswer("block_diagonal", _block_diagonal, "Your tied projects x and p apart and keeps both results, (n, "
                    "2m). For (x + p) @ w the two results are added: one copy of w above the other."),
        WrongAnswer("overlapping", _overlapping, "left and right write into the same channels: x and p are added, not "
                    "set side by side. Give p the second half of the channels."),
        WrongAnswer("swapped", _swapped, "left and right have changed places: x belongs into the first d channels."),
        WrongAnswer("tall", _tall, "left and right are transposed: x (n, d) times left (d, 2d)."),
    ),
    hints=(
        "Write [x, p] @ tied with tied cut into an upper and a lower block of d rows: x @ upper + p @ lower.",
        "Both blocks are w. For the other direction: an identity where x should go, zeros where p should go.",
        "tied: w above w. left: np.eye(d) beside zeros (d, d). right: the zeros first, then the identity.",
    ),
)  # fmt: skip
