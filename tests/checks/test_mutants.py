"""One small slip in a reference must not pass: every mutant is killed, or is the same function in other words."""

from dataclasses import replace

import numpy as np
import pytest

from posenc.checking import Outcome, judge
from posenc.exercises import EXERCISES

from .mutants import mutants

SQUARE = "in this place the axis is both the second and the last"
SYMMETRIC = "swapping two axes has no direction"
WIDTH = "queries, keys and their projections share d_head"
NEGATIVE = "reshape takes any negative size as the unknown one"
FROM_0 = "a slice begins at 0 by itself"
EITHER_WAY = "the larger or smaller of two numbers has no order"
EVEN = "d_model is even, and arange counts to a float as to a whole number"
NUMPY_ENDS = "NumPy itself refuses a position past the end, and names it"
FINITE = "exp is 0 at -inf whatever finite number is subtracted"

# Mutants that are the same function on every input that the exercise allows, and why.
EQUIVALENT = {
    "absolute.sinusoidal": {
        "k = np.arange(d_model / 2)": EVEN,
        "code = np.ones((len(positions), d_model))": "every entry is written",
    },
    "absolute.wavelengths": {"k = np.arange(d_model / 2)": EVEN},
    "absolute.lookup": {
        "outside = positions[(positions >= len(table)) | (positions < 0)]": "an or has no order",
        "outside = positions[positions < 0]": NUMPY_ENDS,
        "outside = positions[(positions < 0) | (positions > len(table))]": NUMPY_ENDS,
    },
    "absolute.interpolate_table": {
        "return np.stack([np.interp(at, rows, channel) for channel in table.T], axis=1)": SQUARE,
    },
    "absolute.embed": {
        "if tokens.ndim != 2 or tokens.shape[-1] > len(table):": SQUARE,
        "x = embeddings[tokens] * (np.sqrt(embeddings.shape[-1]) if scaled else 1.0)": SQUARE,
        "x = embeddings[tokens] * (np.sqrt(table.shape[1]) if scaled else 1.0)": "both tables are D wide",
        "return x + table[:tokens.shape[-1]]": SQUARE,
    },
    "blindness.softmax": {
        "peak = np.where(np.isneginf(peak), 1.0, peak)": FINITE,
        "peak = np.where(np.isneginf(peak), -1.0, peak)": FINITE,
        "return weights / np.where(total == 0, 2.0, total)": "0 / 2 is 0 / 1",
        "return weights / np.where(weights == 0, 1.0, total)": "a weight of 0 stays 0, whatever divides it",
        "return weights / np.where(total == 0, -1.0, total)": "0 / -1 equals 0 / 1",
    },
    "blindness.scores": {
        "return q @ k.T / np.sqrt(q.shape[1])": SQUARE,
        "return q @ k.T / np.sqrt(k.shape[-1])": WIDTH,
    },
    "blindness.self_attention": {
        "weights = attention.softmax(q @ k.T / np.sqrt(q.shape[1]))": SQUARE,
        "weights = attention.softmax(q @ k.T / np.sqrt(k.shape[-1]))": WIDTH,
    },
    "blindness.equivariance_gap": {
        "return np.max(np.abs(layer(x)[perm] - layer(x[perm])))": "a distance has no direction",
    },
    "blindness.presence": {
        "wanted[token] = 2.0": "many weights are right: twice the value, four times the score",
        "return (np.ones((vocabulary, 1)), 21.0 * wanted, wanted)": "a score of 21 is as good as one of 20",
        "return (np.ones((vocabulary, 1)), 19.0 * wanted, wanted)": "a score of 19 is as good as one of 20",
    },
    "blindness.bug_hunt": {
        "q = (x @ w_q).reshape(n, n_heads, -1).swapaxes(1, 0)": SYMMETRIC,
        "k = (x @ w_k).reshape(n, n_heads, -1).swapaxes(1, 0)": SYMMETRIC,
        "v = (x @ w_v).reshape(n, n_heads, -1).swapaxes(1, 0)": SYMMETRIC,
        "weights = attention.softmax(q @ k.swapaxes(2, 1) / np.sqrt(q.shape[-1]))": SYMMETRIC,
        "return mixed.swapaxes(1, 0).reshape(n, -1) @ w_o": SYMMETRIC,
        "q = (x @ w_q).reshape(n, n_heads, -2).swapaxes(0, 1)": NEGATIVE,
        "k = (x @ w_k).reshape(n, n_heads, -2).swapaxes(0, 1)": NEGATIVE,
        "v = (x @ w_v).reshape(n, n_heads, -2).swapaxes(0, 1)": NEGATIVE,
        "return mixed.swapaxes(0, 1).reshape(n, -2) @ w_o": NEGATIVE,
        "weights = attention.softmax(q @ k.swapaxes(1, 2) / np.sqrt(k.shape[-1]))": WIDTH,
        "weights = attention.softmax(q @ k.swapaxes(1, 2) / np.sqrt(v.shape[-1]))": "all projections are square here",
    },
    "rotary.rotate": {
        "a, b = (x[:, ::2], x[:, 1::2])": FROM_0,
    },
    "rotary.rotate_half_split": {
        "return np.concatenate([a * cos - b * sin, a * sin + b * cos, x[:, 2 * m:]], axis=1)": SQUARE,
    },
    "rotary.to_half_split": {
        "order = [np.arange(0, d_head, 2), np.arange(1, d_head, 2)]": "indexed by two rows, reshape joins them",
        "w_q, w_k = (w.reshape(-2, d_head)[:, order].reshape(w.shape) for w in (w_q, w_k))": NEGATIVE,
    },
    "rotary.decode_step": {
        "return (attention.attention(q, keys, values)[-1], keys, values)": "one query: its row is first and last",
    },
    "rotary.position_interpolation": {
        "return positions * min(trained_length / length, 1.0)": EITHER_WAY,
    },
    "rotary.yarn_frequencies": {
        "first, last = (max(0.0, np.floor(index[0])), np.ceil(index[1]))": EITHER_WAY,
        "first, last = (max(np.floor(index[0]), 0.0), np.ceil(index[-1]))": "the second of two is the last",
        "slowed = np.clip(0, (np.arange(d_head // 2) - first) / (last - first), 1)": "0 raised to x, then cut to 1",
        "slowed = np.clip((np.arange(d_head / 2) - first) / (last - first), 0, 1)": "half of an even number is whole",
    },
    "rotary.bug_hunt": {
        "angles = np.repeat(positions[:, None] * frequencies, 2, axis=1)": SQUARE,
        "return -(rows * np.cos(angles) + crossed * np.sin(angles))": "queries and keys change their sign together",
        "crossed = np.stack([-rows[:, 1::2], rows[:, 0::2]], axis=-1).reshape(angles.shape)": "angles have that shape",
        "crossed = np.stack([-rows[:, 1::2], rows[:, ::2]], axis=-1).reshape(rows.shape)": FROM_0,
    },
}


