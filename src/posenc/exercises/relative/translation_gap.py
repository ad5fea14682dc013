"""relative.translation_gap: does a layer notice when all positions move?"""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer
from posenc.exercises.given import GivenLayer


def translation_gap(layer, x, positions, shift):
    """Return the largest absolute change of layer(x, positions) when `shift` is added to every position."""
    return np.max(np.abs(layer(x, positions + shift) - layer(x, positions)))


def _cases(rng):
    x, places = rng.normal(size=(4, 32)), np.arange(4)
    return [
        Case("a layer without positions: no gap", (GivenLayer("scheme none"), x, places, 1)),
        Case("sinusoids, shifted by one", (GivenLayer("scheme sinusoidal"), x, places, 1)),
        Case("sinusoids, shifted by seven", (GivenLayer("scheme sinusoidal"), x, places, 7)),
        Case("Shaw's relative encoding: no gap", (GivenLayer("scheme shaw"), x, places, 7)),
        Case("a learned table, positions with gaps", (GivenLayer("scheme learned"), x, np.array([0, 3, 4, 9]), 5)),
        Case("a layer that pairs neighbours in memory", (GivenLayer("neighbours"), x, places, 2)),
    ]


def _standing_still(function, layer, x, positions, shift):
    return function(layer, x, positions, 0) == 0


def _relative(function, layer, x, positions, shift):
    return function(GivenLayer("scheme t5"), x, positions, shift) < 1e-9


EXERCISE = Exercise(
    id="relative.translation_gap",
    title="Shift every position",
    level="easy",
    minutes=5,
    points=4,
    reference=translation_gap,
    cases=_cases,
    properties=(
        Property("a shift by 0 shows no gap", _standing_still),
        Property("T5's biases, which know offsets only, show no gap", _relative),
    ),
    wrong_answers=(
        WrongAnswer("rolled", lambda layer, x, positions, shift:
                    np.max(np.abs(layer(np.roll(x, shift, axis=0), positions) - layer(x, positions))), "You rolled the "
                    "tokens. That puts the last token before the first, so most offsets change. Leave the tokens, and "
                    "add to the positions."),
        WrongAnswer("tokens_shifted", lambda layer, x, positions, shift:
                    np.max(np.abs(layer(x + shift, positions) - layer(x, positions))), "You added the shift to the "
                    "tokens' channels. It belongs to their positions."),
        WrongAnswer("signed", lambda layer, x, positions, shift:
                    np.max(layer(x, positions + shift) - layer(x, positions)), "Without the absolute value a large "
                    "negative change is overlooked."),
        WrongAnswer("stretched", lambda layer, x, positions, shift:
                    np.max(np.abs(layer(x, positions * (1 + shift)) - layer(x, positions))), "You multiplied the "
                    "positions. A shift adds the same number to each, and leaves every offset as it was."),
        WrongAnswer("mean", lambda layer, x, positions, shift:
                    np.mean(np.abs(layer(x, positions + shift) - layer(x, positions))), "The mean hides one bad row "
                    "among many good ones. Take the largest change."),
    ),
    hints=(
        "Run the layer twice, with the same tokens.",
        "The second run gets positions + shift.",
        "Subtract the two results, take absolute values, take the maximum.",
    ),
)  # fmt: skip
