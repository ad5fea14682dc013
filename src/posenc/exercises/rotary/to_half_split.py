"""rotary.to_half_split: weights trained in one layout, for code that runs the other."""

import numpy as np

from posenc.encodings import rotary
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def to_half_split(w_q, w_k, d_head):
    """Convert weights trained with interleaved pairs for code that rotates half-split; return both.

    In each head's d_head columns of w_q (d, heads * d_head), even channels come first, then odd ones.
    The same in w_k, which may have fewer heads.
    """
    order = np.concatenate([np.arange(0, d_head, 2), np.arange(1, d_head, 2)])
    w_q, w_k = (w.reshape(-1, d_head)[:, order].reshape(w.shape) for w in (w_q, w_k))
    return w_q, w_k


def _reordered(w, order):
    return w.reshape(-1, len(order))[:, order].reshape(w.shape)


def _even_odd(d_head):
    return np.argsort(np.arange(d_head) % 2, kind="stable")


def _queries_only(w_q, w_k, d_head):
    return _reordered(w_q, _even_odd(d_head)), w_k


def _across_heads(w_q, w_k, d_head):
    return _reordered(w_q, _even_odd(w_q.shape[1])), _reordered(w_k, _even_odd(w_k.shape[1]))


def _inverse(w_q, w_k, d_head):
    order = np.argsort(_even_odd(d_head))
    return _reordered(w_q, order), _reordered(w_k, order)


def _odd_first(w_q, w_k, d_head):
    order = np.roll(_even_odd(d_head), d_head // 2)
    return _reordered(w_q, order), _reordered(w_k, order)


def _rows(w_q, w_k, d_head):
    order = _even_odd(len(w_q))
    return w_q[order], w_k[order]


def _heads_of_queries(w_q, w_k, d_head):
    heads = w_q.shape[1] // d_head
    return _reordered(w_q, _even_odd(d_head)), _reordered(w_k, _even_odd(w_k.shape[1] // heads))


def _cases(rng):
    columns = np.arange(4.0)[None]
    return [
        Case("one head of four channels", (columns, columns + 10, 4)),
        Case("one head of six channels", (rng.normal(size=(3, 6)), rng.normal(size=(3, 6)), 6)),
        Case("two heads", (rng.normal(size=(8, 8)), rng.normal(size=(8, 8)), 4)),
        Case("four query heads, two key heads", (rng.normal(size=(6, 32)), rng.normal(size=(6, 16)), 8)),
    ]


def _scores(w_q, w_k, d_head, layout):
    x = np.random.default_rng(0).normal(size=(5, len(w_q)))
    frequencies = rotary.rotary_frequencies(d_head)
    q, k = (
        rotary.rotate((x @ w).reshape(5, -1, d_head).swapaxes(0, 1), np.arange(5), frequencies, layout=layout)
        for w in (np.asarray(w_q), np.asarray(w_k))
    )
    return q @ np.repeat(k, len(q) // len(k), axis=0).swapaxes(-1, -2)


def _same_scores(function, w_q, w_k, d_head):
    new_q, new_k = function(w_q, w_k, d_head)
    converted = _scores(new_q, new_k, d_head, "half_split")
    return np.allclose(converted, _scores(w_q, w_k, d_head, "interleaved"))


EXERCISE = Exercise(
    id="rotary.to_half_split",
    title="Convert a checkpoint",
    level="medium",
    minutes=10,
    points=6,
    reference=to_half_split,
    cases=_cases,
    properties=(Property("half-split rotary on the new weights scores as interleaved on the old", _same_scores),),
    wrong_answers=(
        WrongAnswer("unchanged", lambda w_q, w_k, d_head: (w_q, w_k), "Nothing was converted. The model still runs, "
                    "and its scores still depend on the offset alone; but they are not those it was trained with."),
        WrongAnswer("queries_only", _queries_only, "w_k kept its old order. A score multiplies channel by channel, so "
                    "queries and keys must be reordered alike."),
        WrongAnswer("across_heads", _across_heads, "You sorted even and odd over the whole width, so channels changed "
                    "heads. Reorder within each head's d_head columns."),
        WrongAnswer("inverse", _inverse, "This is the way back, from half-split to interleaved. With four channels "
                    "the two are the same; with six they are not."),
        WrongAnswer("odd_first", _odd_first, "The odd channels come first here, so each pair is (b, a) and turns the "
                    "other way round: offsets change their sign."),
        WrongAnswer("rows", _rows, "You reordered rows, the channels that enter. Rotary turns what x @ w gives: the "
                    "columns."),
        WrongAnswer("heads_of_queries", _heads_of_queries, "You cut w_k into as many heads as w_q. Keys may have fewer "
                    "heads, each still d_head wide: let reshape find their number."),
    ),
    hints=(
        "Write the new order of one head's channels as a list first: for d_head = 6 it is 0 2 4 1 3 5.",
        "w.reshape(-1, d_head) cuts every row of w into its heads. The order applies to the last axis.",
        "Index that last axis with the order, reshape back to w.shape, and do so for w_q and for w_k.",
    ),
)  # fmt: skip