def survivors(exercise):
    """The mutated lines that pass."""
    return {m.line for m in mutants(exercise.reference) if judge(exercise.id, m.function).outcome is Outcome.PASSED}


def test_no_mutant_survives_without_a_reason(exercise, monkeypatch):
    monkeypatch.setitem(EXERCISES, exercise.id, replace(exercise, wrong_answers=()))  # which slip it is takes time
    alive, listed = survivors(exercise), set(EQUIVALENT.get(exercise.id, {}))
    assert sorted(alive - listed) == [], "survivors: add a case to the exercise, or list them with a reason"
    assert sorted(listed - alive) == [], "no survivors any more: take them off the list"


def test_every_reason_is_given_for_an_exercise():
    assert set(EQUIVALENT) <= set(EXERCISES)


def slip_prone(x, y):
    """Every kind of place where a slip can hide."""
    z = np.max(x[1:], axis=0, keepdims=True) - 2.0
    return np.where(z < y[0], x.T @ y, -x)


@pytest.mark.parametrize(
    "line",
    [
        "z = np.max(x[1:], axis=0, keepdims=True) + 2.0",
        "z = np.max(x[1:], axis=0, keepdims=True) - 3.0",
        "z = np.max(x[1:], axis=0, keepdims=True) - 0",
        "z = np.max(x[1:], axis=1, keepdims=True) - 2.0",
        "z = np.max(x[2:], axis=0, keepdims=True) - 2.0",
        "z = np.max(x[:], axis=0, keepdims=True) - 2.0",
        "z = np.max(y[1:], axis=0, keepdims=True) - 2.0",
        "z = np.max(x[1:], axis=0) - 2.0",
        "z = np.max(x[1:], axis=0, keepdims=False) - 2.0",
        "z = np.min(x[1:], axis=0, keepdims=True) - 2.0",
        "z = x[1:] - 2.0",
        "return np.where(z <= y[0], x.T @ y, -x)",
        "return np.where(z >= y[0], x.T @ y, -x)",
        "return np.where(z < y[1], x.T @ y, -x)",
        "return np.where(z < y[0], x @ y, -x)",
        "return np.where(z < y[0], y @ x.T, -x)",
        "return np.where(z < y[0], x.T * y, -x)",
        "return np.where(z < y[0], x.T @ y, x)",
        "return -np.where(z < y[0], x.T @ y, -x)",
    ],
)
def test_the_mutator_makes_the_slips_that_people_make(line):
    assert line in {mutant.line for mutant in mutants(slip_prone)}
