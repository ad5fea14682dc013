"""rotary.ntk_base: one number that keeps the fastest pair and slows the slowest."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def ntk_base(d_head, base, factor):
    """Find the base with which the slowest pair turns `factor` times more slowly than with the old base.

    The fastest pair turns by 1 with any base. A factor of 1 changes nothing, whatever d_head.
    """
    if factor == 1:
        return base
    return base * factor ** (d_head / (d_head - 2))


def _unguarded(d_head, base, factor):
    return base * factor ** (d_head / (d_head - 2))


def _upside_down(d_head, base, factor):
    return base * factor ** ((d_head - 2) / d_head)


def _pairs_for_channels(d_head, base, factor):
    pairs = d_head // 2
    return base if factor == 1 else base * factor ** (pairs / (pairs - 2))


def _cases(rng):
    return [
        Case("factor 1", (4, 10000.0, 1.0)),
        Case("factor 1 with a single pair", (2, 10000.0, 1.0)),
        Case("two pairs, factor 2", (4, 10000.0, 2.0)),
        Case("four pairs, factor 8", (8, 500.0, 8.0)),
        Case("128 channels, a factor of 3 to 16", (128, 10000.0, float(rng.uniform(3, 16)))),
    ]


def _slowest(function, d_head, base, factor):
    if factor == 1:
        return function(d_head, base, factor) == base
    power = -(d_head - 2) / d_head
    return np.isclose(function(d_head, base, factor) ** power, base**power / factor)


EXERCISE = Exercise(
    id="rotary.ntk_base",
    title="The base of NTK-aware scaling",
    level="medium",
    minutes=8,
    points=4,
    reference=ntk_base,
    cases=_cases,
    properties=(Property("the slowest pair turns exactly `factor` times more slowly", _slowest),),
    wrong_answers=(
        WrongAnswer("times_factor", lambda d_head, base, factor: base * factor, "Multiplying the base by the factor "
                    "falls short: the slowest exponent is -(d_head - 2)/d_head, not -1, so the slowest pair keeps "
                    "some of its speed. Solve for the base."),
        WrongAnswer("upside_down", _upside_down, "The exponent is upside down. The slowest pair turns by "
                    "base^(-(d_head - 2)/d_head); undoing that power needs its inverse, d_head/(d_head - 2)."),
        WrongAnswer("unguarded", _unguarded, "With a single pair d_head - 2 is 0. A factor of 1 changes nothing, so "
                    "answer it before dividing."),
        WrongAnswer("pairs_for_channels", _pairs_for_channels, "You put the number of pairs where the number of "
                    "channels belongs: the exponent is d_head/(d_head - 2)."),
        WrongAnswer("divided", lambda d_head, base, factor: base**2 / ntk_base(d_head, base, factor), "You divided "
                    "the base. A smaller base makes the slow pairs faster; they must get slower."),
        WrongAnswer("every_pair", lambda d_head, base, factor: base * factor**d_head, "This base slows even the second "
                    "pair down, by factor squared, and the slowest far more. Only the last pair meets the factor."),
    ),
    hints=(
        "The slowest pair has i = d_head/2 - 1. What is its exponent -2i/d_head?",
        "Require new_base^(-(d_head - 2)/d_head) = base^(-(d_head - 2)/d_head) / factor, and solve for new_base.",
        "The new base is the old one times factor to the power d_head/(d_head - 2); return early for factor 1.",
    ),
)  # fmt: skip
