"""masks.read_position: a causal layer without positions gives them away."""

import numpy as np

from posenc.encodings import attention
from posenc.encodings.causal import causal_mask
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def read_position(output):
    """Guess where each row of output (n, d) stood; return n whole numbers, each of 0 .. n - 1 once.

    The rows come from causal attention without positions, and they come shuffled. Row i was a mean of
    i + 1 values, and a mean of many random vectors is short. So the longest row stood at 0.
    """
    lengths = np.linalg.norm(output, axis=-1)
    return np.argsort(np.argsort(-lengths))


def _shortest_first(output):
    return np.argsort(np.argsort(np.linalg.norm(output, axis=-1)))


def _sorted_not_ranked(output):
    return np.argsort(-np.linalg.norm(output, axis=-1))


def _from_one(output):
    return read_position(output) + 1


def _one_channel(output):
    return np.argsort(np.argsort(-np.abs(output[:, 0])))


def _sum(output):
    return np.argsort(np.argsort(-output.sum(axis=-1)))


def _as_they_come(output):
    return np.arange(len(output))


def causal_output(rng, n, d):
    """What one causal head without positions makes of n random tokens, shuffled."""
    w_q, w_k, w_v = rng.normal(size=(3, d, d)) / np.sqrt(d)
    x, places = rng.normal(size=(n, d)), np.arange(n)
    output = attention.attention(x @ w_q, x @ w_k, x @ w_v, mask=causal_mask(places, places))
    return output[rng.permutation(n)]


def _cases(rng):
    return [
        Case("three rows whose lengths are plain to see", (np.array([[0.0, 1.0], [3.0, 4.0], [-2.0, 0.0]]),)),
        Case("four rows, two of them pointing down", (np.array([[0.0, -9.0], [1.0, 1.0], [5.0, 0.0], [-0.5, -0.5]]),)),
        Case("an output of 8 tokens, 16 channels", (causal_output(rng, 8, 16),)),
        Case("an output of 32 tokens, 64 channels", (causal_output(rng, 32, 64),)),
    ]


def _each_place_once(function, output):
    return np.array_equal(np.sort(function(output)), np.arange(len(output)))


def _follows(function, output):
    moved = np.roll(np.arange(len(output)), 1)
    return np.array_equal(function(output[moved]), np.asarray(function(output))[moved])


def _turned(function, output):
    return np.array_equal(function(-output), function(output))


EXERCISE = Exercise(
    id="masks.read_position",
    title="Read the position off a row",
    level="medium",
    minutes=6,
    points=4,
    reference=read_position,
    cases=_cases,
    properties=(
        Property("each place is given once", _each_place_once),
        Property("reordered rows give the guesses reordered alike", _follows),
        Property("turning every row round changes no length, so no guess", _turned),
    ),
    wrong_answers=(
        WrongAnswer("shortest_first", _shortest_first, "You put the shortest row first. The first token sees only "
                    "itself, so nothing is averaged away: its row is the longest."),
        WrongAnswer("sorted_not_ranked", _sorted_not_ranked, "argsort tells which row comes first, second, third. "
                    "Asked is the place of each row: the inverse of that order. Apply argsort once more."),
        WrongAnswer("from_one", _from_one, "Places count from 0."),
        WrongAnswer("one_channel", _one_channel, "One channel is a noisy measure of length. Take the norm over all."),
        WrongAnswer("sum", _sum, "The sum of the channels has a sign and says nothing about length. Take the norm."),
        WrongAnswer("as_they_come", _as_they_come, "The rows are shuffled: the index of a row says nothing."),
    ),
    hints=(
        "np.linalg.norm with axis=-1 gives each row's length. Which row is at place 0, the longest or the shortest?",
        "argsort of the negative lengths lists the rows, longest first. You need each row's place in that list.",
        "The rank of each entry is argsort applied twice: np.argsort(np.argsort(...)) of the negative lengths.",
    ),
)  # fmt: skip
