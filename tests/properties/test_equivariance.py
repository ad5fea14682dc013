"""Reorder the tokens, and the output rows are reordered alike: of self-attention, whatever its weights and heads."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.attention import attention, block, self_attention
from posenc.encodings.causal import causal_mask
from posenc.symmetry import conjugate, equivariance_gap, permute_columns, permute_rows

SEEDS = st.integers(0, 2**32 - 1)
ORDERS = st.integers(1, 7).flatmap(lambda n: st.permutations(range(n)))


def draw(seed, *shapes):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in shapes]


def scalar_attention(q, k, v, mask):
    """The equation, one number at a time: no matrix product, no broadcasting, no peak subtracted."""
    output = np.zeros((len(q), v.shape[1]))
    for i in range(len(q)):
        shares = np.zeros(len(k))
        for j in range(len(k)):
            score = sum(q[i, c] * k[j, c] for c in range(q.shape[1])) / q.shape[1] ** 0.5
            shares[j] = np.exp(score) if mask[i, j] else 0.0
        total = sum(shares)
        for j in range(len(k)):
            for c in range(v.shape[1]):
                output[i, c] += shares[j] / total * v[j, c] if total else 0.0
    return output


@given(SEEDS, st.integers(1, 4), st.integers(1, 4), st.integers(1, 4), st.integers(1, 3))
def test_attention_is_its_equation(seed, n_q, n_k, d, d_v):
    q, k, v, chance = draw(seed, (n_q, d), (n_k, d), (n_k, d_v), (n_q, n_k))
    mask = chance > -0.5  # some rows see nothing
    np.testing.assert_allclose(attention(q, k, v, mask=mask), scalar_attention(q, k, v, mask), rtol=1e-10, atol=1e-12)


@given(SEEDS, ORDERS, st.sampled_from([1, 2, 3]), st.booleans())
def test_self_attention_follows_any_order(seed, perm, n_heads, batch):
    x, *weights = draw(seed, ((2,) if batch else ()) + (len(perm), 6), (6, 6), (6, 6), (6, 6), (6, 6))
    assert equivariance_gap(lambda rows: self_attention(rows, *weights, n_heads=n_heads), x, perm) < 1e-9


@given(SEEDS, ORDERS)
def test_so_does_the_whole_block(seed, perm):
    x, *weights = draw(seed, (len(perm), 4), (4, 4), (4, 4), (4, 4), (4, 4), (4, 6), (6,), (6, 4), (4,))
    assert equivariance_gap(lambda rows: block(rows, weights[:4], weights[4:], n_heads=2), x, perm) < 1e-9


@given(SEEDS, ORDERS)
def test_a_mask_that_moves_along_keeps_it(seed, perm):
    """What breaks the symmetry is a mask that stays while the tokens move."""
    x, chance, *weights = draw(seed, (len(perm), 4), (len(perm), len(perm)), (4, 4), (4, 4), (4, 4), (4, 4))
    mask = chance > 0
    moved = self_attention(permute_rows(x, perm), *weights, mask=conjugate(mask, perm))
    np.testing.assert_allclose(moved, permute_rows(self_attention(x, *weights, mask=mask), perm), atol=1e-9)


@pytest.mark.parametrize("n", [2, 3, 5])
def test_under_a_causal_mask_there_is_a_gap(n):
    x, *weights = draw(n, (n, 4), (4, 4), (4, 4), (4, 4), (4, 4))
    mask = causal_mask(np.arange(n), np.arange(n))
    assert equivariance_gap(lambda rows: self_attention(rows, *weights, mask=mask), x, np.roll(np.arange(n), 1)) > 0.01


@given(SEEDS, st.integers(1, 6))
def test_one_query_against_cached_keys_is_its_row(seed, n):
    q, k, v = draw(seed, (n, 4), (n, 4), (n, 2))
    places = np.arange(n)
    whole = attention(q, k, v, mask=causal_mask(places, places))
    for i in places:
        step = attention(q[i : i + 1], k, v, mask=causal_mask([i], places))
        np.testing.assert_allclose(step, whole[i : i + 1], atol=1e-12)


# Permutations


@given(SEEDS, ORDERS)
def test_the_inverse_undoes(seed, perm):
    (x,) = draw(seed, (len(perm), len(perm)))
    back = np.argsort(perm)
    for function in (permute_rows, permute_columns, conjugate):
        np.testing.assert_array_equal(function(function(x, perm), back), x)


@given(SEEDS, ORDERS, st.randoms(use_true_random=False))
def test_two_in_a_row_compose(seed, perm, random):
    (x,) = draw(seed, (len(perm), len(perm)))
    second = random.sample(range(len(perm)), len(perm))
    for function in (permute_rows, permute_columns, conjugate):
        np.testing.assert_array_equal(function(function(x, perm), second), function(x, np.array(perm)[second]))


@given(SEEDS, ORDERS)
def test_rows_columns_and_pairs_agree(seed, perm):
    (x,) = draw(seed, (len(perm), len(perm)))
    np.testing.assert_array_equal(conjugate(x, perm), permute_columns(permute_rows(x, perm), perm))
    np.testing.assert_array_equal(permute_columns(x, perm), permute_rows(x.T, perm).T)
    np.testing.assert_array_equal(np.diag(conjugate(x, perm)), np.diag(x)[perm])
