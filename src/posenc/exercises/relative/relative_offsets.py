"""relative.relative_offsets: how far each key stands from each query."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def relative_offsets(n_q, n_k, first_query):
    """Return key position - query position for every pair, shape (n_q, n_k).

    Keys stand at 0 .. n_k - 1. Queries stand at first_query, first_query + 1, ...: in a decode step
    there is one, and first_query is the number of tokens before it.
    """
    queries = first_query + np.arange(n_q)
    return np.arange(n_k)[None, :] - queries[:, None]


def _cases(rng):
    return [
        Case("one token", (1, 1, 0)),
        Case("three tokens against themselves", (3, 3, 0)),
        Case("two queries, four keys", (2, 4, 0)),
        Case("one new query against a cache of five", (1, 5, 4)),
        Case("a chunk of queries behind a cache", (3, 30, int(rng.integers(2, 28)))),
    ]


def _diagonals(function, n_q, n_k, first_query):
    """Along each diagonal both step on by one."""
    found = np.asarray(function(n_q, n_k, first_query))
    return np.array_equal(found[1:, 1:], found[:-1, :-1])


EXERCISE = Exercise(
    id="relative.relative_offsets",
    title="The matrix of offsets",
    level="easy",
    minutes=4,
    points=3,
    reference=relative_offsets,
    cases=_cases,
    properties=(Property("along each diagonal the offset stays the same", _diagonals),),
    wrong_answers=(
        WrongAnswer("flipped", lambda n_q, n_k, first_query: -relative_offsets(n_q, n_k, first_query), "The sign is "
                    "turned round: query minus key. Here it is key minus query, so a key behind the query has a "
                    "negative offset. Swin and some libraries count the other way; mixing the two flips the table."),
        WrongAnswer("starts_at_zero", lambda n_q, n_k, first_query: relative_offsets(n_q, n_k, 0), "Your queries "
                    "always start at 0. In a decode step the one query stands behind the cache, at first_query."),
        WrongAnswer("start_added", lambda n_q, n_k, first_query: relative_offsets(n_q, n_k, -first_query),
                    "first_query has the wrong sign: a query that stands further back in the text sees smaller "
                    "offsets."),
        WrongAnswer("distance", lambda n_q, n_k, first_query: np.abs(relative_offsets(n_q, n_k, first_query)), "This "
                    "is the distance. An offset has a sign, and it is all that tells before from after."),
        WrongAnswer("transposed", lambda n_q, n_k, first_query: relative_offsets(n_q, n_k, first_query).T, "Rows "
                    "belong to queries, columns to keys: (n_q, n_k)."),
        WrongAnswer("aligned_at_the_end", lambda n_q, n_k, first_query: relative_offsets(n_q, n_k, n_k - n_q), "You "
                    "let the last query meet the last key. That is usual, but here first_query says where they stand."),
    ),
    hints=(
        "Write down the positions of the keys, and those of the queries. Then subtract.",
        "A row of keys, shape (1, n_k), minus a column of queries, shape (n_q, 1): NumPy fills the matrix.",
        "Queries are first_query + np.arange(n_q); keys np.arange(n_k); use [None, :] and [:, None].",
    ),
)  # fmt: skip
