"""blindness.softmax: rows of scores into rows of weights."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def softmax(scores):
    """Turn every row of scores (..., n) into weights that sum to 1.

    Scores of a thousand must not overflow. A score of -inf gets the weight 0;
    a row of nothing but -inf gets nothing but zeros.
    """
    peak = np.max(scores, axis=-1, keepdims=True)
    peak = np.where(np.isneginf(peak), 0.0, peak)
    weights = np.exp(scores - peak)
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1.0, total)


def _no_peak(scores):
    weights = np.exp(scores)
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1.0, total)


def _one_peak_for_all(scores):
    peak = np.max(scores)
    weights = np.exp(scores - (0.0 if np.isneginf(peak) else peak))
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1.0, total)


def _down_the_columns(scores):
    return np.swapaxes(softmax(np.swapaxes(scores, -1, -2)), -1, -2)


def _over_everything(scores):
    return softmax(scores.reshape(1, -1)).reshape(scores.shape)


def _no_keepdims(scores):
    peak = np.max(scores, axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(peak), 0.0, peak))
    total = weights.sum(axis=-1)
    return weights / np.where(total == 0, 1.0, total)


def _unguarded(scores):
    weights = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def _shares_out_nothing(scores):
    return softmax(np.maximum(scores, np.finfo(float).min))


def _cases(rng):
    masked = rng.normal(size=(4, 4))
    masked[0, 1:], masked[2, :2] = -np.inf, -np.inf
    return [
        Case("two equal scores", (np.zeros((1, 2)),)),
        Case("two rows", (np.array([[0.0, np.log(3.0)], [np.log(4.0), 0.0]]),)),
        Case("a square matrix", (rng.normal(size=(3, 3)),)),
        Case("more columns than rows", (rng.normal(size=(2, 5)),)),
        Case("scores of a thousand", (np.array([[1000.0, 1000.0], [0.0, -1000.0]]),)),
        Case("rows of very different size", (np.array([[900.0, 901.0], [-901.0, -900.0]]),)),
        Case("some keys masked", (masked,)),
        Case("a row with every key masked", (np.array([[-np.inf, -np.inf], [0.0, -np.inf]]),)),
        Case("a batch of matrices", (rng.normal(scale=3.0, size=(2, 3, 4)),)),
    ]


def _sums(function, scores):
    alive = np.isfinite(scores).any(axis=-1)
    return np.allclose(np.sum(function(scores), axis=-1), alive)


def _shift(function, scores):
    return np.allclose(function(scores + 7.0), function(scores))


EXERCISE = Exercise(
    id="blindness.softmax",
    title="A softmax that cannot overflow",
    level="easy",
    minutes=6,
    points=4,
    reference=softmax,
    cases=_cases,
    properties=(
        Property("each row of weights sums to 1, or to 0 when every key is masked", _sums),
        Property("adding 7 to every score changes nothing", _shift),
    ),
    wrong_answers=(
        WrongAnswer("no_peak", _no_peak, "exp(1000) is inf, and inf / inf is not a number. Subtract each row's "
                    "largest score first: it cancels in the fraction."),
        WrongAnswer("one_peak_for_all", _one_peak_for_all, "You subtract one maximum from the whole array. A row far "
                    "below it underflows to zeros; each row needs its own maximum."),
        WrongAnswer("down_the_columns", _down_the_columns, "Your columns sum to 1, the rows do not. A query shares "
                    "its attention out among the keys: along the last axis."),
        WrongAnswer("over_everything", _over_everything, "Your whole array sums to 1. Every row is a distribution of "
                    "its own."),
        WrongAnswer("no_keepdims", _no_keepdims, "Without keepdims the row sums have shape (n,), and NumPy divides "
                    "column j by the sum of row j. On a square matrix no error warns you."),
        WrongAnswer("unguarded", _unguarded, "A row of nothing but -inf: its maximum is -inf, and -inf - (-inf) is "
                    "not a number. Treat that row apart; its weights are zeros."),
        WrongAnswer("shares_out_nothing", _shares_out_nothing, "A row without a single key to attend to got equal "
                    "weights. That is what a large negative number in the place of -inf does: the query now "
                    "averages exactly the tokens it must not see."),
    ),
    hints=(
        "Subtracting the same number from every score of a row changes nothing. Which number makes exp safe?",
        "Use axis=-1 and keepdims=True twice: for the largest score of a row, and for the sum of a row.",
        "Where the largest score is -inf, subtract 0 instead; where the sum is 0, divide by 1 instead. "
        "np.where does both.",
    ),
)  # fmt: skip
