"""Permutations and gaps: row i comes from row perm[i], and what is no permutation is refused."""

from fractions import Fraction

import numpy as np
import pytest

from posenc.symmetry import conjugate, equivariance_gap, permute_columns, permute_rows, translation_gap
from posenc.symmetry.theorems import make_inputs

RING = np.array([2, 0, 1])
MATRIX = np.arange(9.0).reshape(3, 3)


def matrix_of(perm):
    """P with P[i, perm[i]] = 1: another way to say the same."""
    return np.eye(len(perm))[perm]


def test_rows_columns_and_pairs_are_the_permutation_matrix_at_work():
    p = matrix_of(RING)
    np.testing.assert_array_equal(permute_rows(MATRIX, RING), p @ MATRIX)
    np.testing.assert_array_equal(permute_columns(MATRIX, RING), MATRIX @ p.T)
    np.testing.assert_array_equal(conjugate(MATRIX, RING), p @ MATRIX @ p.T)


def test_the_convention_is_from_not_to():
    """A ring of three tells the permutation from its inverse; a swap could not."""
    assert permute_rows([[0], [1], [2]], RING).ravel().tolist() == [2, 0, 1]
    assert permute_columns([[0, 1, 2]], RING).ravel().tolist() == [2, 0, 1]
    assert conjugate(MATRIX, RING)[0, 1] == MATRIX[2, 0]


def test_axes_before_the_last_two_stay():
    x = np.random.default_rng(0).normal(size=(2, 4, 3, 5))
    np.testing.assert_array_equal(permute_rows(x, RING)[1, 2], permute_rows(x[1, 2], RING))
    np.testing.assert_array_equal(permute_columns(x.swapaxes(-1, -2), RING)[1, 2], x[1, 2][RING].T)
    square = np.random.default_rng(0).normal(size=(2, 3, 3))
    np.testing.assert_array_equal(conjugate(square, RING)[1], conjugate(square[1], RING))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.int32, np.bool_, object])
def test_any_dtype_is_kept(dtype):
    for function in (permute_rows, permute_columns, conjugate):
        assert function(MATRIX.astype(dtype), RING).dtype == dtype


def test_fractions_stay_fractions():
    rows = permute_rows(np.array([[Fraction(1, 3)], [Fraction(2, 3)]], dtype=object), [1, 0])
    assert rows.ravel().tolist() == [Fraction(2, 3), Fraction(1, 3)]


def test_results_are_copies():
    for function in (permute_rows, permute_columns, conjugate):
        assert not np.shares_memory(function(MATRIX, np.arange(3)), MATRIX)


def test_nothing_can_be_reordered_in_one_way():
    assert permute_rows(np.zeros((0, 2)), []).shape == (0, 2)
    assert permute_columns(np.zeros((2, 0)), []).shape == (2, 0)
    assert conjugate(np.zeros((0, 0)), []).shape == (0, 0)
    assert equivariance_gap(lambda x: x, np.zeros((0, 2)), []) == 0.0


NO_PERMUTATIONS = {
    "repeats": [0, 0, 1],
    "negative": [0, 1, -1],
    "from 1": [1, 2, 3],
    "too short": [1, 0],
    "too long": [0, 1, 2, 3],
    "empty": [],
    "booleans": [True, False, True],
    "a mask": np.array([True, True, True]),
    "floats": [2.0, 0.0, 1.0],
    "text": ["2", "0", "1"],
    "objects": [2, 0, None],
    "a matrix": [[2, 0, 1]],
    "a number": 2,
    "a permutation matrix": matrix_of(RING).astype(int),
}


@pytest.mark.parametrize("perm", NO_PERMUTATIONS.values(), ids=NO_PERMUTATIONS)
@pytest.mark.parametrize(
    "use",
    [
        lambda perm: permute_rows(MATRIX, perm),
        lambda perm: permute_columns(MATRIX, perm),
        lambda perm: conjugate(MATRIX, perm),
        lambda perm: equivariance_gap(lambda x: x, MATRIX, perm),
        lambda perm: make_inputs(3, 2, perm=perm),
    ],
    ids=["permute_rows", "permute_columns", "conjugate", "equivariance_gap", "make_inputs"],
)
def test_what_is_no_permutation_is_refused(use, perm):
    with pytest.raises(ValueError, match=r"perm must hold each of 0\.\.2 once, but is"):
        use(perm)


