"""extrapolation.scale_slow_pairs: slow down only what training never saw come round."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def scale_slow_pairs(frequencies, trained_length, factor):
    """Divide by `factor` the frequencies (pairs,) that never complete a turn within the trained length.

    Frequencies are in radians a token; the others stay as they were trained. The argument is not changed.
    """
    slow = trained_length * frequencies < 2 * np.pi
    return np.where(slow, frequencies / factor, frequencies)


def _slow(frequencies, trained_length):
    return trained_length * frequencies < 2 * np.pi


def _all(frequencies, trained_length, factor):
    return frequencies / factor


def _fast(frequencies, trained_length, factor):
    return np.where(_slow(frequencies, trained_length), frequencies, frequencies / factor)


def _faster(frequencies, trained_length, factor):
    return np.where(_slow(frequencies, trained_length), frequencies * factor, frequencies)


def _one_radian(frequencies, trained_length, factor):
    return np.where(trained_length * frequencies < 1, frequencies / factor, frequencies)


def _longer(frequencies, trained_length, factor):
    return np.where(_slow(frequencies, trained_length * factor), frequencies / factor, frequencies)


def _last_half(frequencies, trained_length, factor):
    return np.where(np.arange(len(frequencies)) >= len(frequencies) / 2, frequencies / factor, frequencies)


def _switched_off(frequencies, trained_length, factor):
    return np.where(_slow(frequencies, trained_length), 0.0, frequencies)


def _cases(rng):
    def ladder(pairs, base=10000.0):
        return base ** (-np.arange(pairs) / pairs)

    return [
        Case("two pairs, one of which comes round", (np.array([1.0, 0.01]), 32, 4.0)),
        Case("a pair that comes round exactly", (np.array([2 * np.pi, 0.1]), 1, 2.0)),
        Case("the lab's four pairs, 8 times the length", (ladder(4), 32, 8.0)),
        Case("six pairs in any order", (rng.permutation(ladder(6)), 256, 3.0)),
        Case("a factor of 1", (ladder(8), 512, 1.0)),
        Case("64 pairs over 4096 tokens", (ladder(64), 4096, 4.0)),
    ]


def _inside(function, frequencies, trained_length, factor):
    after = np.asarray(function(frequencies, trained_length, factor))
    slow = _slow(frequencies, trained_length)
    return np.all(after[slow] * trained_length * factor < 2 * np.pi)


def _fast_kept(function, frequencies, trained_length, factor):
    fast = ~_slow(frequencies, trained_length)
    return np.allclose(np.asarray(function(frequencies, trained_length, factor))[fast], frequencies[fast])


EXERCISE = Exercise(
    id="extrapolation.scale_slow_pairs",
    title="Scale only the slow pairs",
    level="medium",
    minutes=6,
    points=4,
    reference=scale_slow_pairs,
    cases=_cases,
    properties=(
        Property("over `factor` times the length no slow pair completes a turn", _inside),
        Property("pairs that came round are left as they were", _fast_kept),
    ),
    wrong_answers=(
        WrongAnswer("all", _all, "This is position interpolation: it slows the fast pairs too, and with them goes "
                    "what tells neighbours apart."),
        WrongAnswer("fast", _fast, "You slowed the pairs that did come round, and left those that meet new angles."),
        WrongAnswer("faster", _faster, "You multiplied, so the slow pairs leave the trained range even sooner."),
        WrongAnswer("one_radian", _one_radian, "You compared the angle with 1. A full turn is 2π radians."),
        WrongAnswer("longer", _longer, "You ask what comes round within the longer text. What counts is what was "
                    "seen in training."),
        WrongAnswer("last_half", _last_half, "You took the second half of the list. Which pairs are slow depends on "
                    "the trained length, not on where they stand."),
        WrongAnswer("switched_off", _switched_off, "You stopped the slow pairs. They still carry where a token "
                    "roughly stands; divide, so that they stay within angles that training has shown."),
    ),
    hints=(
        "First the condition: the turn within the trained length, in radians, is length times frequency.",
        "np.where(condition, one, other) chooses entry by entry.",
        "Where length times frequency is below 2π take frequencies / factor, elsewhere frequencies.",
    ),
)  # fmt: skip
