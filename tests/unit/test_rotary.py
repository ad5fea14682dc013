"""Rotary encoding against plain loops, and what it does with every kind of position, dtype and shape."""

import math

import numpy as np
import pytest

from posenc.encodings.rotary import rotary_frequencies, rotate, to_half_split, to_interleaved, turns

LAYOUTS = ["interleaved", "half_split"]
RNG = np.random.default_rng(3)


def rotate_in_loops(x, positions, frequencies, layout, factor=1.0):
    """Equation 34 of the paper, one number at a time."""
    out, m = np.array(x, dtype=np.float64), len(frequencies)
    for token, position in enumerate(positions):
        for i, frequency in enumerate(frequencies):
            a, b = (2 * i, 2 * i + 1) if layout == "interleaved" else (i, i + m)
            c, s = factor * math.cos(position * frequency), factor * math.sin(position * frequency)
            out[token, a] = x[token][a] * c - x[token][b] * s
            out[token, b] = x[token][a] * s + x[token][b] * c
    return out


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("factor", [1.0, 1.25])
@pytest.mark.parametrize(
    "positions",
    [
        np.arange(5),
        [7, 7, -3, 100_000, 0],
        [0.5, -1.25, 2.0, 1e6, 3.0],
        np.array([3, 2, 1, 0, 250], np.uint8),
        np.array([0, 1, 2, 3, 4], np.float16),
    ],
    ids=["in order", "any integers", "floats", "unsigned", "half"],
)
def test_equals_the_loops(layout, factor, positions):
    x, frequencies = RNG.standard_normal((5, 10)), rotary_frequencies(6, 500.0)
    expected = rotate_in_loops(x, np.asarray(positions, np.float64), frequencies, layout, factor)
    got = rotate(x, positions, frequencies, layout=layout, factor=factor)
    np.testing.assert_allclose(got, expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", [(1000,), (64,), (3, 1, 100)])
@pytest.mark.parametrize("spread", [0, 1, 4, 7, 10**6])
@pytest.mark.parametrize("start", [0, -500, 2**24])
def test_many_whole_positions_turn_as_each_alone(layout, shape, spread, start):
    """Their cosines and sines are products of fewer ones; floats and few positions take none of that way."""
    positions = start + RNG.integers(math.prod(shape) * spread + 1, size=shape)  # a spread of 0: all in one place
    x, frequencies = RNG.standard_normal((3, 2, shape[-1], 12)), rotary_frequencies(12)
    together = rotate(x, positions, frequencies, layout=layout, factor=1.1)
    as_floats = rotate(x, positions.astype(np.float64), frequencies, layout=layout, factor=1.1)
    rounding = 8 * np.finfo(np.float64).eps * (np.abs(positions).max() + 1)  # of the angle
    np.testing.assert_allclose(together, as_floats, rtol=0, atol=rounding)
    if len(shape) == 1:
        for token in (0, 31, shape[0] - 1):
            alone = rotate(x[:, :, [token]], positions[[token]], frequencies, layout=layout, factor=1.1)
            np.testing.assert_allclose(together[:, :, [token]], alone, rtol=0, atol=rounding)


def test_positions_of_eight_bits_do_not_overflow():
    positions = np.arange(-100, 100, dtype=np.int8)
    x, frequencies = np.ones((200, 4)), rotary_frequencies(4)
    expected = rotate(x, positions.astype(np.float64), frequencies, layout="half_split")
    np.testing.assert_allclose(rotate(x, positions, frequencies, layout="half_split"), expected, rtol=0, atol=1e-12)


def test_frequencies_are_powers_of_the_base():
    expected = [500000.0 ** (-2 * i / 12) for i in range(6)]
    got = rotary_frequencies(12, 500000.0)
    assert got.dtype == np.float64
    np.testing.assert_allclose(got, expected, rtol=1e-15)
    np.testing.assert_array_equal(rotary_frequencies(2), [1.0])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_channels_past_the_rotary_part_are_untouched_even_by_the_factor(layout):
    x = RNG.standard_normal((4, 9))
    got = rotate(x, np.arange(4), rotary_frequencies(6), layout=layout, factor=1.5)
    np.testing.assert_array_equal(got[:, 6:], x[:, 6:])
    assert np.abs(got[:, :6] - x[:, :6]).max() > 0.1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_factor_multiplies_a_score_by_its_square(layout):
    q, k, frequencies = RNG.standard_normal((1, 8)), RNG.standard_normal((1, 8)), rotary_frequencies(8)
    plain, scaled = (
        rotate(q, [9], frequencies, layout=layout, factor=f) @ rotate(k, [2], frequencies, layout=layout, factor=f).T
        for f in (1.0, 1.3)
    )
    np.testing.assert_allclose(scaled, 1.3**2 * plain, rtol=1e-13)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("start", [0, 65_536, 2**24 + 1])
def test_far_positions_lose_nothing_but_the_rounding_of_the_result(layout, dtype, start):
    """Angles in float32 would be off by 1e-3 at 65 k and by a radian at 2²⁴; here only cos and sin are rounded."""
    x, positions, frequencies = RNG.standard_normal((300, 32)), start + np.arange(300), rotary_frequencies(32)
    x = x.astype(dtype)
    got = rotate(x, positions, frequencies, layout=layout)
    assert got.dtype == dtype
    exact = rotate(x.astype(np.float64), positions, frequencies, layout=layout)
    np.testing.assert_allclose(got, exact, rtol=0, atol=2 * np.finfo(dtype).eps * np.abs(exact).max())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_half_precision_is_rounded_once(layout):
    x = RNG.standard_normal((500, 16)).astype(np.float16)
    exact = rotate(x.astype(np.float64), np.arange(500), rotary_frequencies(16), layout=layout)
    got = rotate(x, np.arange(500), rotary_frequencies(16), layout=layout)
    assert np.mean(got == exact.astype(np.float16)) > 0.999


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shape", [(5,), (1, 1, 5), (3, 1, 5), (1, 2, 5), (3, 2, 5)])
def test_positions_serve_the_axes_they_name(layout, shape):
    x, positions = RNG.standard_normal((3, 2, 5, 8)), RNG.integers(-50, 50, shape)
    got = rotate(x, positions, rotary_frequencies(8), layout=layout)
    each = np.broadcast_to(positions, (3, 2, 5))
    for b in range(3):
        for h in range(2):
            expected = rotate_in_loops(x[b, h], each[b, h], rotary_frequencies(8), layout)
            np.testing.assert_allclose(got[b, h], expected, atol=1e-13)


@pytest.mark.parametrize(
    ("x_shape", "positions_shape"),
    [
        ((4, 8), (1,)),  # one position is not four tokens' position
        ((4, 8), (5,)),
        ((1, 8), (5,)),  # one token does not stand in five places
        ((4, 8), (1, 4)),
        ((3, 4, 8), (3, 1)),
        ((3, 4, 8), (2, 4)),
        ((1, 4, 8), (3, 4)),  # would enlarge x
        ((3, 3, 4, 8), (3, 4)),  # examples or heads? positions[:, None, :] or positions[None] says which
        ((4, 8), (4, 1)),
    ],
)
def test_nothing_broadcasts_by_accident(x_shape, positions_shape):
    with pytest.raises(ValueError, match=r"positions \(.*\) do not fit x \(.*\)"):
        rotate(np.zeros(x_shape), np.zeros(positions_shape), rotary_frequencies(8), layout="half_split")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("d", [8, 11])
def test_no_tokens_give_no_tokens(layout, d):
    assert rotate(np.zeros((2, 0, d)), [], rotary_frequencies(8), layout=layout).shape == (2, 0, d)
    assert rotate(np.zeros((0, 3, d)), np.arange(3), rotary_frequencies(8), layout=layout).shape == (0, 3, d)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_memory_order_changes_nothing_and_the_input_survives(layout, dtype):
    x = RNG.standard_normal((2, 6, 12)).astype(dtype)
    frequencies, before = rotary_frequencies(8), x.copy()
    expected = rotate(x, np.arange(6), frequencies, layout=layout)
    wider = np.zeros((2, 12, 24), dtype)
    wider[:, ::2, ::2] = x
    for view in (np.asfortranarray(x), wider[:, ::2, ::2], x[..., ::-1].copy()[..., ::-1], np.moveaxis(x, 0, 1).copy()):
        same = np.moveaxis(view, 0, 1) if view.shape != x.shape else view
        np.testing.assert_array_equal(rotate(same, np.arange(6), frequencies, layout=layout), expected)
    np.testing.assert_array_equal(x, before)
    assert not np.shares_memory(expected, x)


def test_integers_are_rotated_as_float64():
    assert rotate([[1, 0]], [1], [1.0], layout="interleaved").dtype == np.float64


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"layout": "neox"}, ValueError, "layout must be 'interleaved' or 'half_split', not 'neox'"),
        ({"x": np.zeros(8)}, ValueError, r"x must have at least 2 axes, but its shape is \(8,\)"),
        ({"x": np.zeros((4, 7))}, ValueError, r"4 pairs are 8 channels, but x \(4, 7\) has 7"),
        ({"x": np.zeros((4, 8), complex)}, TypeError, "x must hold real numbers"),
        ({"positions": 3}, ValueError, "positions must be an array"),
        ({"positions": [0, 1, 2, math.nan]}, ValueError, "positions must be finite, but holds nan"),
        ({"positions": ["a", "b", "c", "d"]}, TypeError, "positions must be integers or real numbers"),
        ({"frequencies": []}, ValueError, r"frequencies must have shape \(m,\) with m at least 1, not \(0,\)"),
        ({"frequencies": np.ones((2, 2))}, ValueError, r"not \(2, 2\)"),
        ({"frequencies": [1.0, math.inf]}, ValueError, "frequencies must be finite, but hold inf"),
        ({"factor": 0.0}, ValueError, "factor must be a finite number above 0, not 0.0"),
        ({"factor": "1"}, TypeError, "factor must be a number, not '1'"),
    ],
)
def test_bad_input_is_named(change, error, message):
    arguments = {"x": np.zeros((4, 8)), "positions": np.arange(4), "frequencies": rotary_frequencies(8)}
    with pytest.raises(error, match=message):
        rotate(**{**arguments, "layout": "half_split", **change})


