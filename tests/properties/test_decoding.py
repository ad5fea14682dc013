"""Decode one token at a time against a cache of keys: each step is a row of the full causal pass."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.attention import attention_weights
from posenc.encodings.causal import causal_mask
from posenc.encodings.schemes import N_HEADS, SCHEMES


def heads(x):
    return np.swapaxes(x.reshape(len(x), N_HEADS, -1), 0, 1)


def decode(scheme, x, positions, projections):
    """The plain decoder's loop: project the new token, extend the cache, let the one query meet all keys."""
    w_q, w_k, w_v, w_o = projections
    rows = []
    for step in range(len(x)):
        seen, now = positions[: step + 1], positions[step : step + 1]
        new = scheme.inputs(x[step : step + 1], now)
        cache = scheme.inputs(x[: step + 1], seen)
        q, k = scheme.query_key(heads(new @ w_q), heads(cache @ w_k), now, seen)
        v = heads(cache @ w_v)
        weights = attention_weights(q, k, bias=scheme.scores(q, k, now, seen), mask=causal_mask(now, seen))
        added = scheme.values(weights, now, seen)
        mixed = weights @ v + (0 if added is None else added)
        rows.append(np.swapaxes(mixed, 0, 1).reshape(-1) @ w_o)
    return np.stack(rows)


@pytest.mark.parametrize("name", SCHEMES)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 7), start=st.integers(0, 40), stride=st.integers(1, 3))
def test_steps_are_rows_of_the_full_pass(attend, projections, tokens, name, seed, n, start, stride):
    x, positions = tokens(seed, n), start + stride * np.arange(n)
    full = attend(name, x, positions, mask=causal_mask(positions, positions))
    np.testing.assert_allclose(decode(SCHEMES[name], x, positions, projections), full, atol=1e-11)


@pytest.mark.parametrize("name", sorted({"shaw", "t5", "rotary", "yarn", "alibi", "causal"}))
def test_a_query_told_position_zero_is_noticed(name, projections, tokens):
    """The bug this property is for: the step's own count instead of the token's true position."""
    x, positions, n = tokens(0, 6), np.arange(6), 6
    scheme = SCHEMES[name]
    q, k = (heads(x @ w) for w in projections[:2])

    def weights(now):
        turned_q, turned_k = scheme.query_key(q[:, -1:], k, now, positions)
        return attention_weights(turned_q, turned_k, bias=scheme.scores(turned_q, turned_k, now, positions))

    assert np.abs(weights(np.array([n - 1])) - weights(np.array([0]))).max() > 1e-3
