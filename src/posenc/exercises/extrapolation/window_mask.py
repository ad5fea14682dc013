"""extrapolation.window_mask: see the last w tokens only."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def window_mask(positions, window):
    """Return the mask (n, n), True = attend: each token sees itself and the window - 1 positions before it.

    Nothing after it, nothing farther back. positions (n,) need not begin at 0 or be without gaps.
    """
    distance = positions[:, None] - positions
    return (distance >= 0) & (distance < window)


def _distance(positions):
    return positions[:, None] - positions


def _one_more(positions, window):
    return window_mask(positions, window + 1)


def _strict(positions, window):
    return (_distance(positions) > 0) & (_distance(positions) <= window)


def _both_sides(positions, window):
    return np.abs(_distance(positions)) < window


def _future(positions, window):
    return window_mask(positions, window).T


def _unbounded(positions, window):
    return _distance(positions) >= 0


def _not_causal(positions, window):
    return _distance(positions) < window


def _forbidden(positions, window):
    return ~window_mask(positions, window)


def _numbered(positions, window):
    return window_mask(np.arange(len(positions)), window)


def _blocks(positions, window):
    return (_distance(positions) >= 0) & (positions[:, None] // window == positions // window)


def _cases(rng):
    return [
        Case("3 tokens, a window of 2", (np.arange(3), 2)),
        Case("a window of 1: each token sees itself", (np.arange(4), 1)),
        Case("8 tokens, a window of 3", (np.arange(8), 3)),
        Case("a window as long as the text", (np.arange(5), 5)),
        Case("positions with a gap", (np.array([0, 1, 2, 7, 8, 12]), 4)),
        Case("positions that begin elsewhere", (np.arange(6) + int(rng.integers(100, 999)), 3)),
        Case("positions out of order", (rng.permutation(20)[:7], 6)),
    ]


def _sees_itself(function, positions, window):
    return np.all(np.diag(function(positions, window)))


def _shifted(function, positions, window):
    return np.array_equal(function(positions + 1000, window), function(positions, window))


EXERCISE = Exercise(
    id="extrapolation.window_mask",
    title="A causal window",
    level="easy",
    minutes=5,
    points=3,
    reference=window_mask,
    cases=_cases,
    properties=(
        Property("each token sees itself", _sees_itself),
        Property("shifting all positions changes nothing", _shifted),
    ),
    wrong_answers=(
        WrongAnswer("one_more", _one_more, "Your window holds one token too many: the token itself is one of its "
                    "`window` tokens."),
        WrongAnswer("strict", _strict, "A token must see itself. Distances run from 0 to window - 1."),
        WrongAnswer("both_sides", _both_sides, "Your window reaches into the future. A causal one looks back only."),
        WrongAnswer("future", _future, "You look ahead in place of back. The distance back is query position minus "
                    "key position, and queries are the rows."),
        WrongAnswer("unbounded", _unbounded, "This is the plain causal mask: nothing limits how far back it looks."),
        WrongAnswer("not_causal", _not_causal, "What comes later has a negative distance, which is below the window "
                    "too. It needs a condition of its own."),
        WrongAnswer("forbidden", _forbidden, "You marked what is forbidden. True means attend."),
        WrongAnswer("numbered", _numbered, "You counted the rows. The tokens stand at `positions`, which may have "
                    "gaps or be out of order."),
        WrongAnswer("blocks", _blocks, "You cut the text into blocks, so the first token of a block sees only itself. "
                    "The window moves along with each token."),
    ),
    hints=(
        "How far back does key j stand from query i? Make that matrix first: a column of positions minus a row.",
        "Two conditions: not in the future, and nearer than `window`.",
        "Join them with &, each in parentheses: (distance >= 0) and (distance < window).",
    ),
)  # fmt: skip