def test_a_layout_has_to_be_chosen():
    with pytest.raises(TypeError, match="layout"):
        rotate(np.zeros((4, 8)), np.arange(4), rotary_frequencies(8))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((7,), ValueError, "d_rotary must be even and at least 2, not 7"),
        ((0,), ValueError, "d_rotary must be even and at least 2, not 0"),
        ((-2,), ValueError, "d_rotary must be even and at least 2, not -2"),
        ((8.0,), TypeError, "d_rotary must be a whole number, not 8.0"),
        ((8, 0.0), ValueError, "base must be a finite number above 0, not 0.0"),
        ((8, math.inf), ValueError, "base must be a finite number above 0, not inf"),
        ((8, None), TypeError, "base must be a number, not None"),
    ],
)
def test_bad_frequencies_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        rotary_frequencies(*arguments)


@pytest.mark.parametrize("convert", [to_half_split, to_interleaved])
@pytest.mark.parametrize("shape", [(), (0,), (5,), (4, 3)])
def test_odd_channels_cannot_be_paired(convert, shape):
    with pytest.raises(ValueError, match="x needs an even number of channels in its last axis"):
        convert(np.zeros(shape))


def test_converting_keeps_the_dtype():
    for dtype in (np.float16, np.int32):
        assert to_half_split(np.zeros((3, 4), dtype)).dtype == to_interleaved(np.zeros(4, dtype)).dtype == dtype


def test_turns_count_how_often_a_pair_comes_round():
    got = turns(rotary_frequencies(128), 4096)
    np.testing.assert_allclose(got, [4096 * 10000 ** (-i / 64) / (2 * math.pi) for i in range(64)], rtol=1e-14)
    assert (got < 1).sum() == 18  # pairs that never completed a turn in 4096 tokens
    with pytest.raises(ValueError, match="length must be a finite number above 0, not 0"):
        turns([1.0], 0)
