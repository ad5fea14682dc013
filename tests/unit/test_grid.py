"""Grid encodings and resampling against plain loops, off the square, and with bad input."""

import math

import numpy as np
import pytest

from posenc.encodings.grid import resample_table, rotate_2d, sincos_2d, swin_index
from posenc.encodings.positions import grid_positions
from posenc.encodings.rotary import rotary_frequencies, rotate

RNG = np.random.default_rng(5)
GRIDS = [(1, 1), (1, 5), (4, 1), (2, 3), (5, 2), (3, 3)]


@pytest.mark.parametrize(("height", "width"), GRIDS)
@pytest.mark.parametrize("order", ["row_first", "column_first"])
def test_sincos_in_loops(height, width, order):
    got = sincos_2d(height, width, 12, base=100.0, order=order)
    assert got.dtype == np.float64
    for row in range(height):
        for column in range(width):
            expected = []
            for p in (row, column) if order == "row_first" else (column, row):
                expected += [math.sin(p * 100 ** (-i / 3)) for i in range(3)]
                expected += [math.cos(p * 100 ** (-i / 3)) for i in range(3)]
            np.testing.assert_allclose(got[row * width + column], expected, atol=1e-14)


@pytest.mark.parametrize(("height", "width"), GRIDS)
def test_swin_index_in_loops(height, width):
    got = swin_index(height, width)
    assert got.dtype == np.int64
    cells = [(row, column) for row in range(height) for column in range(width)]
    for i, (row_i, column_i) in enumerate(cells):
        for j, (row_j, column_j) in enumerate(cells):
            expected = (row_i - row_j + height - 1) * (2 * width - 1) + column_i - column_j + width - 1
            assert got[i, j] == expected


def test_rotation_turns_the_first_half_by_the_row_and_the_second_by_the_column():
    x, positions = RNG.standard_normal((2, 6, 16)), grid_positions(2, 3)
    got = rotate_2d(x, positions, rotary_frequencies(8), layout="interleaved")
    rows, columns = (
        rotate(x[..., half], positions[:, axis], rotary_frequencies(8), layout="interleaved")
        for axis, half in enumerate((slice(0, 8), slice(8, 16)))
    )
    np.testing.assert_allclose(got, np.concatenate([rows, columns], axis=-1), rtol=0, atol=1e-14)


def test_half_split_pairs_run_over_all_the_channels():
    """As in timm with rotate_half, DINOv3 and Qwen2-VL: first all row angles, then all column angles, then again."""
    x, positions, frequencies = RNG.standard_normal((6, 16)), RNG.integers(-9, 9, (6, 2)), rotary_frequencies(8)
    got = rotate_2d(x, positions, frequencies, layout="half_split")
    for token, (row, column) in enumerate(positions):
        for i, angle in enumerate([row * f for f in frequencies] + [column * f for f in frequencies]):
            a, b = x[token, i], x[token, i + 8]
            assert got[token, i] == pytest.approx(a * math.cos(angle) - b * math.sin(angle), abs=1e-13)
            assert got[token, i + 8] == pytest.approx(a * math.sin(angle) + b * math.cos(angle), abs=1e-13)


@pytest.mark.parametrize("layout", ["interleaved", "half_split"])
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_rotation_keeps_the_dtype_and_what_lies_past_its_channels(layout, dtype):
    x = RNG.standard_normal((6, 11)).astype(dtype)
    got = rotate_2d(x, grid_positions(3, 2) + 70_000, rotary_frequencies(4), layout=layout)
    assert got.dtype == dtype
    np.testing.assert_array_equal(got[:, 8:], x[:, 8:])
    exact = rotate_2d(x.astype(np.float64), grid_positions(3, 2) + 70_000, rotary_frequencies(4), layout=layout)
    np.testing.assert_allclose(got, exact, atol=8 * np.finfo(dtype).eps)


@pytest.mark.parametrize("shape", [(6, 2), (1, 1, 6, 2), (3, 1, 6, 2), (3, 2, 6, 2)])
def test_positions_serve_the_axes_they_name(shape):
    x, positions = RNG.standard_normal((3, 2, 6, 8)), RNG.integers(0, 9, shape)
    got = rotate_2d(x, positions, rotary_frequencies(4), layout="interleaved")
    each = np.broadcast_to(positions, (3, 2, 6, 2))
    for b in range(3):
        for h in range(2):
            expected = rotate_2d(x[b, h], each[b, h], rotary_frequencies(4), layout="interleaved")
            np.testing.assert_allclose(got[b, h], expected, rtol=0, atol=1e-13)


def keys_cubic(t, a):
    t = abs(t)
    if t <= 1:
        return (a + 2) * t**3 - (a + 3) * t**2 + 1
    return a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a if t < 2 else 0.0


def resample_in_loops(table, old, new, method):
    """Gather the taps around each new centre, held at the border; `interpolate` with align_corners=False."""
    cells, out = np.reshape(table, (*old, -1)), np.zeros((*new, table.shape[-1]))
    taps, weight = ((0, 1), lambda t: max(0.0, 1 - abs(t))) if method == "bilinear" else (
        (-1, 0, 1, 2), lambda t: keys_cubic(t, -0.75)
    )  # fmt: skip
    for r in range(new[0]):
        for c in range(new[1]):
            y, x = (r + 0.5) * old[0] / new[0] - 0.5, (c + 0.5) * old[1] / new[1] - 0.5
            for u in (math.floor(y) + tap for tap in taps):
                for v in (math.floor(x) + tap for tap in taps):
                    held = cells[min(max(u, 0), old[0] - 1), min(max(v, 0), old[1] - 1)]
                    out[r, c] += weight(y - u) * weight(x - v) * held
    return out.reshape(new[0] * new[1], -1)


