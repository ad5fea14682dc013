"""masks.masked_attention: attention under any mask, also where a query has nothing to attend to."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def masked_attention(q, k, v, mask):
    """Return softmax(q k^T / sqrt(d)) v under a mask (n_q, n_k) of booleans, True = attend.

    q (n_q, d), k (n_k, d), v (n_k, d_v). A query with nothing to attend to gets zeros.
    Scores may be in the thousands.
    """
    scores = np.where(mask, q @ k.T / np.sqrt(q.shape[-1]), -np.inf)
    alive = mask.any(axis=-1, keepdims=True)
    peak = np.where(alive, scores.max(axis=-1, keepdims=True), 0.0)
    weights = np.exp(scores - peak)
    return weights @ v / np.where(alive, weights.sum(axis=-1, keepdims=True), 1.0)


def _scores(q, k):
    return q @ k.T / np.sqrt(q.shape[-1])


def _softmax(scores):
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def _unguarded(q, k, v, mask):
    return _softmax(np.where(mask, _scores(q, k), -np.inf)) @ v


def _large_negative(q, k, v, mask):
    return _softmax(np.where(mask, _scores(q, k), -1e9)) @ v


def _multiplied(q, k, v, mask):
    return _softmax(_scores(q, k) * mask) @ v


def _after_softmax(q, k, v, mask):
    return (_softmax(_scores(q, k)) * mask) @ v


def _turned_round(q, k, v, mask):
    return masked_attention(q, k, v, ~mask)


def _no_mask(q, k, v, mask):
    return masked_attention(q, k, v, np.ones_like(mask))


def _no_peak(q, k, v, mask):
    weights = np.where(mask, np.exp(_scores(q, k)), 0.0)
    total = weights.sum(axis=-1, keepdims=True)
    return weights @ v / np.where(total == 0, 1.0, total)


def _unscaled(q, k, v, mask):
    return masked_attention(q * np.sqrt(q.shape[-1]), k, v, mask)


def _cases(rng):
    def draw(n_q, n_k, d, d_v, size=1.0):
        return rng.normal(scale=size, size=(n_q, d)), rng.normal(size=(n_k, d)), rng.normal(size=(n_k, d_v))

    causal, holes = np.tril(np.ones((4, 4), dtype=bool)), rng.random(size=(5, 3)) < 0.6
    holes[1], holes[3] = False, True
    padded = np.tril(np.ones((4, 4), dtype=bool)) & np.array([False, False, True, True])
    return [
        Case("one query, three equal scores, one key masked",
             (np.zeros((1, 2)), np.ones((3, 2)), np.array([[1.0], [3.0], [9.0]]), np.array([[True, True, False]]))),
        Case("a causal mask", (*draw(4, 4, 3, 2), causal)),
        Case("nothing masked", (*draw(2, 3, 4, 4), np.ones((2, 3), dtype=bool))),
        Case("one query with nothing to attend to", (*draw(1, 3, 2, 2), np.zeros((1, 3), dtype=bool))),
        Case("padding on the left under a causal mask: the padding's own rows are empty", (*draw(4, 4, 3, 2), padded)),
        Case("holes, and one empty row", (*draw(5, 3, 4, 2), holes)),
        Case("scores in the thousands", (*draw(4, 4, 3, 2, 4000.0), causal)),
    ]  # fmt: skip


def _masked_values_do_not_matter(function, q, k, v, mask):
    seen = mask.any(axis=0)
    return np.allclose(function(q, k, np.where(seen[:, None], v, 7.0), mask), function(q, k, v, mask))


def _ones(function, q, k, v, mask):
    return np.allclose(function(q, k, np.ones((len(k), 1)), mask), mask.any(axis=-1, keepdims=True))


EXERCISE = Exercise(
    id="masks.masked_attention",
    title="Attention with nothing to attend to",
    level="medium",
    minutes=8,
    points=5,
    reference=masked_attention,
    cases=_cases,
    properties=(
        Property("the value of a key that nobody may see changes nothing", _masked_values_do_not_matter),
        Property("values of one give 1, or 0 where every key is masked", _ones),
    ),
    wrong_answers=(
        WrongAnswer("unguarded", _unguarded, "A row with every key masked is 0 / 0, not a number, and one layer later "
                    "it is in every row. It happens whenever padding meets a causal mask. Give such rows a peak of 0 "
                    "and a total of 1."),
        WrongAnswer("large_negative", _large_negative, "-1e9 is not -inf: where every key is masked, all scores are "
                    "-1e9, so the softmax is uniform and the query averages exactly what it must not see."),
        WrongAnswer("multiplied", _multiplied, "A score of 0 still gets the weight exp(0) = 1 before the division. "
                    "Forbidden means a score of -inf."),
        WrongAnswer("after_softmax", _after_softmax, "You zeroed weights after the softmax, so the rest of the row no "
                    "longer sums to 1: the masked keys still took their share. Mask the scores."),
        WrongAnswer("turned_round", _turned_round, "Here True means attend. You forbid the keys that are allowed."),
        WrongAnswer("no_mask", _no_mask, "The mask is not used: every query attends to every key."),
        WrongAnswer("no_peak", _no_peak, "exp of a score in the thousands is inf. Subtract each row's largest allowed "
                    "score first."),
        WrongAnswer("unscaled", _unscaled, "The scores are not divided by the root of d."),
    ),
    hints=(
        "Fill the forbidden scores with -inf before the softmax. For which rows does the softmax then fail?",
        "A row is empty where mask.any(axis=-1) is False. There -inf - (-inf) and 0 / 0 are not numbers.",
        "np.where twice: in an empty row take 0 for the largest score and 1 for the sum of the exponentials.",
    ),
)  # fmt: skip
