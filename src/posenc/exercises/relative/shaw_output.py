"""relative.shaw_output: a learned vector for each offset, beside the values."""

import numpy as np

from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def shaw_output(weights, v, value_table, offsets):
    """Return the sum over j of w_ij (v_j + a_ij), where a_ij is the table's row for the clipped offset.

    weights (n_q, n_k), v (n_k, d), value_table (2m + 1, d), offsets (n_q, n_k); output (n_q, d).
    """
    m = len(value_table) // 2
    vectors = value_table[np.clip(offsets, -m, m) + m]
    return np.einsum("ij,ijd->id", weights, v + vectors)


def _summed(weights, v, value_table, offsets):
    m = len(value_table) // 2
    return weights @ v + value_table[np.clip(offsets, -m, m) + m].sum(axis=1)


def _averaged(weights, v, value_table, offsets):
    m = len(value_table) // 2
    return weights @ v + value_table[np.clip(offsets, -m, m) + m].mean(axis=1)


def _from_the_end(weights, v, value_table, offsets):
    m = len(value_table) // 2
    return np.einsum("ij,ijd->id", weights, v + value_table[np.clip(offsets, -m, m)])


def _cases(rng):
    def draw(n_q, n_k, d, m, first):
        offsets = np.arange(n_k)[None, :] - first - np.arange(n_q)[:, None]
        weights = rng.dirichlet(np.ones(n_k), size=n_q)
        return weights, rng.normal(size=(n_k, d)), rng.normal(size=(2 * m + 1, d)), offsets

    return [
        Case("one query, two keys, d = 1",
             (np.array([[0.25, 0.75]]), np.array([[1.0], [3.0]]), np.array([[10.0], [20.0], [30.0]]),
              np.array([[-1, 0]]))),
        Case("three tokens, no clip", draw(3, 3, 2, 2, 0)),
        Case("six tokens, clipped at 2", draw(6, 6, 3, 2, 0)),
        Case("a decode step against nine keys", draw(1, 9, 4, 3, 8)),
    ]  # fmt: skip


def _constant_table(function, weights, v, value_table, offsets):
    """Weights sum to 1, so a table of equal rows adds that row."""
    row = np.ones_like(value_table)
    return np.allclose(np.asarray(function(weights, v, row, offsets)) - 1.0, weights @ v)


EXERCISE = Exercise(
    id="relative.shaw_output",
    title="Shaw's output",
    level="medium",
    minutes=6,
    points=5,
    reference=shaw_output,
    cases=_cases,
    properties=(Property("a table of equal rows adds just that row", _constant_table),),
    wrong_answers=(
        WrongAnswer("flipped", lambda weights, v, value_table, offsets: shaw_output(weights, v, value_table, -offsets),
                    "The offset has the wrong sign: row 0 stands for the most negative one, a key behind the query."),
        WrongAnswer("content_only", lambda weights, v, value_table, offsets: weights @ v, "You mix the values alone. "
                    "Each carries the vector of its offset with it."),
        WrongAnswer("position_only", lambda weights, v, value_table, offsets:
                    shaw_output(weights, 0 * v, value_table, offsets), "You mix the offsets' vectors alone; the values "
                    "are missing."),
        WrongAnswer("summed", _summed, "The offsets' vectors are added up unweighted. A key with a weight of 0 must "
                    "not leave a trace."),
        WrongAnswer("averaged", _averaged, "The offsets' vectors are averaged with equal shares. Use the weights that "
                    "mix the values."),
        WrongAnswer("from_the_end", _from_the_end, "You index the table with the offset itself. Offset 0 is row m; and "
                    "NumPy reads row -1 as the last one without a word."),
    ),
    hints=(
        "Fetch the vector of every pair first: an array of shape (n_q, n_k, d).",
        "Rows: clip the offsets to ±m, then add m. v broadcasts over the queries.",
        'np.einsum("ij,ijd->id", ...) sums over the keys: the weights, and values plus vectors.',
    ),
)  # fmt: skip
