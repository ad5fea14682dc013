"""Positions and offsets: the sign, the axes, the padding, and what is refused."""

import numpy as np
import pytest

from posenc.encodings.causal import causal_mask
from posenc.encodings.positions import grid_positions, offsets, positions_from_mask


def test_the_sign_is_key_minus_query():
    np.testing.assert_array_equal(offsets([10], [7, 10, 12]), [[-3, 0, 2]])


@pytest.mark.parametrize("q_lead", [(), (2,), (2, 3)])
@pytest.mark.parametrize("k_lead", [(), (2,), (2, 3)])
def test_leading_axes_agree_or_are_absent(q_lead, k_lead):
    q, k = np.arange(np.prod(q_lead, dtype=int) * 4).reshape(*q_lead, 4), np.zeros((*k_lead, 5), dtype=int)
    if q_lead and k_lead and q_lead != k_lead:
        with pytest.raises(ValueError, match="differ in their leading axes"):
            offsets(q, k)
    else:
        got = offsets(q, k)
        assert got.shape == (*(q_lead or k_lead), 4, 5)
        np.testing.assert_array_equal(got[..., 0], np.broadcast_to(-q, got.shape[:-1]))


def test_an_axis_of_one_does_not_broadcast_silently():
    with pytest.raises(ValueError, match=r"\(2, 3\) and k_positions \(1, 3\) differ"):
        offsets(np.zeros((2, 3), dtype=int), np.zeros((1, 3), dtype=int))


@pytest.mark.parametrize("dtype", [np.uint8, np.uint32, np.uint64])
def test_unsigned_positions_do_not_wrap(dtype):
    np.testing.assert_array_equal(offsets(np.array([3], dtype), np.array([0], dtype)), [[-3]])


def test_float_positions():
    np.testing.assert_array_equal(offsets([0.5], np.array([2, 0.25], np.float16)), [[1.5, -0.25]])


@pytest.mark.parametrize(
    ("q", "k", "error", "message"),
    [
        ([0, np.nan], [0], ValueError, "q_positions must be finite, but holds nan"),
        ([0], [np.inf], ValueError, "k_positions must be finite, but holds inf"),
        (3, [0], ValueError, "q_positions must be an array of positions"),
        ([True], [0], TypeError, "q_positions must be integers or real numbers, not bool"),
        ([0], ["a"], TypeError, "k_positions must be integers or real numbers"),
    ],
)
def test_bad_positions(q, k, error, message):
    with pytest.raises(error, match=message):
        offsets(q, k)
    with pytest.raises(error, match=message):
        causal_mask(q, k)


def test_causal_mask_of_scattered_positions():
    np.testing.assert_array_equal(causal_mask([5, -1], [5, 6, -2]), [[True, False, True], [False, False, True]])


@pytest.mark.parametrize(
    ("mask", "positions"),
    [
        ([1, 1, 1], [0, 1, 2]),
        ([0, 0, 1, 1], [0, 0, 0, 1]),
        ([1, 1, 0, 0], [0, 1, 0, 0]),
        ([1, 0, 1, 0, 1], [0, 0, 1, 0, 2]),
        ([0, 0], [0, 0]),
        ([[True, False], [False, True]], [[0, 0], [0, 0]]),
    ],
)
def test_positions_from_mask(mask, positions):
    got = positions_from_mask(mask)
    assert got.dtype == np.int64
    np.testing.assert_array_equal(got, positions)


@pytest.mark.parametrize("mask", [[0, 2], [0.5], [-1, 1], 1])
def test_masks_that_are_not_masks(mask):
    with pytest.raises(ValueError, match="mask must be an array"):
        positions_from_mask(mask)


def test_grid_positions_run_along_rows():
    got = grid_positions(3, 2)
    np.testing.assert_array_equal(got, [(row, column) for row in range(3) for column in range(2)])


@pytest.mark.parametrize(
    ("height", "width", "error", "message"),
    [
        (0, 2, ValueError, "height must be at least 1, not 0"),
        (2, -1, ValueError, "width must be at least 1, not -1"),
        (2.0, 2, TypeError, r"height must be a whole number, not 2\.0"),
    ],
)
def test_bad_grids(height, width, error, message):
    with pytest.raises(error, match=message):
        grid_positions(height, width)
