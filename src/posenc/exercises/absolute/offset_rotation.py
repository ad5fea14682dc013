"""absolute.offset_rotation: one matrix that moves every position's code by the same offset."""

import numpy as np

from posenc.encodings.sinusoidal import sinusoidal
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def offset_rotation(offset, d_model, base=10000.0):
    """Build the matrix R (d_model, d_model) with code(p + offset) = R @ code(p) for every p.

    The code holds sin in column 2k, cos in column 2k + 1. R is zero but for a 2 × 2 block a pair.
    """
    rotation = np.zeros((d_model, d_model))
    for k in range(d_model // 2):
        angle = offset / base ** (2 * k / d_model)
        pair = slice(2 * k, 2 * k + 2)
        rotation[pair, pair] = [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
    return rotation


def _backwards(offset, d_model, base):
    return offset_rotation(-offset, d_model, base)


def _one_speed(offset, d_model, base):
    return np.kron(np.eye(d_model // 2), offset_rotation(offset, 2, base))


def _only_from_zero(offset, d_model, base):
    start, end = sinusoidal([0, offset], d_model, base=base)
    return np.outer(end, start) / (start @ start)


def _halves(offset, d_model, base):
    order = np.r_[0:d_model:2, 1:d_model:2]
    return offset_rotation(offset, d_model, base)[order][:, order]


def _mirrored(offset, d_model, base):
    return offset_rotation(offset, d_model, base) * np.tile([1.0, -1.0], d_model // 2)[:, None]


def _exponent_doubled(offset, d_model, base):
    return offset_rotation(offset, d_model, base**2)


def _cases(rng):
    return [
        Case("no step at all", (0, 2, 10000.0)),
        Case("one step, one pair", (1, 2, 10000.0)),
        Case("two steps, two pairs", (2, 4, 100.0)),
        Case("three steps back", (-3, 6, 10000.0)),
        Case("half a step", (0.5, 4, 10000.0)),
        Case("a large step in many channels", (int(rng.integers(100, 1000)), 16, 10000.0)),
    ]


def _same_everywhere(function, offset, d_model, base):
    starts = np.array([0.0, 1.0, 17.0, 250.0])
    before = sinusoidal(starts, d_model, base=base)
    return np.allclose(before @ np.asarray(function(offset, d_model, base)).T,
                       sinusoidal(starts + offset, d_model, base=base), atol=1e-4)  # fmt: skip


def _keeps_lengths(function, offset, d_model, base):
    matrix = np.asarray(function(offset, d_model, base))
    return np.allclose(matrix @ matrix.T, np.eye(d_model), atol=1e-6)


EXERCISE = Exercise(
    id="absolute.offset_rotation",
    title="A step is a turn",
    level="medium",
    minutes=10,
    points=6,
    reference=offset_rotation,
    cases=_cases,
    properties=(
        Property("R @ code(p) is code(p + offset) at p = 0, 1, 17 and 250", _same_everywhere),
        Property("R keeps lengths: R @ R.T is the identity", _keeps_lengths),
    ),
    wrong_answers=(
        WrongAnswer("backwards", _backwards, "Your matrix steps back by the offset. The textbook's rotation is for "
                    "(cos, sin); this code holds (sin, cos), so the signs change places. Try p = 0, offset 1: the "
                    "first entry must come out as sin 1."),
        WrongAnswer("one_speed", _one_speed, "Each block turns by the same angle. Pair k turns by offset times its own "
                    "frequency, base ** (-2k / d_model)."),
        WrongAnswer("only_from_zero", _only_from_zero, "This matrix sends code(0) to code(offset), and no other code "
                    "where it belongs: it has rank 1. The matrix may not depend on where it starts."),
        WrongAnswer("halves", _halves, "Your blocks are spread over the two halves of the channels: that suits the "
                    "layout with all sines first. Here a pair stands in columns 2k and 2k + 1."),
        WrongAnswer("mirrored", _mirrored, "One row of each block has the wrong sign: it is a reflection, not a "
                    "rotation. sin(a + b) = sin a cos b + cos a sin b, cos(a + b) = cos a cos b − sin a sin b."),
        WrongAnswer("exponent_doubled", _exponent_doubled, "The exponent is doubled. It is 2k / d_model for pair k."),
        WrongAnswer("identity", lambda offset, d_model, base: np.eye(d_model), "The identity is the step by 0."),
    ),
    hints=(
        "Write sin(a + b) and cos(a + b) with the sines and cosines of a and of b. What stands before sin a, what "
        "before cos a?",
        "Row one of a block makes the new sine: cos b times the old sine plus sin b times the old cosine.",
        "Block k, in rows and columns 2k and 2k + 1, is [[cos b, sin b], [−sin b, cos b]] with b = offset / base ** "
        "(2k / d_model).",
    ),
)  # fmt: skip
