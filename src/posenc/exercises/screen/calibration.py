"""screen.calibration: how often you were right when you were that sure."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer

BANDS = (50, 70, 90)


def calibration(confidences, right):
    """Return three shares: how many of the answers given with confidence 50, 70 and 90 were right.

    confidences holds 50, 70 or 90 for each answer, right True or False. Shares run from 0 to 1;
    a confidence that was never given has the share nan.
    """
    given = [right[confidences == band] for band in (50, 70, 90)]
    return np.array([np.mean(answers) if len(answers) else np.nan for answers in given])


def _cases(rng):
    return [
        Case("one answer of each", (np.array([50, 70, 90]), np.array([True, False, True]))),
        Case("sure, and half of the time right", (np.array([90, 50, 90, 70]), np.array([True, True, False, True]))),
        Case("a confidence that was never given", (np.array([50, 50, 90]), np.array([False, True, True]))),
        Case("never right", (np.array([90, 70, 90, 50]), np.zeros(4, dtype=bool))),
        Case("a week of answers", (rng.choice(BANDS, size=40), rng.random(40) < 0.7)),
    ]


def _turned_over(function, confidences, right):
    missed = np.asarray(function(confidences, ~right), dtype=float)
    return np.allclose(missed, 1 - np.asarray(function(confidences, right), dtype=float), equal_nan=True)


def _doubled(function, confidences, right):
    twice = function(np.tile(confidences, 2), np.tile(right, 2))
    return np.allclose(twice, function(confidences, right), equal_nan=True)


def _share_of_right(confidences, right):
    total = max(1, np.sum(right))
    return np.array([np.sum(right & (confidences == band)) / total for band in BANDS])


def _share_of_all(confidences, right):
    return np.array([np.mean(right & (confidences == band)) for band in BANDS])


def _empty_is_zero(confidences, right):
    return np.nan_to_num(calibration(confidences, right))


EXERCISE = Exercise(
    id="screen.calibration",
    title="Were you right when you were sure?",
    level="easy",
    minutes=5,
    points=3,
    reference=calibration,
    cases=_cases,
    properties=(
        Property("right and wrong exchanged, each share becomes one minus itself", _turned_over),
        Property("the same answers twice give the same shares", _doubled),
    ),
    wrong_answers=(
        WrongAnswer("share_of_right", _share_of_right, "You asked how sure you were when you were right. Calibration "
                    "asks the other way: how often you were right when you were that sure. Divide by the number of "
                    "answers with that confidence."),
        WrongAnswer("share_of_all", _share_of_all, "You divided by all answers. Divide by those that were given with "
                    "that confidence."),
        WrongAnswer("per_cent", lambda confidences, right: 100 * calibration(confidences, right), "These are per "
                    "cent. Shares run from 0 to 1."),
        WrongAnswer("gap", lambda confidences, right: np.array(BANDS) / 100 - calibration(confidences, right),
                    "That is the gap between what you said and what came. Return the share itself."),
        WrongAnswer("empty_is_zero", _empty_is_zero, "A confidence that was never given has no share. 0 would say "
                    "that you were always wrong; return nan."),
    ),
    hints=(
        "Take one confidence first: which entries of right belong to it?",
        "right[confidences == 90] are the answers given with 90. Their mean is the share.",
        "The mean of nothing is not defined: look whether any answer is left before you take it.",
    ),
)  # fmt: skip
