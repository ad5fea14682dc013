"""alibi.bug_hunt: a decode step with three slips, each met in released code."""

import numpy as np

from posenc.encodings import attention
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def alibi_decode(q, k, v, position):
    """Run one ALiBi decode step: q (heads, 1, d) against cached k and v (heads, n_keys, d).

    The number of heads is a power of two. Keys stand at 0 .. n_keys - 1, the query at `position`.
    """
    heads, n_keys, d = k.shape
    slopes = 2.0 ** (-8 * np.arange(1, heads + 1) / heads)
    distance = np.abs(np.arange(n_keys) - position)
    bias = -slopes[:, None, None] * distance
    return attention.softmax(q @ k.swapaxes(1, 2) / np.sqrt(d) + bias) @ v


GIVEN_CODE = """
heads, n_keys, d = k.shape
slopes = 2.0 ** (-8 * np.arange(heads) / heads)
distance = np.abs(np.arange(n_keys) - np.arange(len(q[0])))
bias = slopes[:, None, None] * distance
return attention.softmax(q @ k.swapaxes(1, 2) / np.sqrt(d) + bias) @ v
"""


def _step(q, k, v, *, sign=-1.0, first=1, position=0, scale=None):
    heads, n_keys, d = k.shape
    slopes = 2.0 ** (-8 * np.arange(first, heads + first) / heads)
    bias = sign * slopes[:, None, None] * np.abs(np.arange(n_keys) - position)
    return attention.softmax(q @ k.swapaxes(1, 2) / np.sqrt(scale or d) + bias) @ v


def _cases(rng):
    def draw(heads, n_keys, d, position):
        return (rng.normal(size=(heads, 1, d)), *rng.normal(size=(2, heads, n_keys, d)), position)

    return [
        Case("one head, two keys", draw(1, 2, 2, 1)),
        Case("two heads, four keys", draw(2, 4, 3, 3)),
        Case("four heads, a cache of nine", draw(4, 9, 4, 8)),
        Case("eight heads, the query in the middle of its cache", draw(8, 6, 4, 2)),
    ]


def _close_wins(function, q, k, v, position):
    """With equal content and values that mark the query's own key, its head's weight there is the largest."""
    n_keys = k.shape[1]
    marked = np.zeros((len(q), n_keys, n_keys)) + np.eye(n_keys)
    weights = np.asarray(function(0 * q, k, marked, position))[:, 0]
    return bool((weights.argmax(axis=-1) == position).all())


EXERCISE = Exercise(
    id="alibi.bug_hunt",
    title="Bug hunt: three slips in one step",
    level="hard",
    minutes=10,
    points=6,
    reference=alibi_decode,
    given_code=GIVEN_CODE,
    cases=_cases,
    properties=(Property("with equal content the query's own key weighs most, in every head", _close_wins),),
    wrong_answers=(
        WrongAnswer("sign_left", lambda q, k, v, position: _step(q, k, v, sign=1.0, position=position), "Slopes and "
                    "distances are right now. The bias still rewards distance: look at its sign."),
        WrongAnswer("slopes_left", lambda q, k, v, position: _step(q, k, v, first=0, position=position), "Sign and "
                    "distances are right now. The slopes still start at 1: heads count from 1, not from 0."),
        WrongAnswer("row_left", lambda q, k, v, position: _step(q, k, v), "Sign and slopes are right now. The "
                    "distances are still those of a query at position 0: np.arange(len(q[0])) is [0] in a decode "
                    "step."),
        WrongAnswer("only_sign", lambda q, k, v, position: _step(q, k, v, first=0), "One of three: the sign is right. "
                    "Print the slopes of two heads, and the distances, and compare with what you expect."),
        WrongAnswer("only_row", lambda q, k, v, position: _step(q, k, v, sign=1.0, first=0, position=position), "One "
                    "of three: the distances are right. Print the slopes, and the sign of the bias."),
        WrongAnswer("row_form", lambda q, k, v, position: _step(q, k, v, sign=1.0), "The slopes are right now, and the "
                    "other two slips cancel as long as the query is the last key: +m·j is the row form. With room "
                    "behind the query they do not. Mend both."),
        WrongAnswer("no_bias", lambda q, k, v, position: _step(q, k, v, sign=0.0), "You took the bias away. The slips "
                    "went with it, and the positions too."),
    ),
    hints=(
        "Print the three lines in the middle for two heads and four keys. Each holds one slip.",
        "The steepest of two slopes is 1/16. The key at `position` has distance 0. No bias is above 0.",
        "Count heads from 1; measure from `position`; put a minus before the slopes.",
    ),
)  # fmt: skip
