"""blindness.bug_hunt: an attention layer that notices the order, because of a slip."""

import numpy as np

from posenc.encodings import attention
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer


def multi_head_attention(x, w_q, w_k, w_v, w_o, n_heads):
    """Run self-attention over x (n, d) in n_heads heads, each with its own slice of the channels."""
    n = len(x)
    q = (x @ w_q).reshape(n, n_heads, -1).swapaxes(0, 1)
    k = (x @ w_k).reshape(n, n_heads, -1).swapaxes(0, 1)
    v = (x @ w_v).reshape(n, n_heads, -1).swapaxes(0, 1)
    weights = attention.softmax(q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1]))
    mixed = weights @ v
    return mixed.swapaxes(0, 1).reshape(n, -1) @ w_o


GIVEN_CODE = """
n = len(x)
q = (x @ w_q).reshape(n_heads, n, -1)
k = (x @ w_k).reshape(n_heads, n, -1)
v = (x @ w_v).reshape(n_heads, n, -1)
weights = attention.softmax(q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1]))
mixed = weights @ v
return mixed.reshape(n, -1) @ w_o
"""


def _heads(x, w_q, w_k, w_v, n_heads, scale=None):
    q, k, v = ((x @ w).reshape(len(x), n_heads, -1).swapaxes(0, 1) for w in (w_q, w_k, w_v))
    return attention.softmax(q @ k.swapaxes(1, 2) / np.sqrt(scale or q.shape[-1])) @ v


def _split_only(x, w_q, w_k, w_v, w_o, n_heads):
    return _heads(x, w_q, w_k, w_v, n_heads).reshape(len(x), -1) @ w_o


def _merge_only(x, w_q, w_k, w_v, w_o, n_heads):
    q, k, v = ((x @ w).reshape(n_heads, len(x), -1) for w in (w_q, w_k, w_v))
    mixed = attention.softmax(q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])) @ v
    return mixed.swapaxes(0, 1).reshape(len(x), -1) @ w_o


def _values_left(x, w_q, w_k, w_v, w_o, n_heads):
    q, k = ((x @ w).reshape(len(x), n_heads, -1).swapaxes(0, 1) for w in (w_q, w_k))
    v = (x @ w_v).reshape(n_heads, len(x), -1)
    mixed = attention.softmax(q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])) @ v
    return mixed.swapaxes(0, 1).reshape(len(x), -1) @ w_o


def _one_head(x, w_q, w_k, w_v, w_o, n_heads):
    return multi_head_attention(x, w_q, w_k, w_v, w_o, 1)


def _scaled_by_model(x, w_q, w_k, w_v, w_o, n_heads):
    mixed = _heads(x, w_q, w_k, w_v, n_heads, scale=x.shape[-1])
    return mixed.swapaxes(0, 1).reshape(len(x), -1) @ w_o


def _interleaved(x, w_q, w_k, w_v, w_o, n_heads):
    q, k, v = ((x @ w).reshape(len(x), -1, n_heads).transpose(2, 0, 1) for w in (w_q, w_k, w_v))
    mixed = attention.softmax(q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])) @ v
    return mixed.transpose(1, 2, 0).reshape(len(x), -1) @ w_o


def _cases(rng):
    def draw(n, d, n_heads):
        return (rng.normal(size=(n, d)), *rng.normal(size=(4, d, d)), n_heads)

    return [
        Case("one token, two heads", draw(1, 4, 2)),
        Case("three tokens, one head", draw(3, 2, 1)),
        Case("three tokens, two heads", draw(3, 4, 2)),
        Case("four tokens, four heads", draw(4, 8, 4)),
    ]


def _equivariant(function, x, *rest):
    order = np.roll(np.arange(len(x)), 1)
    return np.allclose(function(x[order], *rest), np.asarray(function(x, *rest))[order])


EXERCISE = Exercise(
    id="blindness.bug_hunt",
    title="Bug hunt: who told it the order?",
    level="medium",
    minutes=10,
    points=6,
    reference=multi_head_attention,
    given_code=GIVEN_CODE,
    cases=_cases,
    properties=(Property("shuffled tokens give output rows shuffled alike", _equivariant),),
    wrong_answers=(
        WrongAnswer("split_only", _split_only, "The heads are cut out rightly now, but pasted together wrongly: "
                    "(n_heads, n, d_head) reshaped to (n, d) puts parts of different tokens into one row."),
        WrongAnswer("merge_only", _merge_only, "The heads are pasted together rightly now, but still cut wrongly: "
                    "(n, d) reshaped to (n_heads, n, d_head) deals one token's channels out to several rows."),
        WrongAnswer("values_left", _values_left, "Queries and keys are mended; the values are still cut wrongly."),
        WrongAnswer("one_head", _one_head, "One wide head knows no order, but it is not n_heads heads: each head "
                    "needs weights of its own."),
        WrongAnswer("scaled_by_model", _scaled_by_model, "The order is gone. Now the scale is √d_model; it was "
                    "√d_head, and rightly so."),
        WrongAnswer("interleaved", _interleaved, "No order leaks, but head h took every n_heads-th channel. Heads "
                    "are consecutive slices: split the last axis as (n_heads, d_head)."),
    ),
    hints=(
        "Try one head, then two: the gap opens with the second. What does n_heads change?",
        "reshape never moves an entry in memory. Print np.arange(12).reshape(3, 4), then reshape that to (2, 3, 2): "
        "are the rows still tokens?",
        "Split as (n, n_heads, d_head), then swap the first two axes. Merge the same way back: swap, then reshape.",
    ),
)  # fmt: skip