@pytest.mark.parametrize("method", ["bilinear", "bicubic"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ((2, 8), (4, 4)), ((4, 4), (2, 8)), ((3, 5), (7, 4)), ((7, 4), (3, 5)), ((1, 1), (3, 2)),
        ((1, 6), (4, 3)), ((14, 14), (5, 20)), ((2, 2), (1, 1)),
    ],
)  # fmt: skip
def test_resampling_in_loops(method, old, new):
    table = RNG.standard_normal((old[0] * old[1], 3))
    got = resample_table(table, old, new, method=method)
    np.testing.assert_allclose(got, resample_in_loops(table, old, new, method), atol=1e-13)


def antialiased_row(row, new, method):
    """One row, its kernel widened where it shrinks and cut off at the border."""
    old = len(row)
    wide = max(old / new, 1)
    out = []
    for i in range(new):
        centre = (i + 0.5) * old / new - 0.5
        t = [(centre - j) / wide for j in range(old)]
        weights = [max(0.0, 1 - abs(s)) if method == "bilinear" else keys_cubic(s, -0.5) for s in t]
        out.append(sum(w * value for w, value in zip(weights, row, strict=True)) / sum(weights))
    return out


@pytest.mark.parametrize("method", ["bilinear", "bicubic"])
@pytest.mark.parametrize(("old", "new"), [(9, 4), (4, 9), (5, 5), (16, 3), (1, 4)])
def test_antialiasing_in_loops(method, old, new):
    row = RNG.standard_normal(old)
    for grids in (((1, old), (1, new)), ((old, 1), (new, 1))):
        got = resample_table(row[:, None], *grids, method=method, antialias=True)
        np.testing.assert_allclose(got[:, 0], antialiased_row(row, new, method), atol=1e-13)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_prefix_rows_are_copied_and_the_dtype_is_kept(dtype):
    table = RNG.standard_normal((2, 3, 2 + 6, 5)).astype(dtype)
    got = resample_table(table, (2, 3), (4, 2), n_prefix=2, method="bicubic")
    assert got.shape == (2, 3, 2 + 8, 5)
    assert got.dtype == dtype
    np.testing.assert_array_equal(got[..., :2, :], table[..., :2, :])
    alone = resample_table(table[1, 2, 2:].astype(np.float64), (2, 3), (4, 2), method="bicubic")
    np.testing.assert_allclose(got[1, 2, 2:], alone, atol=8 * np.finfo(dtype).eps)


def test_the_result_is_new_memory():
    table = np.zeros((6, 2))
    assert not np.shares_memory(resample_table(table, (2, 3), (2, 3)), table)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: sincos_2d(2, 3, 6), ValueError, "d_model must be a multiple of 4, .* not 6"),
        (lambda: sincos_2d(2, 3, 0), ValueError, "d_model must be at least 1, not 0"),
        (lambda: sincos_2d(0, 3, 8), ValueError, "height must be at least 1, not 0"),
        (lambda: sincos_2d(2, 3.0, 8), TypeError, "width must be a whole number, not 3.0"),
        (lambda: sincos_2d(2, 3, 8, order="xy"), ValueError, "order must be 'row_first' or 'column_first', not 'xy'"),
        (lambda: swin_index(2, -1), ValueError, "width must be at least 1, not -1"),
        (lambda: rotate_2d(np.zeros((6, 8)), np.arange(6), [1.0], layout="half_split"), ValueError,
         r"positions must have shape \(..., n, 2\), row and column, not \(6,\)"),
        (lambda: rotate_2d(np.zeros((6, 8)), np.zeros((6, 3)), [1.0], layout="half_split"), ValueError, r"\(6, 3\)"),
        (lambda: rotate_2d(np.zeros((6, 8)), np.zeros((1, 2)), [1.0], layout="half_split"), ValueError,
         r"positions \(1,\) do not fit x \(6, 8\)"),
        (lambda: rotate_2d(np.zeros((6, 8)), np.zeros((6, 2)), np.ones(3), layout="half_split"), ValueError,
         r"6 pairs are 12 channels, but x \(6, 8\) has 8"),
        (lambda: rotate_2d(np.zeros((6, 8)), np.zeros((6, 2)), [1.0], layout="axial"), ValueError, "not 'axial'"),
        (lambda: resample_table(np.zeros((16, 2)), (3, 5), (4, 4)), ValueError,
         r"table \(16, 2\) needs 15 rows for n_prefix = 0 and old_grid = \(3, 5\), but has 16"),
        (lambda: resample_table(np.zeros((17, 2)), (4, 4), (4, 4)), ValueError, "needs 16 rows"),
        (lambda: resample_table(np.zeros((16, 2)), (4, 4), (4, 4), n_prefix=1), ValueError, "needs 17 rows"),
        (lambda: resample_table(np.zeros((16, 2)), (4, 4), (4, 0)), ValueError, "new_grid's width must be at least 1"),
        (lambda: resample_table(np.zeros((16, 2)), (4, 4), 4), ValueError, r"grid must be \(height, width\), not 4"),
        (lambda: resample_table(np.zeros((16, 2)), (4, 4), (4.0, 2)), TypeError, "new_grid's height must be a whole"),
        (lambda: resample_table(np.zeros((16, 2)), (4, 4), (2, 2), n_prefix=-1), ValueError,
         "n_prefix must be at least 0, not -1"),
        (lambda: resample_table(np.zeros((16, 2)), (4, 4), (2, 2), method="nearest"), ValueError, "not 'nearest'"),
        (lambda: resample_table(np.zeros(16), (4, 4), (2, 2)), ValueError, r"table must have at least 2 axes"),
    ],
)  # fmt: skip
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()
