"""masks.causal_mask: who may attend to whom, when the keys of earlier tokens are cached."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def causal_mask(n_queries, n_keys):
    """Return the mask (n_queries, n_keys), True = attend: no query attends to a key after it.

    The keys stand at 0 .. n_keys - 1. The queries are the last n_queries of these places:
    all of them when a prompt is read, one when a token is decoded against cached keys.
    """
    places = np.arange(n_keys)
    return places <= places[n_keys - n_queries :, None]


def _places(n_queries, n_keys):
    return np.arange(n_queries)[:, None] + n_keys - n_queries, np.arange(n_keys)[None, :]


def _top_left(n_queries, n_keys):
    return np.tril(np.ones((n_queries, n_keys), dtype=bool))


def _strict(n_queries, n_keys):
    query, key = _places(n_queries, n_keys)
    return key < query


def _future(n_queries, n_keys):
    query, key = _places(n_queries, n_keys)
    return key >= query


def _forbidden(n_queries, n_keys):
    query, key = _places(n_queries, n_keys)
    return key > query


def _additive(n_queries, n_keys):
    query, key = _places(n_queries, n_keys)
    return np.where(key <= query, 0.0, -np.inf)


def _everything(n_queries, n_keys):
    return np.ones((n_queries, n_keys), dtype=bool)


def _square(n_queries, n_keys):
    return np.tril(np.ones((n_keys, n_keys), dtype=bool))


def _cases(rng):
    return [
        Case("a prompt of two tokens", (2, 2)),
        Case("a prompt of four tokens", (4, 4)),
        Case("one new token, four cached keys and its own", (1, 5)),
        Case("two new tokens, three cached keys", (2, 5)),
        Case("a chunk of a longer prompt", (4, int(rng.integers(6, 30)))),
    ]


def _last_sees_all(function, n_queries, n_keys):
    return np.all(np.asarray(function(n_queries, n_keys))[-1])


def _same_rows(function, n_queries, n_keys):
    whole, part = function(n_keys, n_keys), function(n_queries, n_keys)
    return np.array_equal(np.asarray(whole)[n_keys - n_queries :], part)


EXERCISE = Exercise(
    id="masks.causal_mask",
    title="The causal mask, with cached keys",
    level="easy",
    minutes=5,
    points=3,
    reference=causal_mask,
    cases=_cases,
    properties=(
        Property("the newest query may attend to every key", _last_sees_all),
        Property("decoding uses the last rows of the mask that the whole prompt has", _same_rows),
    ),
    wrong_answers=(
        WrongAnswer("top_left", _top_left, "Your staircase starts in the top left corner, so one new query sees only "
                    "the first key and none of its context. The queries are the last places, not the first: the "
                    "staircase must end in the bottom right corner. On a square nobody notices."),
        WrongAnswer("strict", _strict, "A query may attend to itself: its own key is not in the future. Without the "
                    "diagonal the first token has nothing to attend to."),
        WrongAnswer("future", _future, "This lets each query see itself and what comes after it. Compare the places "
                    "the other way round."),
        WrongAnswer("forbidden", _forbidden, "You marked what is forbidden. Here True means attend; libraries differ, "
                    "and a mask with the wrong sense runs without an error."),
        WrongAnswer("additive", _additive, "This is the additive form, 0 and -inf. Asked are True and False: two "
                    "boolean masks combine with &, and -inf is filled in once, at the end."),
        WrongAnswer("everything", _everything, "Every query sees every key. A prompt of two tokens shows it: the "
                    "first must not see the second."),
        WrongAnswer("square", _square, "A row for every key is too many: there are n_queries queries. Keep the last "
                    "rows."),
    ),
    hints=(
        "Write down the places of the queries first. Of five places, where do the last two stand?",
        "The queries stand at n_keys - n_queries, ..., n_keys - 1. Put them in a column, the keys in a row; compare.",
        "np.arange(n_keys) are the keys. A slice of it are the queries; [:, None] makes them a column. "
        "Attend where the key's place is not above the query's.",
    ),
)  # fmt: skip
