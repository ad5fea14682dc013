"""blindness.self_attention: one head, with its output projection."""

import numpy as np

from posenc.encodings import attention
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def self_attention(x, w_q, w_k, w_v, w_o):
    """Run one head of self-attention over the rows of x (n, d).

    w_q and w_k are (d, d_head), w_v is (d, d_value), w_o is (d_value, d).
    Call your own softmax, or attention.softmax of the library.
    """
    q, k, v = x @ w_q, x @ w_k, x @ w_v
    weights = attention.softmax(q @ k.T / np.sqrt(q.shape[-1]))
    return weights @ v @ w_o


def _weights(x, w_q, w_k):
    q, k = x @ w_q, x @ w_k
    return attention.softmax(q @ k.T / np.sqrt(q.shape[-1]))


def _no_softmax(x, w_q, w_k, w_v, w_o):
    q, k = x @ w_q, x @ w_k
    return q @ k.T / np.sqrt(q.shape[-1]) @ (x @ w_v) @ w_o


def _wrong_axis(x, w_q, w_k, w_v, w_o):
    q, k = x @ w_q, x @ w_k
    return attention.softmax(q @ k.T / np.sqrt(q.shape[-1]), axis=0) @ (x @ w_v) @ w_o


def _swapped(x, w_q, w_k, w_v, w_o):
    return _weights(x, w_k, w_q) @ (x @ w_v) @ w_o


def _unscaled(x, w_q, w_k, w_v, w_o):
    return attention.softmax((x @ w_q) @ (x @ w_k).T) @ (x @ w_v) @ w_o


def _scaled_by_model(x, w_q, w_k, w_v, w_o):
    return attention.softmax((x @ w_q) @ (x @ w_k).T / np.sqrt(x.shape[-1])) @ (x @ w_v) @ w_o


def _draw(rng, n, d, d_head, d_value):
    shapes = ((n, d), (d, d_head), (d, d_head), (d, d_value), (d_value, d))
    return tuple(rng.normal(size=shape) for shape in shapes)


def _cases(rng):
    return [
        Case("one token", _draw(rng, 1, 2, 2, 2)),
        Case("two tokens, every projection the identity", (np.array([[1.0, 0.0], [0.0, 2.0]]), *[np.eye(2)] * 4)),
        Case("three tokens", _draw(rng, 3, 4, 4, 4)),
        Case("a narrow head and another value width", _draw(rng, 5, 6, 2, 3)),
    ]


def _equivariant(function, x, *weights):
    order = np.arange(len(x))[::-1]
    return np.allclose(function(x[order], *weights), np.asarray(function(x, *weights))[order])


EXERCISE = Exercise(
    id="blindness.self_attention",
    title="Self-attention in three lines",
    level="medium",
    minutes=8,
    points=6,
    reference=self_attention,
    cases=_cases,
    properties=(Property("reversed tokens give reversed output rows", _equivariant),),
    wrong_answers=(
        WrongAnswer("no_output_projection", lambda x, w_q, w_k, w_v, w_o: _weights(x, w_q, w_k) @ (x @ w_v),
                    "The heads' mix is right, but it stops before the output projection: multiply by w_o."),
        WrongAnswer("no_value_projection", lambda x, w_q, w_k, w_v, w_o: _weights(x, w_q, w_k) @ x @ w_o,
                    "You mix the rows of x themselves. What is mixed are the values, x @ w_v."),
        WrongAnswer("no_softmax", _no_softmax, "You mix with the scores. The softmax turns them into weights first; "
                    "scores are not weights."),
        WrongAnswer("wrong_axis", _wrong_axis, "Your softmax runs over the queries. Each query shares its attention "
                    "out among the keys: along the last axis."),
        WrongAnswer("swapped", _swapped, "Queries and keys are swapped: row i must hold query i."),
        WrongAnswer("unscaled", _unscaled, "The scores are not divided by √d_head."),
        WrongAnswer("scaled_by_model", _scaled_by_model, "You divide by √d_model. The dot product runs over the "
                    "channels of the head: √d_head."),
        WrongAnswer("residual", lambda x, *w: x + self_attention(x, *w), "You added x. That residual belongs to the "
                    "block around the layer, not to the layer."),
    ),
    hints=(
        "Three projections of x, then scores, weights, and a mix of the values.",
        "The head's width is the last axis of q. The softmax runs along the keys.",
        "Make q, k and v; put the scaled q kᵀ through the softmax; multiply by v; then by w_o.",
    ),
)  # fmt: skip
