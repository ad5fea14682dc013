"""rotary.bug_hunt: three slips in one rotary layer, and every shape is right."""

import numpy as np

from posenc.encodings import attention, rotary
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def rotary_attention(x, w_q, w_k, w_v, positions, frequencies):
    """Run one head over x (n, d), its queries and keys rotated in the interleaved layout."""
    angles = np.repeat(positions[:, None] * frequencies, 2, axis=-1)

    def turned(rows):
        crossed = np.stack([-rows[:, 1::2], rows[:, 0::2]], axis=-1).reshape(rows.shape)
        return rows * np.cos(angles) + crossed * np.sin(angles)

    q, k, v = turned(x @ w_q), turned(x @ w_k), x @ w_v
    return attention.attention(q, k, v)


GIVEN_CODE = """
angles = np.tile((positions[:, None] * frequencies).astype(np.float16), 2)

def turned(rows):
    crossed = np.stack([-rows[:, 1::2], rows[:, 0::2]], axis=-1).reshape(rows.shape)
    return rows * np.cos(angles) + crossed * np.sin(angles)

q, k, v = turned(x @ w_q), turned(x @ w_k), turned(x @ w_v)
return attention.attention(q, k, v)
"""


def _left(*, values=False, tiled=False, half=False):
    """The given code with only the named slips left in it."""

    def answer(x, w_q, w_k, w_v, positions, frequencies):
        angles = positions[:, None] * frequencies
        if half:
            angles = angles.astype(np.float16)
        angles = np.tile(angles, 2) if tiled else np.repeat(angles, 2, axis=-1)

        def turned(rows):
            crossed = np.stack([-rows[:, 1::2], rows[:, 0::2]], axis=-1).reshape(rows.shape)
            return rows * np.cos(angles) + crossed * np.sin(angles)

        v = turned(x @ w_v) if values else x @ w_v
        return attention.attention(turned(x @ w_q), turned(x @ w_k), v)

    return answer


def _other_layout(x, w_q, w_k, w_v, positions, frequencies):
    q, k = (rotary.rotate(x @ w, positions, frequencies, layout="half_split") for w in (w_q, w_k))
    return attention.attention(q, k, x @ w_v)


def _before_projection(x, w_q, w_k, w_v, positions, frequencies):
    turned = rotary.rotate(x, positions, frequencies, layout="interleaved")
    return attention.attention(turned @ w_q, turned @ w_k, x @ w_v)


def _cases(rng):
    def draw(positions, d):
        x = rng.normal(size=(len(positions), d))
        return (x, *rng.normal(size=(3, d, d)), np.array(positions), rotary.rotary_frequencies(d, 100.0))

    return [
        Case("one token at position 0", draw([0], 2)),
        Case("two tokens, one pair", draw([0, 1], 2)),
        Case("three tokens, two pairs", draw([0, 1, 2], 4)),
        Case("four tokens, 3000 places into a text", draw([3000, 3001, 3002, 3005], 6)),
    ]


def _shift(function, x, w_q, w_k, w_v, positions, frequencies):
    here, there = (function(x, w_q, w_k, w_v, positions + shift, frequencies) for shift in (0, 1000))
    return np.allclose(here, there)


EXERCISE = Exercise(
    id="rotary.bug_hunt",
    title="Bug hunt: three slips",
    level="medium",
    minutes=12,
    points=6,
    reference=rotary_attention,
    given_code=GIVEN_CODE,
    cases=_cases,
    properties=(Property("moving all tokens 1000 places on leaves the output alone", _shift),),
    wrong_answers=(
        WrongAnswer("values_left", _left(values=True), "Two slips are mended; the values are still turned. They are "
                    "mixed, not compared, so the turn stays in the output."),
        WrongAnswer("tiled_left", _left(tiled=True), "Two slips are mended; the angles are still tiled, θ₀ θ₁ θ₀ θ₁. "
                    "Neighbouring channels form a pair here and need the same angle."),
        WrongAnswer("half_left", _left(half=True), "Two slips are mended; the angles are still float16. At 3000 "
                    "radians its steps are 2 radians wide. If something must be short, let it be cos and sin."),
        WrongAnswer("values_mended", _left(tiled=True, half=True), "The values are mended. Two slips are left: one in "
                    "which channel gets which angle, one in how exactly the angle is kept."),
        WrongAnswer("tiles_mended", _left(values=True, half=True), "The tiled angles are mended. Two slips are left: "
                    "one in what is turned, one in how exactly the angle is kept."),
        WrongAnswer("half_mended", _left(values=True, tiled=True), "The precision is mended. Two slips are left: one "
                    "in what is turned, one in which channel gets which angle."),
        WrongAnswer("other_layout", _other_layout, "You kept the tiled angles and paired channels to suit them: a "
                    "sound rotary layer in the half-split layout. These weights were trained interleaved."),
        WrongAnswer("before_projection", _before_projection, "You turned x before the projection. A projection mixes "
                    "the pairs again, and the score no longer depends on the offset alone."),
    ),
    hints=(
        "Check three things: what is turned, which channel gets which angle, how exactly an angle is kept. Moving all "
        "positions on by 1000 must not change the output.",
        "Print the angles of one token beside its channels: do channels 0 and 1 share an angle? Print "
        "np.float16(3001).",
        "Values stay as they are; np.repeat along the last axis in the place of np.tile; no astype before the cosine.",
    ),
)  # fmt: skip
