"""rotary.unwrapped_pairs: which pairs never came round in training."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def unwrapped_pairs(d_head, base, length):
    """Count the pairs that make less than one full turn over `length` tokens.

    Pair i of d_head / 2 turns by base to the power of -2i / d_head, in radians a token.
    """
    frequencies = base ** (-np.arange(0, d_head, 2) / d_head)
    return np.sum(length * frequencies < 2 * np.pi)


def _turns(d_head, base, length):
    return length * base ** (-np.arange(0, d_head, 2) / d_head) / (2 * np.pi)


def _not_doubled(d_head, base, length):
    return np.sum(length * base ** (-np.arange(d_head // 2) / d_head) < 2 * np.pi)


def _large_and_long(rng):
    return float(rng.integers(200_000, 1_000_000)), int(rng.integers(4000, 16_000))


def _cases(rng):
    return [
        Case("one pair over 5 tokens", (2, 10000.0, 5)),
        Case("one pair over 7 tokens", (2, 10000.0, 7)),
        Case("one pair that comes round exactly", (2, 10000.0, 2 * np.pi)),
        Case("8 channels over 100 tokens", (8, 10000.0, 100)),
        Case("128 channels over 4096 tokens", (128, 10000.0, 4096)),
        Case("a larger base, over thousands of tokens", (128, *_large_and_long(rng))),
    ]


def _longer_is_fewer(function, d_head, base, length):
    return 0 <= function(d_head, base, 100 * length) <= function(d_head, base, length) <= d_head // 2


EXERCISE = Exercise(
    id="rotary.unwrapped_pairs",
    title="Pairs that never came round",
    level="easy",
    minutes=5,
    points=3,
    reference=unwrapped_pairs,
    cases=_cases,
    properties=(Property("over a longer text no more pairs stay short of a turn", _longer_is_fewer),),
    wrong_answers=(
        WrongAnswer("came_round", lambda *inputs: np.sum(_turns(*inputs) >= 1), "You counted the pairs that did come "
                    "round, which is also the index of the first that did not. Asked are those others."),
        WrongAnswer("one_radian", lambda *inputs: np.sum(_turns(*inputs) < 1 / (2 * np.pi)), "You compared the angle "
                    "with 1. A full turn is 2π radians."),
        WrongAnswer("half_turn", lambda *inputs: np.sum(_turns(*inputs) < 0.5), "You compared with π, which is half a "
                    "turn. Only after 2π has a pair shown every angle."),
        WrongAnswer("channels", lambda *inputs: 2 * unwrapped_pairs(*inputs), "You counted channels. Two channels "
                    "form one pair."),
        WrongAnswer("not_doubled", _not_doubled, "The 2 of -2i is missing in the exponent, so the slow pairs turn too "
                    "fast."),
        WrongAnswer("base_ignored", lambda d_head, base, length: unwrapped_pairs(d_head, 10000.0, length), "The base "
                    "is always 10000 here. A larger base makes the slow pairs slower still; use the argument."),
    ),
    hints=(
        "Over `length` tokens a pair turns by length times its frequency.",
        "One full turn is 2π. A comparison of an array with a number gives an array of True and False.",
        "Sum up the array `length * frequencies` is below 2π: True counts as 1.",
    ),
)  # fmt: skip
