"""rotary.yarn_frequencies: slow the slow pairs, keep the fast ones, ramp between."""

import numpy as np

from posenc.encodings import rotary, scaling
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def yarn_frequencies(d_head, base, factor, trained_length):
    """Scale the rotary frequencies as YaRN's released code does; return (d_head / 2,).

    Pair index(r), not rounded, makes r turns over the trained length. Pairs up to index(32), rounded
    down but not below 0, are kept; from index(1), rounded up, divided by factor; linear between.
    """
    turns = np.array([32.0, 1.0])
    index = d_head * np.log(trained_length / (2 * np.pi * turns)) / (2 * np.log(base))
    first, last = max(np.floor(index[0]), 0.0), np.ceil(index[1])
    slowed = np.clip((np.arange(d_head // 2) - first) / (last - first), 0, 1)
    return base ** (-np.arange(0, d_head, 2) / d_head) * (1 - slowed + slowed / factor)


def _in_turns(d_head, base, factor, trained_length):
    return scaling.yarn(d_head, base, factor, trained_length, ramp="turns")[0]


def _not_rounded(d_head, base, factor, trained_length):
    return scaling.yarn(d_head, base, factor, trained_length, truncate=False)[0]


def _all_slowed(d_head, base, factor, trained_length):
    return rotary.rotary_frequencies(d_head, base) / factor


def _reversed(d_head, base, factor, trained_length):
    frequencies = rotary.rotary_frequencies(d_head, base)
    return frequencies + frequencies / factor - yarn_frequencies(d_head, base, factor, trained_length)


def _no_ramp(d_head, base, factor, trained_length):
    frequencies = rotary.rotary_frequencies(d_head, base)
    return np.where(rotary.turns(frequencies, trained_length) < 1, frequencies / factor, frequencies)


def _wavelengths(d_head, base, factor, trained_length):
    frequencies = rotary.rotary_frequencies(d_head, base)
    slowed = (1 - yarn_frequencies(d_head, base, factor, trained_length) / frequencies) / (1 - 1 / factor)
    return frequencies / (1 - slowed + slowed * factor)


def _below_zero(d_head, base, factor, trained_length):
    frequencies = rotary.rotary_frequencies(d_head, base)
    ends = d_head * np.log(trained_length / (2 * np.pi * np.array([32.0, 1.0]))) / (2 * np.log(base))
    first, last = np.floor(ends[0]), np.ceil(ends[1])
    slowed = np.clip((np.arange(d_head // 2) - first) / (last - first), 0, 1)
    return frequencies * (1 - slowed + slowed / factor)


def _cases(rng):
    return [
        Case("16 channels, factor 4, trained on 2048", (16, 10000.0, 4.0, 2048)),
        Case("a text too short for 32 turns", (16, 10000.0, 4.0, 64)),
        Case("64 channels, factor 2, a larger base", (64, float(rng.integers(200_000, 1_000_000)), 2.0, 8192)),
        Case("128 channels, factor 16, trained on 4096", (128, 10000.0, 16.0, 4096)),
    ]


def _ends(function, d_head, base, factor, trained_length):
    plain = rotary.rotary_frequencies(d_head, base)
    turns = rotary.turns(plain, trained_length)
    ratio = np.asarray(function(d_head, base, factor, trained_length)) / plain
    return np.allclose(ratio[turns < 0.5], 1 / factor) and np.allclose(ratio[turns > 40], 1)


def _falling(function, d_head, base, factor, trained_length):
    ratio = function(d_head, base, factor, trained_length) / rotary.rotary_frequencies(d_head, base)
    return np.all(np.diff(ratio) < 1e-6)


EXERCISE = Exercise(
    id="rotary.yarn_frequencies",
    title="Stretch: YaRN",
    level="hard",
    minutes=20,
    points=10,
    reference=yarn_frequencies,
    cases=_cases,
    properties=(
        Property("pairs of many turns are kept, pairs of less than half a turn divided by the factor", _ends),
        Property("from fast to slow, the share of its speed that a pair keeps never rises", _falling),
    ),
    wrong_answers=(
        WrongAnswer("in_turns", _in_turns, "Your ramp is linear in the turns, as the paper's equation has it. The "
                    "released code's is linear in the pair's index, and that is what weights were trained with."),
        WrongAnswer("not_rounded", _not_rounded, "The ramp begins and ends between pairs. Round its start down and "
                    "its end up to whole pairs."),
        WrongAnswer("all_slowed", _all_slowed, "Every pair is divided by the factor: position interpolation. YaRN "
                    "keeps the fast pairs, which tell neighbours apart."),
        WrongAnswer("reversed", _reversed, "The bands are turned round: you slow the fast pairs and keep the slow "
                    "ones. The slow pairs are those that meet new angles."),
        WrongAnswer("no_ramp", _no_ramp, "You cut at one turn, without a ramp. Between 32 turns and 1 the share that "
                    "is slowed grows from 0 to 1."),
        WrongAnswer("wavelengths", _wavelengths, "You blended wavelengths. The ramp blends frequencies: the kept one "
                    "and the divided one."),
        WrongAnswer("below_zero", _below_zero, "On a short text the ramp would start at a pair below 0, and so even "
                    "the fastest pair is slowed. Let it start at 0 there."),
    ),
    hints=(
        "Pair i makes trained_length * base^(-2i/d_head) / 2π turns. Set that to r and solve for i.",
        "index(r) = d_head * log(trained_length / (2π r)) / (2 log base). The share that is slowed is "
        "(i - first) / (last - first), clipped to 0 … 1.",
        "A pair keeps 1 - slowed of its frequency and gets slowed / factor of it: multiply by the sum of the two.",
    ),
)  # fmt: skip
