"""extrapolation.read_the_curve: how far does it hold, and for every seed?"""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def read_the_curve(accuracies, multiples, share, chance):
    """Return the longest of `multiples` (m,) up to which every seed keeps `share` of what it had.

    accuracies (seeds, m) stand at growing multiples of the trained length; the first is 1. What a seed
    has is its accuracy above chance. A curve that falls below and comes back has fallen.
    """
    above = accuracies - chance
    kept = np.all(above >= share * above[:, :1], axis=0)
    return multiples[np.sum(np.cumprod(kept)) - 1]


def _kept(accuracies, share, chance):
    above = accuracies - chance
    return above >= share * above[:, :1]


def _last(kept, multiples):
    return multiples[np.sum(np.logical_and.accumulate(kept)) - 1]


def _mean(accuracies, multiples, share, chance):
    return _last(_kept(accuracies.mean(axis=0, keepdims=True), share, chance)[0], multiples)


def _best_seed(accuracies, multiples, share, chance):
    return _last(_kept(accuracies, share, chance).any(axis=0), multiples)


def _no_chance(accuracies, multiples, share, chance):
    return read_the_curve(accuracies, multiples, share, 0.0)


def _threshold(accuracies, multiples, share, chance):
    kept = (accuracies >= share).all(axis=0)
    return multiples[max(np.sum(np.cumprod(kept)), 1) - 1]


def _came_back(accuracies, multiples, share, chance):
    return multiples[np.flatnonzero(_kept(accuracies, share, chance).all(axis=0))[-1]]


def _place(accuracies, multiples, share, chance):
    return _last(_kept(accuracies, share, chance).all(axis=0), np.arange(len(multiples)))


def _first_lost(accuracies, multiples, share, chance):
    lost = ~_kept(accuracies, share, chance).all(axis=0)
    return multiples[np.argmax(lost) if lost.any() else len(multiples) - 1]


def _cases(rng):
    lengths = np.array([1, 2, 4, 8])
    falls = np.array([[0.9, 0.86, 0.5, 0.3]])
    apart = np.array([[1.0, 0.95, 0.95, 0.4], [1.0, 0.95, 0.7, 0.4], [1.0, 0.97, 0.94, 0.9]])
    return [
        Case("one seed", (falls, lengths, 0.9, 0.25)),
        Case("a curve that holds to the end", (np.array([[0.8, 0.8, 0.79, 0.8]]), lengths, 0.9, 0.25)),
        Case("a curve that loses at once", (np.array([[1.0, 0.4, 0.3, 0.3]]), lengths, 0.9, 0.25)),
        Case("three seeds that part at 4 times", (apart, lengths, 0.8, 0.25)),
        Case("a curve near chance", (np.array([[0.5, 0.46, 0.42, 0.3]]), lengths, 0.8, 0.25)),
        Case("a curve that falls and comes back", (np.array([[0.9, 0.4, 0.9, 0.9]]), lengths, 0.75, 0.25)),
        Case("chance at one half", (np.array([[0.9, 0.7, 0.68, 0.6]]), lengths, 0.5, 0.5)),
        Case("exactly the share", (np.array([[1.0, 0.75, 0.5, 0.25]]), lengths, 0.5, 0.0)),
        Case(
            "other lengths",
            (0.3 + 0.7 / (1 + np.arange(4) + rng.random((2, 4)) / 9), lengths + rng.integers(1, 99), 0.4, 0.3),
        ),
    ]


def _stricter(function, accuracies, multiples, share, chance):
    strict, mild = (function(accuracies, multiples, part, chance) for part in (min(1.0, share + 0.1), share - 0.1))
    return multiples[0] <= strict <= mild


def _one_more_seed(function, accuracies, multiples, share, chance):
    lost = np.r_[1.0, np.full(len(multiples) - 1, chance)]
    return function(np.vstack([accuracies, lost]), multiples, share, chance) == multiples[0]


EXERCISE = Exercise(
    id="extrapolation.read_the_curve",
    title="How far does it hold?",
    level="medium",
    minutes=8,
    points=4,
    reference=read_the_curve,
    cases=_cases,
    properties=(
        Property("asking for a larger share never gives a longer length", _stricter),
        Property("one seed that loses at once leaves the trained length only", _one_more_seed),
    ),
    wrong_answers=(
        WrongAnswer("mean", _mean, "You averaged the seeds first. One that fails then hides behind two that hold, and "
                    "yours may be the one that fails. Ask it of every seed."),
        WrongAnswer("best_seed", _best_seed, "You stop when the last seed falls. Asked is the length up to which all "
                    "of them hold."),
        WrongAnswer("no_chance", _no_chance, "Guessing earns `chance` at every length, so that part is never lost. "
                    "Subtract it before you take the share."),
        WrongAnswer("threshold", _threshold, "You compare the accuracy with `share` itself. The share is of what this "
                    "seed had at the trained length."),
        WrongAnswer("came_back", _came_back, "You take the last length that is good. A curve that fell on the way did "
                    "not hold up to there; a lucky test is more likely than a recovery."),
        WrongAnswer("place", _place, "That is the place in the list. Return the multiple that stands there."),
        WrongAnswer("first_lost", _first_lost, "That is the first length at which it no longer holds. Asked is the "
                    "one before."),
    ),
    hints=(
        "Subtract chance. Then divide each seed's line by its first number, or compare with share times that number.",
        "all(axis=0) says at which lengths every seed holds. Count the True ones before the first False.",
        "np.cumprod turns [True, True, False, True] into [1, 1, 0, 0]; its sum is the number of lengths that count.",
    ),
)  # fmt: skip
