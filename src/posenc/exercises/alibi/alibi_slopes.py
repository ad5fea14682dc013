"""alibi.alibi_slopes: one slope a head, for any number of heads."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def alibi_slopes(n_heads):
    """Return one slope a head, shape (n_heads,).

    For H a power of two: 2^(-8h/H), h = 1 .. H. Otherwise take the next lower power's slopes, and fill up
    with the 1st, 3rd, 5th ... slope of twice that power.
    """
    power = 2 ** int(np.log2(n_heads))
    slopes = 2.0 ** (-8 * np.arange(1, power + 1) / power)
    between = 2.0 ** (-4 * np.arange(1, 2 * power, 2) / power)
    return np.concatenate([slopes, between[: n_heads - power]])


def _straight(n_heads):
    return 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)


def _from_zero(n_heads):
    power = 2 ** int(np.log2(n_heads))
    slopes, twice = 2.0 ** (-8 * np.arange(power) / power), 2.0 ** (-4 * np.arange(2 * power) / power)
    return np.concatenate([slopes, twice[::2][: n_heads - power]])


def _every_even(n_heads):
    power = 2 ** int(np.log2(n_heads))
    twice = 2.0 ** (-4 * np.arange(1, 2 * power + 1) / power)
    return np.concatenate([twice[1::2], twice[1::2][: n_heads - power]])


def _first_of_doubled(n_heads):
    power = 2 ** int(np.log2(n_heads))
    twice = 2.0 ** (-4 * np.arange(1, 2 * power + 1) / power)
    return np.concatenate([twice[1::2], twice[: n_heads - power]])


def _cases(rng):
    return [
        Case("one head", (1,)),
        Case("two heads", (2,)),
        Case("eight heads", (8,)),
        Case("three heads", (3,)),
        Case("12 heads", (12,)),
        Case("some other number of heads", (int(rng.integers(17, 31)),)),
    ]


def _under_one(function, n_heads):
    slopes = np.asarray(function(n_heads))
    return slopes.shape == (n_heads,) and bool(((slopes > 0) & (slopes < 1)).all())


def _all_different(function, n_heads):
    return len(set(np.asarray(function(n_heads)).tolist())) == n_heads


EXERCISE = Exercise(
    id="alibi.alibi_slopes",
    title="A slope for every head",
    level="medium",
    minutes=8,
    points=5,
    reference=alibi_slopes,
    cases=_cases,
    properties=(
        Property("every slope lies between 0 and 1", _under_one),
        Property("no two heads share a slope", _all_different),
    ),
    wrong_answers=(
        WrongAnswer("straight", _straight, "The formula 2^(-8h/H) is right for powers of two only. Released weights of "
                    "12 heads were trained with the slopes of 8 and four more in between; several ports missed it."),
        WrongAnswer("from_zero", _from_zero, "Your heads count from 0, so the first slope is 1. They count from 1: the "
                    "steepest of 8 slopes is 1/2."),
        WrongAnswer("every_even", _every_even, "The slopes that you filled up with are there already. Take the ones "
                    "between them: 1st, 3rd, 5th of the doubled sequence."),
        WrongAnswer("first_of_doubled", _first_of_doubled, "You took the first slopes of the doubled sequence in a "
                    "row. Every second one of those is in the list already."),
        WrongAnswer("sorted", lambda n_heads: np.sort(alibi_slopes(n_heads))[::-1], "The numbers are right, the order "
                    "is not: each head was trained with its own slope, and the list is not sorted."),
    ),
    hints=(
        "What is the largest power of two that is not above n_heads? np.log2 knows.",
        "Two sequences: 2^(-8h/P) for h = 1 .. P, and for 2P heads the exponents -8h/(2P) at h = 1, 3, 5 ...",
        "Concatenate the first with the first n_heads - P of the second. np.arange(1, 2 * P, 2) counts 1, 3, 5.",
    ),
)  # fmt: skip
