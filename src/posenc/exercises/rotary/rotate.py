"""rotary.rotate: turn each pair of neighbouring channels by its own angle."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def rotate(x, positions, frequencies):
    """Turn each channel pair (2i, 2i + 1) of x (n, d) by its token's position times frequencies[i].

    Counter-clockwise, in radians: a quarter turn takes (1, 0) to (0, 1).
    positions (n,) need not start at 0; frequencies (d / 2,).
    """
    angles = positions[:, None] * frequencies
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[:, 0::2], x[:, 1::2]
    return np.stack([a * cos - b * sin, a * sin + b * cos], axis=-1).reshape(x.shape)


def _half_split(x, positions, frequencies):
    angles, m = positions[:, None] * frequencies, len(frequencies)
    cos, sin, a, b = np.cos(angles), np.sin(angles), x[:, :m], x[:, m:]
    return np.hstack([a * cos - b * sin, a * sin + b * cos])


def _halves_out(x, positions, frequencies):
    turned = rotate(x, positions, frequencies)
    return np.hstack([turned[:, 0::2], turned[:, 1::2]])


def _tiled(x, positions, frequencies):
    angles = np.tile(positions[:, None] * frequencies, 2)
    crossed = np.stack([-x[:, 1::2], x[:, 0::2]], axis=-1).reshape(x.shape)
    return x * np.cos(angles) + crossed * np.sin(angles)


def _overwritten(x, positions, frequencies):
    angles, turned = positions[:, None] * frequencies, np.array(x)
    a, b = turned[:, 0::2], turned[:, 1::2]
    a[:] = a * np.cos(angles) - b * np.sin(angles)
    b[:] = a * np.sin(angles) + b * np.cos(angles)
    return turned


def _counted(x, positions, frequencies):
    return rotate(x, np.arange(len(x)), frequencies)


def _cases(rng):
    slow = np.array([1.0, 0.1])
    return [
        Case("a quarter turn of one pair", (np.array([[1.0, 0.0]]), np.array([1]), np.array([np.pi / 2]))),
        Case("channels 1, 2, 3, 4 at position 1", (np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([1]), slow)),
        Case("position 0: no turn", (rng.normal(size=(1, 4)), np.array([0]), slow)),
        Case("three tokens at positions 5, 6, 7", (rng.normal(size=(3, 4)), np.arange(5, 8), slow)),
        Case("positions in any order", (rng.normal(size=(4, 6)), np.array([9, 0, 4, 2]), np.array([1.0, 0.3, 0.1]))),
    ]


def _norms(function, x, positions, frequencies):
    turned = np.asarray(function(x, positions, frequencies))
    return np.allclose(turned[:, 0::2] ** 2 + turned[:, 1::2] ** 2, x[:, 0::2] ** 2 + x[:, 1::2] ** 2)


def _offset_only(function, x, positions, frequencies):
    here, there = (np.asarray(function(x, positions + shift, frequencies)) for shift in (0, 50))
    return np.allclose(here @ here.T, there @ there.T)


EXERCISE = Exercise(
    id="rotary.rotate",
    title="Turn the pairs",
    level="medium",
    minutes=8,
    points=5,
    reference=rotate,
    cases=_cases,
    properties=(
        Property("each pair keeps its length", _norms),
        Property("moving all tokens 50 places on changes no dot product", _offset_only),
    ),
    wrong_answers=(
        WrongAnswer("half_split", _half_split, "You paired channel i with channel i + d/2: the half-split layout. "
                    "Weights trained with neighbours as pairs give other scores with it, and no shape is wrong. "
                    "Take channels 0, 2, 4, … and 1, 3, 5, …"),
        WrongAnswer("clockwise", lambda x, positions, frequencies: rotate(x, -positions, frequencies), "Your pairs "
                    "turn clockwise: the sign of a sine is wrong. Scores of queries and keys turned alike hide it; "
                    "keys cached by other code do not."),
        WrongAnswer("halves_out", _halves_out, "The pairs are turned rightly, but put back wrongly: all first members, "
                    "then all second ones. They belong side by side again; stack on a new last axis, then reshape."),
        WrongAnswer("tiled", _tiled, "The angles are tiled, θ₀ θ₁ θ₀ θ₁, where neighbours need the same one: "
                    "θ₀ θ₀ θ₁ θ₁. So no pair is rotated, and lengths change. Use np.repeat, or work on the slices."),
        WrongAnswer("overwritten", _overwritten, "The second half of each rotation reads what the first half has just "
                    "overwritten. Keep both old members until both new ones are there."),
        WrongAnswer("counted", _counted, "You count positions from 0. They are an argument: in decoding, the only "
                    "new token does not stand at 0."),
        WrongAnswer("one_speed", lambda x, positions, frequencies: rotate(x, positions, 0 * frequencies + 1),
                    "Every pair turns by one radian a token. Multiply each position by each pair's frequency."),
    ),
    hints=(
        "An (n, 1) array times an (m,) array gives an (n, m) array: every position times every frequency.",
        "The first members are x[:, 0::2], the second ones x[:, 1::2]. A pair (a, b) turned by t is "
        "(a cos t - b sin t, a sin t + b cos t).",
        "Compute both new members as (n, m) arrays, np.stack them with axis=-1, and reshape to the shape of x.",
    ),
)  # fmt: skip
