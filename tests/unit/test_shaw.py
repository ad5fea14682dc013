"""Shaw's relative encoding against the (n_q, n_k, d) gather that it avoids, and its refusals."""

import numpy as np
import pytest

from posenc.encodings.positions import offsets
from posenc.encodings.shaw import clip_offsets, shaw_output, shaw_scores


def gathered_scores(q, k, key_table, rows):
    """The paper's equation with the whole (n_q, n_k, d) array of offset vectors."""
    return np.einsum("...id,...ijd->...ij", q, k[..., None, :, :] + key_table[rows]) / np.sqrt(q.shape[-1])


def gathered_output(weights, v, value_table, rows):
    return np.einsum("...ij,...ijd->...id", weights, v[..., None, :, :] + value_table[rows])


def draw(*shapes, seed=0, dtype=np.float64):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape).astype(dtype) for shape in shapes]


@pytest.mark.parametrize("max_offset", [0, 1, 3, 50])
@pytest.mark.parametrize("lead", [(), (2,), (2, 3)])
def test_one_table_for_all_heads(lead, max_offset):
    q, k, v, table = draw((*lead, 5, 4), (*lead, 7, 4), (*lead, 7, 3), (2 * max_offset + 1, 4))
    weights, value_table = draw((*lead, 5, 7), (2 * max_offset + 1, 3), seed=1)
    where = offsets([9, 0, -3, 4, 2], np.arange(7))
    rows = clip_offsets(where, max_offset) + max_offset
    np.testing.assert_allclose(shaw_scores(q, k, table, where), gathered_scores(q, k, table, rows), atol=1e-14)
    np.testing.assert_allclose(
        shaw_output(weights, v, value_table, where), gathered_output(weights, v, value_table, rows), atol=1e-13
    )


def test_one_table_a_head():
    q, k, v, tables = draw((2, 3, 5, 4), (2, 3, 5, 4), (2, 3, 5, 4), (3, 7, 4))
    (weights,) = draw((2, 3, 5, 5), seed=1)
    where = offsets(np.arange(5), np.arange(5))
    scores, output = shaw_scores(q, k, tables, where), shaw_output(weights, v, tables, where)
    for head in range(3):
        np.testing.assert_array_equal(scores[:, head], shaw_scores(q[:, head], k[:, head], tables[head], where))
        np.testing.assert_array_equal(output[:, head], shaw_output(weights[:, head], v[:, head], tables[head], where))


def test_offsets_of_each_example_are_shared_by_its_heads():
    """Batch and heads are the same in number, so that swapping them would go unnoticed by shapes."""
    q, k, v, table = draw((2, 2, 4, 6), (2, 2, 4, 6), (2, 2, 4, 6), (5, 6))
    (weights,) = draw((2, 2, 4, 4), seed=1)
    positions = np.array([[0, 1, 2, 3], [5, 2, 8, 0]])
    where = offsets(positions, positions)
    scores, output = shaw_scores(q, k, table, where), shaw_output(weights, v, table, where)
    for example in range(2):
        np.testing.assert_array_equal(scores[example], shaw_scores(q[example], k[example], table, where[example]))
        np.testing.assert_array_equal(output[example], shaw_output(weights[example], v[example], table, where[example]))


def test_all_offsets_beyond_the_table_score_alike():
    q, k, table = draw((1, 4), (1, 4), (5, 4))
    scores = [shaw_scores(q, k, table, [[offset]]).item() for offset in (2, 3, 50, 10**12)]
    assert len(set(scores)) == 1


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_dtype_is_kept(dtype):
    q, k, v, table = draw((3, 4), (3, 4), (3, 4), (5, 4), dtype=dtype)
    where = offsets(np.arange(3), np.arange(3))
    scores = shaw_scores(q, k, table, where)
    assert scores.dtype == dtype
    assert shaw_output(scores, v, table, where).dtype == dtype


def test_a_wider_table_widens_the_result():
    q, k = draw((3, 4), (3, 4), dtype=np.float32)
    (table,) = draw((5, 4))
    assert shaw_scores(q, k, table, np.zeros((3, 3), dtype=int)).dtype == np.float64


