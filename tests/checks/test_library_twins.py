"""Where an exercise has a twin in the library, its reference computes the same."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from posenc import symmetry
from posenc.encodings import attention, positions
from posenc.exercises import EXERCISES

SEEDS = st.integers(0, 2**32 - 1)
SIDES = st.integers(1, 5)
ORDERS = st.integers(1, 6).flatmap(lambda n: st.permutations(range(n)))


def reference(exercise_id):
    return EXERCISES[exercise_id].reference


def draw(seed, *shapes):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape) for shape in shapes]


@given(
    hnp.arrays(
        np.float64,
        hnp.array_shapes(min_dims=1, max_dims=3, max_side=5),
        elements=st.floats(-1e3, 1e3) | st.just(-np.inf),
    )
)
def test_softmax(scores):
    np.testing.assert_allclose(reference("blindness.softmax")(scores), attention.softmax(scores), atol=1e-14)


@given(SEEDS, SIDES, SIDES, SIDES)
def test_scores(seed, n_q, n_k, d):
    q, k = draw(seed, (n_q, d), (n_k, d))
    np.testing.assert_allclose(reference("blindness.scores")(q, k), attention.scaled_scores(q, k), atol=1e-12)


@given(SEEDS, SIDES, SIDES, SIDES, SIDES)
def test_self_attention(seed, n, d, d_head, d_value):
    arrays = draw(seed, (n, d), (d, d_head), (d, d_head), (d, d_value), (d_value, d))
    got = reference("blindness.self_attention")(*arrays)
    np.testing.assert_allclose(got, attention.self_attention(*arrays), rtol=1e-9, atol=1e-11)


@given(SEEDS, SIDES, st.sampled_from([(2, 1), (4, 1), (4, 2), (6, 3), (6, 6)]))
def test_multi_head_attention(seed, n, widths):
    d, n_heads = widths
    arrays = draw(seed, (n, d), (d, d), (d, d), (d, d), (d, d))
    got = reference("blindness.bug_hunt")(*arrays, n_heads)
    np.testing.assert_allclose(got, attention.self_attention(*arrays, n_heads=n_heads), rtol=1e-9, atol=1e-11)


@given(SEEDS, ORDERS)
def test_permute_rows(seed, perm):
    (x,) = draw(seed, (len(perm), 3))
    np.testing.assert_array_equal(reference("blindness.permute_rows")(x, perm), symmetry.permute_rows(x, perm))


@given(SEEDS, ORDERS)
def test_conjugate(seed, perm):
    (matrix,) = draw(seed, (len(perm), len(perm)))
    np.testing.assert_array_equal(reference("blindness.conjugate")(matrix, perm), symmetry.conjugate(matrix, perm))


@given(SEEDS, ORDERS)
def test_equivariance_gap(seed, perm):
    (x,) = draw(seed, (len(perm), 3))
    for layer in (np.negative, lambda rows: np.cumsum(rows, axis=0), lambda rows: rows + np.arange(len(rows))[:, None]):
        assert reference("blindness.equivariance_gap")(layer, x, perm) == symmetry.equivariance_gap(layer, x, perm)


@given(st.integers(-99, 99), st.lists(st.integers(-99, 99), min_size=1, max_size=5))
def test_offset(query, keys):
    np.testing.assert_array_equal(reference("start.offset")(query, np.array(keys)), positions.offsets([query], keys)[0])
