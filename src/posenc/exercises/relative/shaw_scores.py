"""relative.shaw_scores: a learned vector for each offset, beside the keys."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def shaw_scores(q, k, key_table, offsets):
    """Return the scores q_i · (k_j + a_ij) / √d, where a_ij is the table's row for the clipped offset.

    q (n_q, d), k (n_k, d), key_table (2m + 1, d) with row 0 for the offset -m, offsets (n_q, n_k).
    """
    m = len(key_table) // 2
    rows = np.clip(offsets, -m, m) + m
    positional = np.take_along_axis(q @ key_table.T, rows, axis=1)
    return (q @ k.T + positional) / np.sqrt(q.shape[-1])


def _vectors(key_table, offsets):
    m = len(key_table) // 2
    return key_table[np.clip(offsets, -m, m) + m]


def _flipped(q, k, key_table, offsets):
    return shaw_scores(q, k, key_table, -offsets)


def _unscaled_position(q, k, key_table, offsets):
    return q @ k.T / np.sqrt(q.shape[-1]) + np.einsum("id,ijd->ij", q, _vectors(key_table, offsets))


def _unscaled(q, k, key_table, offsets):
    return shaw_scores(q, k, key_table, offsets) * np.sqrt(q.shape[-1])


def _asks_the_key(q, k, key_table, offsets):
    return (q @ k.T + np.einsum("jd,ijd->ij", k, _vectors(key_table, offsets))) / np.sqrt(q.shape[-1])


def _from_the_end(q, k, key_table, offsets):
    m = len(key_table) // 2
    return (q @ k.T + np.einsum("id,ijd->ij", q, key_table[np.clip(offsets, -m, m)])) / np.sqrt(q.shape[-1])


def _cases(rng):
    def draw(n_q, n_k, d, m, first):
        offsets = np.arange(n_k)[None, :] - first - np.arange(n_q)[:, None]
        return rng.normal(size=(n_q, d)), rng.normal(size=(n_k, d)), rng.normal(size=(2 * m + 1, d)), offsets

    return [
        Case("one query, two keys, d = 1",
             (np.array([[1.0]]), np.array([[1.0], [2.0]]), np.array([[10.0], [20.0], [30.0]]), np.array([[-1, 0]]))),
        Case("three tokens, no clip", draw(3, 3, 2, 2, 0)),
        Case("six tokens, clipped at 2", draw(6, 6, 4, 2, 0)),
        Case("a decode step against nine keys", draw(1, 9, 4, 3, 8)),
    ]  # fmt: skip


def _far_alike(function, q, k, key_table, offsets):
    far = np.full_like(offsets, len(key_table))
    return np.allclose(function(q, k, key_table, far), function(q, k, key_table, 10 * far))


EXERCISE = Exercise(
    id="relative.shaw_scores",
    title="Shaw's scores",
    level="medium",
    minutes=9,
    points=6,
    reference=shaw_scores,
    cases=_cases,
    properties=(Property("beyond the clip all offsets score alike", _far_alike),),
    wrong_answers=(
        WrongAnswer("flipped", _flipped, "The offset has the wrong sign: the row of the key behind was taken for the "
                    "key ahead. offsets are key minus query already, and row 0 stands for the most negative."),
        WrongAnswer("unscaled_position", _unscaled_position, "Only the content is divided by √d. The formula adds the "
                    "vector to the key, so both terms are."),
        WrongAnswer("unscaled", _unscaled, "The scores are not divided by √d."),
        WrongAnswer("asks_the_key", _asks_the_key, "You multiply the key with the offset's vector. The vector stands "
                    "beside the key, so it meets the query."),
        WrongAnswer("from_the_end", _from_the_end, "You index the table with the offset itself. Offset 0 is row m; and "
                    "NumPy reads row -1 as the last one without a word."),
        WrongAnswer("content_only", lambda q, k, key_table, offsets: q @ k.T / np.sqrt(q.shape[-1]), "These are the "
                    "scores of the content. The term of the offset is missing."),
    ),
    hints=(
        "q · (k + a) = q · k + q · a. The first term you know; the second needs the right row for each pair.",
        "Rows: clip the offsets to ±m, then add m. The products of all queries with all rows are q @ key_table.T.",
        "np.take_along_axis(products, rows, axis=1) fetches them pair by pair. Divide the sum by √d.",
    ),
)  # fmt: skip
