"""The learned table: rows by position, both ends guarded, and the interpolation between rows."""

import numpy as np
import pytest

from posenc.encodings.learned import interpolate, lookup
from posenc.encodings.sinusoidal import sinusoidal

TABLE = np.arange(8.0).reshape(4, 2)


@pytest.mark.parametrize("positions", [[0, 1, 2, 3], [3, 0, 3], [[0, 1], [2, 3]], np.array([2], dtype=np.uint8)])
def test_rows_by_position(positions):
    rows = lookup(TABLE, positions)
    assert rows.shape == (*np.shape(positions), 2)
    np.testing.assert_array_equal(rows[..., 0], 2.0 * np.asarray(positions))


def test_the_result_does_not_share_memory_with_the_table():
    assert not np.shares_memory(lookup(TABLE, [0, 1, 2, 3]), TABLE)
    assert not np.shares_memory(interpolate(TABLE, 4), TABLE)


@pytest.mark.parametrize("position", [-1, -4, 4, 100])
def test_positions_past_either_end(position):
    with pytest.raises(IndexError, match=f"position {position} is outside the table of 4 rows \\(0..3\\)"):
        lookup(TABLE, [0, position])


@pytest.mark.parametrize("positions", [[1.0], [0.5], [True], [None]])
def test_positions_that_are_not_integers(positions):
    with pytest.raises(TypeError, match="positions must be integers"):
        lookup(TABLE, positions)


def test_a_single_position_gives_a_single_row():
    np.testing.assert_array_equal(lookup(TABLE, 2), [4, 5])
    assert not np.shares_memory(lookup(TABLE, 2), TABLE)
    with pytest.raises(IndexError, match="position -1 is outside the table of 4 rows"):
        lookup(TABLE, -1)


@pytest.mark.parametrize("table", [np.zeros(3), np.zeros((2, 3, 4))])
def test_tables_that_are_not_matrices(table):
    with pytest.raises(ValueError, match="table"):
        lookup(table, [0])
    with pytest.raises(ValueError, match="table"):
        interpolate(table, 2)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 7, 64])
def test_interpolation_is_linear_with_its_ends_aligned(n):
    expected = [np.interp(np.linspace(0, 3, n), np.arange(4), column) for column in TABLE.T]
    np.testing.assert_allclose(interpolate(TABLE, n), np.transpose(expected), rtol=1e-14)


def test_a_table_of_its_own_length_is_unchanged():
    table = np.random.default_rng(0).normal(size=(37, 5))
    np.testing.assert_array_equal(interpolate(table, 37), table)


def test_one_row_asked_for_is_the_first_and_one_row_given_is_repeated():
    np.testing.assert_array_equal(interpolate(TABLE, 1), TABLE[:1])
    np.testing.assert_array_equal(interpolate(TABLE[:1], 3), np.repeat(TABLE[:1], 3, axis=0))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_dtype_is_kept(dtype):
    assert interpolate(TABLE.astype(dtype), 9).dtype == dtype
    assert lookup(TABLE.astype(dtype), [1]).dtype == dtype


def test_half_precision_does_not_overflow_between_rows():
    table = np.array([[60000.0], [60000.0]], dtype=np.float16)
    np.testing.assert_array_equal(interpolate(table, 3), np.full((3, 1), 60000, dtype=np.float16))


def test_midpoints_shrink_each_pair_by_the_cosine_of_half_its_turn():
    """Interpolating even the sinusoid's table is not evaluating the sinusoid."""
    frequencies = 10000.0 ** (-np.arange(8) / 8)
    midway = interpolate(sinusoidal(np.arange(5), 16), 9)[1::2]
    evaluated = sinusoidal(np.arange(4) + 0.5, 16)
    np.testing.assert_allclose(midway, evaluated * np.repeat(np.cos(frequencies / 2), 2), atol=1e-15)
    assert np.cos(frequencies[0] / 2) == pytest.approx(0.878, abs=5e-4)


@pytest.mark.parametrize(
    ("n", "error", "message"),
    [(0, ValueError, "n must be at least 1, not 0"), (-3, ValueError, "not -3"), (2.0, TypeError, "n must be a whole")],
)
def test_bad_lengths(n, error, message):
    with pytest.raises(error, match=message):
        interpolate(TABLE, n)


def test_no_rows_to_interpolate():
    with pytest.raises(ValueError, match=r"at least one row, but its shape is \(0, 2\)"):
        interpolate(np.zeros((0, 2)), 3)
    with pytest.raises(IndexError, match="table of 0 rows"):
        lookup(np.zeros((0, 2)), [0])
