"""extrapolation.predict_table: what a scheme does beyond the trained length, from three of its properties."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def predict_table(new, blurred, changed):
    """Predict for each scheme: 2 = holds, 1 = fades, 0 = collapses; return an array (schemes,).

    Three boolean arrays (schemes,). new: it computes something that training never showed. blurred: its
    fastest pair was slowed, so neighbours are told apart less well. changed: anything was changed since.
    Either of the first two ruins a model; a change that does neither costs a part.
    """
    return np.where(new | blurred, 0, np.where(changed, 1, 2))


def _marks(ruined, weakened):
    return np.where(ruined, 0, np.where(weakened, 1, 2))


def _new_alone(new, blurred, changed):
    return _marks(new, blurred | changed)


def _change_ruins(new, blurred, changed):
    return _marks(new | blurred | changed, changed)


def _change_first(new, blurred, changed):
    return np.where(changed, 1, np.where(new | blurred, 0, 2))


def _both(new, blurred, changed):
    return _marks(new & blurred, new | blurred | changed)


def _untouched_holds(new, blurred, changed):
    return _marks(changed & (new | blurred), changed)


def _turned_round(new, blurred, changed):
    return 2 - predict_table(new, blurred, changed)


def _cases(rng):
    flags = np.array([[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]) > 0

    def one(*given):
        return tuple(np.array([flag]) for flag in given)

    return [
        Case("a scheme that meets nothing new, as it was trained", one(False, False, False)),
        Case("one that meets new angles", one(True, False, False)),
        Case("only the slow pairs changed", one(False, False, True)),
        Case("all pairs changed, the fastest too", one(False, True, True)),
        Case("three schemes", (np.array([0, 1, 0]) > 0, np.array([0, 0, 0]) > 0, np.array([0, 1, 1]) > 0)),
        Case("every combination, in any order", tuple(flags[rng.permutation(8)].T.copy())),
    ]


def _each_alone(function, new, blurred, changed):
    alone = [function(*(flags[i : i + 1] for flags in (new, blurred, changed))) for i in range(len(new))]
    return np.array_equal(np.concatenate(alone), function(new, blurred, changed))


EXERCISE = Exercise(
    id="extrapolation.predict_table",
    title="Predict the table",
    level="easy",
    minutes=6,
    points=3,
    reference=predict_table,
    cases=_cases,
    properties=(Property("each scheme is judged by its own properties alone", _each_alone),),
    wrong_answers=(
        WrongAnswer("new_alone", _new_alone, "A slowed fastest pair only fades in yours. Neighbours that can't be "
                    "told apart ruin a task that asks for neighbours."),
        WrongAnswer("change_ruins", _change_ruins, "Every change ruins the model in yours. Slower slow pairs stay "
                    "within the angles of training; that costs a part, not all."),
        WrongAnswer("change_first", _change_first, "You look at `changed` first, so a changed scheme that still meets "
                    "new angles merely fades. What ruins must be asked first."),
        WrongAnswer("both", _both, "You want both to be true. Either of the two is enough: take |, not &."),
        WrongAnswer("untouched_holds", _untouched_holds, "In yours a scheme that nobody touched always holds. "
                    "Rotary encoding as it was trained meets new angles, and collapses."),
        WrongAnswer("turned_round", _turned_round, "Your numbers run the other way: 2 is for what holds, 0 for what "
                    "collapses."),
    ),
    hints=(
        "Three answers, so two questions. Which one must come first?",
        "new | blurred is True where either is. np.where(condition, one, other) chooses entry by entry, and nests.",
        "np.where(ruined, 0, np.where(changed, 1, 2)), with ruined = new | blurred.",
    ),
)  # fmt: skip
