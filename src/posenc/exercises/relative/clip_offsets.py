"""relative.clip_offsets: all far tokens alike."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def clip_offsets(offsets, max_offset):
    """Return the offsets with everything beyond max_offset, on either side, counted as that far."""
    return np.clip(offsets, -max_offset, max_offset)


def _cases(rng):
    return [
        Case("within the clip", (np.array([[-1, 0, 1]]), 2)),
        Case("beyond it on both sides", (np.array([[-5, -2, 0, 2, 5]]), 2)),
        Case("a clip at 0", (np.array([[-1, 0, 1]]), 0)),
        Case("a matrix of offsets", (rng.integers(-30, 31, size=(4, 6)), 8)),
    ]


def _mirrored(function, offsets, max_offset):
    return np.array_equal(function(-offsets, max_offset), -np.asarray(function(offsets, max_offset)))


EXERCISE = Exercise(
    id="relative.clip_offsets",
    title="Clip",
    level="easy",
    minutes=2,
    points=2,
    reference=clip_offsets,
    cases=_cases,
    properties=(Property("mirrored offsets give mirrored results", _mirrored),),
    wrong_answers=(
        WrongAnswer("one_side", lambda offsets, max_offset: np.minimum(offsets, max_offset), "Only keys ahead are "
                    "clipped. Keys far behind have large negative offsets; clip those too."),
        WrongAnswer("dropped", lambda offsets, max_offset: np.where(np.abs(offsets) > max_offset, 0, offsets), "A far "
                    "token becomes the query's own place. It should count as the farthest place that has a vector."),
        WrongAnswer("wrapped", lambda offsets, max_offset:
                    (offsets + max_offset) % (2 * max_offset + 1) - max_offset, "You wrap around: the key just beyond "
                    "the clip behind the query lands ahead of it."),
        WrongAnswer("row_numbers", lambda offsets, max_offset: np.clip(offsets, -max_offset, max_offset) + max_offset,
                    "These are rows of the table, from 0. That is the next step; return the offsets themselves."),
        WrongAnswer("one_short", lambda offsets, max_offset: np.clip(offsets, -max_offset + 1, max_offset - 1),
                    "One too early: max_offset itself still has a vector of its own."),
    ),
    hints=(
        "NumPy has one function for it.",
        "It takes a lower and an upper bound.",
        "np.clip, with -max_offset and max_offset.",
    ),
)  # fmt: skip