def test_the_message_shows_the_permutation():
    with pytest.raises(ValueError, match=r"but is \[0 0 1\]"):
        permute_rows(MATRIX, [0, 0, 1])


@pytest.mark.parametrize("function", [permute_rows, permute_columns, conjugate])
@pytest.mark.parametrize("thing", [np.ones(3), 1.0])
def test_fewer_than_two_axes_are_refused(function, thing):
    with pytest.raises(ValueError, match=r"must have at least 2 axes, but its shape is \("):
        function(thing, RING)


def test_conjugation_is_for_squares():
    with pytest.raises(ValueError, match=r"matrix must be square in its last two axes, but its shape is \(3, 2\)"):
        conjugate(np.ones((3, 2)), RING)


# Gaps


def test_a_row_wise_layer_has_no_gap():
    assert equivariance_gap(lambda x: x**2 + 1, MATRIX, RING) == 0.0


def test_the_gap_is_the_largest_difference_in_size():
    """Rows 0, 3, 6 summed up: 6, 6, 9 after the shuffle; 9, 0, 3 before it, shuffled."""
    assert equivariance_gap(lambda x: np.cumsum(x, axis=-2), [[0.0], [3.0], [6.0]], RING) == 6.0
    assert equivariance_gap(lambda x: -np.cumsum(x, axis=-2), [[0.0], [3.0], [6.0]], RING) == 6.0


def test_a_constant_by_place_is_seen():
    assert equivariance_gap(lambda x: x + np.arange(3)[:, None], MATRIX, RING) == 2.0
    assert equivariance_gap(lambda x: x + np.arange(3)[:, None], MATRIX, [0, 1, 2]) == 0.0


def test_a_layer_may_change_the_width_and_carry_a_batch():
    x = np.random.default_rng(0).normal(size=(2, 3, 4))
    assert equivariance_gap(lambda x: x.sum(axis=-1, keepdims=True), x, RING) == 0.0
    assert equivariance_gap(lambda x: [list(example) for example in x], x, RING) == 0.0


@pytest.mark.parametrize(
    ("layer", "message"),
    [
        (lambda x: x[:2], r"a row for each of the 3 rows, not shape \(2, 3\)"),
        (lambda x: x.sum(), r"a row for each of the 3 rows, not shape \(\)"),
        (lambda x: x.sum(axis=0), r"a row for each of the 3 rows, not shape \(3,\)"),
        (lambda x: x if x[0, 0] == 0 else x[:, :1], r"changed its output's shape from \(3, 3\) to \(3, 1\)"),
    ],
)
def test_a_layer_that_loses_rows_is_refused(layer, message):
    with pytest.raises(ValueError, match=message):
        equivariance_gap(layer, MATRIX, RING)


def test_the_input_is_left_alone():
    x = MATRIX.copy()
    equivariance_gap(lambda rows: rows * 2, x, RING)
    np.testing.assert_array_equal(x, MATRIX)


def test_offsets_do_not_notice_a_shift_and_absolute_positions_do():
    def relative(x, p):
        return x * np.abs(p[:, None] - p[None, :]).sum(axis=1, keepdims=True)

    assert translation_gap(relative, MATRIX, [0, 1, 5], 100) == 0.0
    assert translation_gap(lambda x, p: x + p[:, None], MATRIX, [0, 1, 5], 100) == 100.0
    assert translation_gap(lambda x, p: x + p[:, None], MATRIX, [0, 1, 5], -2.5) == 2.5
    assert translation_gap(lambda x, p: x + p[:, None], MATRIX, [0, 1, 5], 0) == 0.0


@pytest.mark.parametrize("positions", [[0, 1], [0, 1, 2, 3], 0, [[0, 1, 2]]])
def test_positions_must_count_the_rows(positions):
    with pytest.raises(ValueError, match=r"positions \(.*\) do not count the rows of x \(3, 3\)"):
        translation_gap(lambda x, p: x, MATRIX, positions, 1)


def test_a_shape_that_depends_on_the_position_is_refused():
    with pytest.raises(ValueError, match=r"changed its output's shape from \(3, 3\) to \(1, 3\)"):
        translation_gap(lambda x, p: x if p[0] == 0 else x[:1], MATRIX, [0, 1, 2], 1)