def test_half_precision_sums_in_float32():
    n = 5000
    weights, v = np.full((1, n), 1 / n, dtype=np.float16), np.ones((n, 1), dtype=np.float16)
    output = shaw_output(weights, v, np.zeros((1, 1), dtype=np.float16), np.zeros((1, n), dtype=int))
    assert output.item() == pytest.approx(float(weights[0, 0]) * n, rel=1e-3)


def test_empty_batches_and_queries():
    q, k, v, table, weights = draw((0, 2, 4), (0, 3, 4), (0, 3, 4), (5, 4), (0, 2, 3))
    assert shaw_scores(q, k, table, np.zeros((2, 3), dtype=int)).shape == (0, 2, 3)
    assert shaw_output(weights, v, table, np.zeros((2, 3), dtype=int)).shape == (0, 2, 4)
    assert shaw_output(np.ones((0, 3)), np.ones((3, 4)), table, np.zeros((0, 3), dtype=int)).shape == (0, 4)


def test_inputs_are_left_alone():
    q, k, table = draw((3, 4), (3, 4), (5, 4))
    where = offsets(np.arange(3), np.arange(3))
    before = where.copy()
    shaw_scores(q, k, table, where)
    np.testing.assert_array_equal(where, before)


Q, K, V, TABLE, WHERE = np.ones((3, 4)), np.ones((5, 4)), np.ones((5, 4)), np.ones((7, 4)), np.zeros((3, 5), dtype=int)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((Q, K, np.ones((6, 4)), WHERE), ValueError, r"key_table must have .* odd number of rows, not \(6, 4\)"),
        ((Q, K, np.ones((7, 3)), WHERE), ValueError, r"q \(3, 4\) and key_table \(7, 3\)"),
        ((Q, K, np.ones((2, 7, 4)), WHERE), ValueError, r"key_table \(2, 7, 4\) does not have the heads"),
        ((Q, np.ones((5, 3)), TABLE, WHERE), ValueError, r"q \(3, 4\) and k \(5, 3\)"),
        ((Q, K, TABLE, WHERE.T), ValueError, r"offsets \(5, 3\) do not fit scores \(3, 5\)"),
        ((Q, K, TABLE, WHERE[None]), ValueError, r"offsets \(1, 3, 5\) do not fit scores \(3, 5\)"),
        ((Q[None], K[None], TABLE, np.stack([WHERE, WHERE])), ValueError, r"offsets \(2, 3, 5\) do not fit"),
        ((Q, K, TABLE, WHERE.astype(float)), TypeError, r"offsets must be integers, not float64"),
        ((Q, K, TABLE, WHERE[0]), ValueError, r"offsets must have at least 2 axes"),
        ((Q, K, "table", WHERE), TypeError, r"key_table must hold real numbers"),
    ],
)
def test_bad_scores(arguments, error, message):
    with pytest.raises(error, match=message):
        shaw_scores(*arguments)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((np.ones((3, 5)), V, np.ones((2, 4)), WHERE), ValueError, r"value_table must have .* \(2, 4\)"),
        ((np.ones((3, 5)), V, np.ones((7, 3)), WHERE), ValueError, r"value_table \(7, 3\) do not chain"),
        ((np.ones((3, 4)), V, TABLE, WHERE), ValueError, r"weights \(3, 4\), v \(5, 4\) and value_table"),
        ((np.ones((3, 5)), V, TABLE, WHERE[:2]), ValueError, r"offsets \(2, 5\) do not fit"),
        ((np.ones((2, 3, 5)), np.ones((3, 5, 4)), TABLE, WHERE), ValueError, r"weights \(2,\) and v \(3,\)"),
        ((np.ones((3, 5)), V, TABLE, WHERE + 0.5), TypeError, r"offsets must be integers"),
    ],
)
def test_bad_output(arguments, error, message):
    with pytest.raises(error, match=message):
        shaw_output(*arguments)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([1], -1), ValueError, "max_offset must be at least 0, not -1"),
        (([1], 1.5), TypeError, r"max_offset must be a whole number, not 1\.5"),
        (([1.0], 2), TypeError, "offsets must be integers, not float64"),
    ],
)
def test_bad_clipping(arguments, error, message):
    with pytest.raises(error, match=message):
        clip_offsets(*arguments)
