"""relative.bug_hunt: T5's bias with three slips, each met in real code."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def bucket_bias(table, q_positions, k_positions, max_distance):
    """Return T5's bias (heads, n_q, n_k) for a table (num_buckets, heads), both sides in use.

    Offsets are key minus query; keys ahead take the upper half of the buckets.
    """
    offsets = k_positions[None, :] - q_positions[:, None]
    half = len(table) // 2
    exact, distance = half // 2, np.abs(offsets)
    ratio = np.log(np.maximum(distance, exact) / exact) / np.log(max_distance / exact)
    far = np.minimum(exact + (ratio * (half - exact)).astype(int), half - 1)
    return table[np.where(distance < exact, distance, far) + half * (offsets > 0)].transpose(2, 0, 1)


GIVEN_CODE = """
offsets = q_positions[:, None] - k_positions[None, :]
half = len(table) // 2
exact, distance = half // 2, np.abs(offsets)
ratio = np.log(distance / exact) / np.log(max_distance / exact)
far = exact + (ratio * (half - exact)).astype(int)
return table[np.minimum(distance, far) + half * (offsets > 0)].transpose(2, 0, 1)
"""


def _bias(table, q_positions, k_positions, max_distance, *, sign=1, guarded=True, last=True):
    offsets = sign * (k_positions[None, :] - q_positions[:, None])
    h = len(table) // 2
    e = h // 2
    r = np.abs(offsets)
    far = e + (np.log((np.maximum(r, e) if guarded else r) / e) / np.log(max_distance / e) * (h - e)).astype(int)
    far = np.minimum(far, h - 1) if last else far
    return table[(np.where(r < e, r, far) if guarded else np.minimum(r, far)) + h * (offsets > 0)].transpose(2, 0, 1)


def _without(**left):
    return lambda *inputs: _bias(*inputs, **left)


def _one_half(table, q_positions, k_positions, max_distance):
    return np.concatenate([table[: len(table) // 2]] * 2)[
        _buckets(len(table), q_positions, k_positions, max_distance)
    ].transpose(2, 0, 1)


def _heads_last(table, q_positions, k_positions, max_distance):
    return table[_buckets(len(table), q_positions, k_positions, max_distance)]


def _buckets(num_buckets, q_positions, k_positions, max_distance):
    numbers = np.arange(num_buckets)[:, None]
    return _bias(numbers, q_positions, k_positions, max_distance)[0]


def _cases(rng):
    def draw(num_buckets, heads, n_q, n_k, first, max_distance):
        table = rng.normal(size=(num_buckets, heads))
        return table, first + np.arange(n_q), np.arange(n_k), max_distance

    return [
        Case("one token", draw(8, 1, 1, 1, 0, 20)),
        Case("two tokens", draw(8, 1, 2, 2, 0, 20)),
        Case("six tokens", draw(8, 2, 6, 6, 0, 20)),
        Case("a decode step behind 30 keys", draw(8, 2, 1, 31, 30, 20)),
        Case("15 buckets, nine tokens", draw(15, 2, 9, 9, 0, 20)),
        Case("the first query, with 30 keys ahead", draw(8, 2, 1, 31, 0, 20)),
    ]


def _shift(function, table, q_positions, k_positions, max_distance):
    moved = function(table, q_positions + 9, k_positions + 9, max_distance)
    return np.allclose(moved, function(table, q_positions, k_positions, max_distance))


def _two_sides(function, table, q_positions, k_positions, max_distance):
    numbers = np.arange(len(table), dtype=float)[:, None]
    behind, ahead = (np.asarray(function(numbers, np.array([p]), np.array([3]), max_distance)) for p in (4, 2))
    return bool(ahead[0, 0, 0] - behind[0, 0, 0] == len(table) // 2)


EXERCISE = Exercise(
    id="relative.bug_hunt",
    title="Bug hunt: which side, how near, how far",
    level="hard",
    minutes=12,
    points=6,
    reference=bucket_bias,
    given_code=GIVEN_CODE,
    cases=_cases,
    properties=(
        Property("positions shifted together change nothing", _shift),
        Property("a key one ahead lies half of the buckets above a key one behind", _two_sides),
    ),
    wrong_answers=(
        WrongAnswer("sign_left", _without(sign=-1), "Near and far are right now. Keys ahead and behind are still "
                    "exchanged: an offset is key minus query."),
        WrongAnswer("log_left", _without(guarded=False), "Side and last bucket are right now. A token's distance to "
                    "itself is 0, and log(0) is -inf, which is no bucket. Below `exact` take the distance itself, with "
                    "np.where, and keep the logarithm away from 0."),
        WrongAnswer("last_left", _without(last=False), "Side and near distances are right now. Far ones still run past "
                    "their half: beyond max_distance all share the bucket half - 1."),
        WrongAnswer("only_log", _without(sign=-1, last=False), "One of three: near distances are right. Print the "
                    "bucket of a key one ahead, and of one 30 behind."),
        WrongAnswer("one_half", _one_half, "Both sides now read the lower half of the table. Keys ahead have biases of "
                    "their own."),
        WrongAnswer("heads_last", _heads_last, "The numbers are right; the heads stand last. They come first: "
                    "(heads, n_q, n_k)."),
    ),
    hints=(
        "Print the buckets in the place of the biases: let the table be np.arange(8.0)[:, None].",
        "A key one ahead must have bucket half + 1; the token itself 0; a key 30 behind, at max_distance 20, half - 1.",
        "Three lines: key minus query; np.where(distance < exact, ...) with np.maximum(distance, exact) in the log; "
        "np.minimum(far, half - 1).",
    ),
)  # fmt: skip
