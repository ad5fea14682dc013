"""rotary.rotary_frequencies: how fast each pair turns."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def rotary_frequencies(d_head, base):
    """List how far each of the d_head / 2 channel pairs turns per token, in radians.

    Pair i turns by base to the power of -2i / d_head; so the first pair always turns by 1.
    """
    return base ** (-np.arange(0, d_head, 2) / d_head)


def _base_ignored(d_head, base):
    return rotary_frequencies(d_head, 10000.0)


def _end_to_end(d_head, base):
    pairs = d_head // 2
    return base ** (-np.arange(pairs) / max(pairs - 1, 1))


def _cases(rng):
    return [
        Case("one pair", (2, 10000.0)),
        Case("four channels, base 100", (4, 100.0)),
        Case("eight channels, base 10000", (8, 10000.0)),
        Case("eight channels, a base of several 100000", (8, float(rng.integers(200_000, 1_000_000)))),
        Case("a head of 128 channels", (128, 10000.0)),
    ]


def _first_turns_by_one(function, d_head, base):
    return np.isclose(function(d_head, base)[0], 1.0)


def _geometric(function, d_head, base):
    frequencies = np.asarray(function(d_head, base))
    return np.allclose(frequencies[1:] / frequencies[:-1], base ** (-2 / d_head))


EXERCISE = Exercise(
    id="rotary.rotary_frequencies",
    title="How fast each pair turns",
    level="easy",
    minutes=4,
    points=2,
    reference=rotary_frequencies,
    cases=_cases,
    properties=(
        Property("the first pair turns by one radian a token", _first_turns_by_one),
        Property("each pair is slower than the one before by the same ratio", _geometric),
    ),
    wrong_answers=(
        WrongAnswer("base_ignored", _base_ignored, "The base is always 10000 here. A model trained with base 500000 "
                    "then turns at the wrong speeds, and nothing raises: use the argument."),
        WrongAnswer("doubled", lambda d_head, base: base ** (-2 * np.arange(0, d_head, 2) / d_head), "The exponent is "
                    "doubled: arange(0, d_head, 2) already steps by 2, and you multiplied by 2 again."),
        WrongAnswer("not_doubled", lambda d_head, base: base ** (-np.arange(d_head // 2) / d_head), "The 2 of -2i is "
                    "missing: pair i turns by base^(-2i/d_head), and your slowest pair is far too fast."),
        WrongAnswer("end_to_end", _end_to_end, "Your slowest pair turns by exactly 1/base. That is the spacing of "
                    "some sinusoidal encodings; here the exponent is -2i/d_head, and it stops short of -1."),
        WrongAnswer("faster", lambda d_head, base: base ** (np.arange(0, d_head, 2) / d_head), "The minus sign is "
                    "missing: later pairs must turn more slowly, not faster."),
        WrongAnswer("per_channel", lambda d_head, base: np.repeat(rotary_frequencies(d_head, base), 2), "You list one "
                    "frequency for each channel. Two channels form a pair and share one: d_head / 2 numbers."),
        WrongAnswer("whole_division", lambda d_head, base: base ** -(np.arange(0.0, d_head, 2) // d_head), "// cuts "
                    "the fraction off, so every exponent is 0 and every pair turns alike. Divide with /."),
    ),
    hints=(
        "For d_head = 8 the exponents are 0, -2/8, -4/8, -6/8.",
        "arange can step by 2: that gives all the 2i at once.",
        "Raise base to minus arange(0, d_head, 2), divided by d_head.",
    ),
)  # fmt: skip
