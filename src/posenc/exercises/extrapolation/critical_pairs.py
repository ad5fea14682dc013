"""extrapolation.critical_pairs: which pairs meet angles that training never showed."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def critical_pairs(d_head, base, trained_length):
    """Return the numbers of the pairs that never complete a turn within the trained length.

    Pair i of d_head / 2 turns by base ** (-2i / d_head) radians a token. Fastest first.
    """
    frequencies = base ** (-np.arange(0, d_head, 2) / d_head)
    return np.flatnonzero(trained_length * frequencies < 2 * np.pi)


def _frequencies(d_head, base):
    return base ** (-np.arange(0, d_head, 2) / d_head)


def _came_round(d_head, base, trained_length):
    return np.flatnonzero(trained_length * _frequencies(d_head, base) >= 2 * np.pi)


def _how_many(d_head, base, trained_length):
    return np.array([len(critical_pairs(d_head, base, trained_length))])


def _which(d_head, base, trained_length):
    return trained_length * _frequencies(d_head, base) < 2 * np.pi


def _one_radian(d_head, base, trained_length):
    return np.flatnonzero(trained_length * _frequencies(d_head, base) < 1)


def _half_turn(d_head, base, trained_length):
    return np.flatnonzero(trained_length * _frequencies(d_head, base) < np.pi)


def _channels(d_head, base, trained_length):
    return 2 * critical_pairs(d_head, base, trained_length)


def _not_doubled(d_head, base, trained_length):
    frequencies = base ** (-np.arange(d_head // 2) / d_head)
    return np.flatnonzero(trained_length * frequencies < 2 * np.pi)


def _cases(rng):
    return [
        Case("one pair over 7 tokens: it comes round", (2, 10000.0, 7)),
        Case("the lab's heads: 8 channels over 32 tokens", (8, 10000.0, 32)),
        Case("a pair that comes round exactly", (2, 10000.0, 2 * np.pi)),
        Case("16 channels over 512 tokens", (16, 10000.0, 512)),
        Case("128 channels over 4096 tokens", (128, 10000.0, 4096)),
        Case("base 500000 over 8192 tokens", (128, 500000.0, 8192)),
        Case("a length drawn at random", (64, 10000.0, int(rng.integers(100, 9000)))),
    ]


def _the_slow_end(function, d_head, base, trained_length):
    pairs = np.asarray(function(d_head, base, trained_length))
    return np.array_equal(pairs, np.arange(d_head // 2 - len(pairs), d_head // 2))


EXERCISE = Exercise(
    id="extrapolation.critical_pairs",
    title="The critical pairs",
    level="easy",
    minutes=6,
    points=4,
    reference=critical_pairs,
    cases=_cases,
    properties=(Property("they are the slowest pairs, without a gap", _the_slow_end),),
    wrong_answers=(
        WrongAnswer("came_round", _came_round, "These pairs did come round: training has shown them every angle. "
                    "Critical are the others."),
        WrongAnswer("how_many", _how_many, "That is how many there are. Return which ones: np.flatnonzero gives the "
                    "numbers of the True entries."),
        WrongAnswer("which", _which, "That is one True or False a pair. Return the numbers of the True ones."),
        WrongAnswer("one_radian", _one_radian, "You compared the angle with 1. A full turn is 2π radians."),
        WrongAnswer("half_turn", _half_turn, "You compared with π, which is half a turn."),
        WrongAnswer("channels", _channels, "These are numbers of channels. Two channels form one pair; count pairs."),
        WrongAnswer("not_doubled", _not_doubled, "The 2 of -2i is missing in the exponent, so the slow pairs turn too "
                    "fast and seem safe."),
    ),
    hints=(
        "Over the trained length a pair turns by length times frequency, in radians.",
        "Less than one turn means below 2π. The comparison gives True and False, one a pair.",
        "np.flatnonzero turns them into the pairs' numbers.",
    ),
)  # fmt: skip
