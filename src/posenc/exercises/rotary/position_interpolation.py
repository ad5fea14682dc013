"""rotary.position_interpolation: squeeze a long context into the trained range."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def position_interpolation(positions, trained_length, length):
    """Squeeze positions (n,) of a context of `length` tokens into the trained length, all alike.

    A context no longer than the trained one is left alone. Positions need not stay whole numbers.
    """
    return positions * min(1.0, trained_length / length)


def _always(positions, trained_length, length):
    return positions * trained_length / length


def _stretched(positions, trained_length, length):
    return positions * max(1.0, length / trained_length)


def _clipped(positions, trained_length, length):
    return np.minimum(positions, trained_length - 1)


def _wrapped(positions, trained_length, length):
    return positions % trained_length


def _whole(positions, trained_length, length):
    return np.floor(position_interpolation(positions, trained_length, length))


def _only_the_far(positions, trained_length, length):
    squeezed = position_interpolation(positions, trained_length, length)
    return np.where(positions < trained_length, positions, squeezed)


def _end_points(positions, trained_length, length):
    return positions * min(1.0, (trained_length - 1) / (length - 1))


def _cases(rng):
    return [
        Case("one position, twice the length", (np.array([3]), 2, 4)),
        Case("all positions of that context", (np.arange(4), 2, 4)),
        Case("a context that fits as it is", (np.arange(4), 16, 4)),
        Case("a length that is no multiple", (np.arange(12), 8, 12)),
        Case("the first and the last of 16384", (np.array([0, 16383]), 4096, 16384)),
        Case("positions in any order", (rng.permutation(40)[:9], 10, 40)),
    ]


def _inside(function, positions, trained_length, length):
    return np.max(function(positions, trained_length, length)) < trained_length


def _evenly(function, positions, trained_length, length):
    steps = np.diff(function(np.arange(length), trained_length, length))
    return np.allclose(steps, steps[0])


EXERCISE = Exercise(
    id="rotary.position_interpolation",
    title="Position interpolation",
    level="easy",
    minutes=5,
    points=3,
    reference=position_interpolation,
    cases=_cases,
    properties=(
        Property("no position reaches the trained length", _inside),
        Property("neighbours stay equally far apart", _evenly),
    ),
    wrong_answers=(
        WrongAnswer("always", _always, "A short context is now stretched over the whole trained range, and neighbours "
                    "stand further apart than they ever did in training. Where it fits, leave it alone."),
        WrongAnswer("stretched", _stretched, "The ratio is upside down: the positions move out, not in."),
        WrongAnswer("clipped", _clipped, "All tokens past the end now stand in one place and can't be told apart. "
                    "Squeeze them all by one ratio instead."),
        WrongAnswer("wrapped", _wrapped, "Positions start again at 0, so a far token claims the place of a near one. "
                    "Squeeze them all by one ratio instead."),
        WrongAnswer("whole", _whole, "You cut the fractions off, so neighbours share a place. Angles need no whole "
                    "numbers; that is why rotary can interpolate at all."),
        WrongAnswer("only_the_far", _only_the_far, "Only the far positions move, and land on top of near ones. Every "
                    "position takes the same ratio."),
        WrongAnswer("end_points", _end_points, "You map the last position onto the last trained one, as one resamples "
                    "a table. Position interpolation divides by the ratio of the lengths."),
    ),
    hints=(
        "Twice the length: each position is halved. Which ratio does that for any two lengths?",
        "The ratio is trained_length over length, but never more than 1.",
        "Multiply all positions by the smaller of 1.0 and that ratio.",
    ),
)  # fmt: skip
