"""rotary.rotate_half_split: the other layout of pairs, in a head of which only a part turns."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def rotate_half_split(x, positions, frequencies):
    """Turn each channel pair (i, i + m) of x (n, d) by its token's position times frequencies[i].

    m counts the frequencies. The head may be only partly rotary: channels from 2m on stay as they are.
    """
    m = len(frequencies)
    angles = positions[:, None] * frequencies
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[:, :m], x[:, m : 2 * m]
    return np.concatenate([a * cos - b * sin, a * sin + b * cos, x[:, 2 * m :]], axis=-1)


def _full_width(x, positions, frequencies, signs=(-1, 1), spread=np.tile):
    """The form with full-width cos and sin, x cos + crossed sin, which most code uses: with its slips."""
    width = 2 * len(frequencies)
    a, b = x[:, : width // 2], x[:, width // 2 : width]
    angles = spread(positions[:, None] * frequencies, 2)
    crossed = np.hstack([signs[0] * b, signs[1] * a])
    return np.hstack([x[:, :width] * np.cos(angles) + crossed * np.sin(angles), x[:, width:]])


def _repeated(x, positions, frequencies):
    return _full_width(x, positions, frequencies, spread=lambda angles, n: np.repeat(angles, n, axis=-1))


def _unsigned(x, positions, frequencies):
    return _full_width(x, positions, frequencies, signs=(1, 1))


def _interleaved(x, positions, frequencies):
    width, angles = 2 * len(frequencies), positions[:, None] * frequencies
    cos, sin, a, b = np.cos(angles), np.sin(angles), x[:, 0:width:2], x[:, 1:width:2]
    turned = np.stack([a * cos - b * sin, a * sin + b * cos], axis=-1)
    return np.hstack([turned.reshape(len(x), width), x[:, width:]])


def _middle_of_head(x, positions, frequencies):
    m, half, turned = len(frequencies), x.shape[1] // 2, np.array(x)
    angles = positions[:, None] * frequencies
    cos, sin, a, b = np.cos(angles), np.sin(angles), x[:, :m], x[:, half : half + m]
    turned[:, :m], turned[:, half : half + m] = a * cos - b * sin, a * sin + b * cos
    return turned


def _rest_dropped(x, positions, frequencies):
    return rotate_half_split(x, positions, frequencies)[:, : 2 * len(frequencies)]


def _cases(rng):
    slow = np.array([1.0, 0.1])
    return [
        Case("channels 1, 2, 3, 4 at position 1", (np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([1]), slow)),
        Case("one pair of six channels", (np.arange(6.0)[None] + 1, np.array([2]), np.array([1.0]))),
        Case("three tokens at positions 5, 6, 7", (rng.normal(size=(3, 4)), np.arange(5, 8), slow)),
        Case("half of eight channels", (rng.normal(size=(4, 8)), np.array([9, 0, 4, 2]), slow)),
    ]


def _norms(function, x, positions, frequencies):
    return np.allclose(np.linalg.norm(function(x, positions, frequencies), axis=-1), np.linalg.norm(x, axis=-1))


def _offset_only(function, x, positions, frequencies):
    here, there = (np.asarray(function(x, positions + shift, frequencies)) for shift in (0, 50))
    return np.allclose(here @ here.T, there @ there.T)


EXERCISE = Exercise(
    id="rotary.rotate_half_split",
    title="The other layout, and a head that turns in part",
    level="medium",
    minutes=6,
    points=4,
    reference=rotate_half_split,
    cases=_cases,
    properties=(
        Property("each row keeps its length", _norms),
        Property("moving all tokens 50 places on changes no dot product", _offset_only),
    ),
    wrong_answers=(
        WrongAnswer("interleaved", _interleaved, "You paired neighbours, (2i, 2i + 1). Here pair i is channel i and "
                    "channel i + m. The shift test passes for both, so only values can tell you."),
        WrongAnswer("middle_of_head", _middle_of_head, "You paired channel i with i + d/2. In a head that turns only "
                    "in part, the halves are those of the first 2m channels: i and i + m."),
        WrongAnswer("rest_dropped", _rest_dropped, "The channels from 2m on are gone. They do not turn, but they still "
                    "count in the score: append them."),
        WrongAnswer("repeated", _repeated, "The angles are repeated, θ₀ θ₀ θ₁ θ₁, which suits neighbours. Channels i "
                    "and i + m share an angle: tile them, or work on the two slices."),
        WrongAnswer("unsigned", _unsigned, "Both sines are added. In a rotation one of them is subtracted: "
                    "(a cos - b sin, a sin + b cos)."),
        WrongAnswer("clockwise", lambda x, positions, frequencies: rotate_half_split(x, -positions, frequencies),
                    "Your pairs turn clockwise: the sign of both sines is changed."),
    ),
    hints=(
        "The angles are as before. Only which channels form a pair is new: two slices of width m.",
        "First members x[:, :m], second ones from m to 2m, and the rest from 2m on.",
        "np.concatenate three parts along the last axis: the new first members, the new second ones, the rest.",
    ),
)  # fmt: skip
