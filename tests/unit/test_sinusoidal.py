"""The sinusoidal encoding: what it promises about its input, and the algebra of its output."""

import math

import numpy as np
import pytest

from posenc.encodings.sinusoidal import offset_rotation, sinusoidal, wavelengths


def by_the_formula(position: float, d_model: int, base: float) -> list[float]:
    """Equation by equation, one number at a time."""
    row = []
    for k in range(d_model // 2):
        angle = position / base ** (2 * k / d_model)
        row += [math.sin(angle), math.cos(angle)]
    return row


@pytest.mark.parametrize("positions", [[0, 1, 2], [5, 3, 100000, 3], [-7, 0, -1], [0.25, -1.5, 1e6]])
@pytest.mark.parametrize("base", [1.0, 100.0, 10000.0, 5e5])
def test_positions_of_any_kind_and_order(positions, base):
    expected = [by_the_formula(p, 12, base) for p in positions]
    np.testing.assert_allclose(sinusoidal(positions, 12, base=base), expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("start", [0, -2500, 10**6])
def test_many_positions_in_a_row(start):
    """They share cosines and sines, which must not show."""
    positions = start + np.arange(5000)
    angles = positions[:, None] / 10000.0 ** (np.arange(32) / 32)
    code = sinusoidal(positions, 64)
    tolerance = 1e-12 if abs(start) < 10**6 else 1e-9  # of the angle itself
    np.testing.assert_allclose(code[:, 0::2], np.sin(angles), rtol=0, atol=tolerance)
    np.testing.assert_allclose(code[:, 1::2], np.cos(angles), rtol=0, atol=tolerance)


def test_leading_axes_are_kept():
    batch = np.array([[0, 1, 2], [7, 8, 9]])
    code = sinusoidal(batch, 6)
    assert code.shape == (2, 3, 6)
    np.testing.assert_array_equal(code[1], sinusoidal([7, 8, 9], 6))


def test_no_positions_give_no_rows():
    assert sinusoidal([], 4).shape == (0, 4)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, np.float16, np.float32])
def test_angles_are_float64_whatever_the_positions_are(dtype):
    np.testing.assert_array_equal(sinusoidal(np.array([100], dtype=dtype), 8), sinusoidal([100], 8))


def test_interleaved_and_concatenated_are_a_permutation_of_channels():
    positions = [0, 3, 9]
    interleaved, concatenated = sinusoidal(positions, 10), sinusoidal(positions, 10, layout="concatenated")
    np.testing.assert_array_equal(interleaved[:, 0::2], concatenated[:, :5])
    np.testing.assert_array_equal(interleaved[:, 1::2], concatenated[:, 5:])


def test_the_two_spacings_are_not():
    paper, other = (sinusoidal([1], 8, spacing=s, layout="concatenated") for s in ("paper", "tensor2tensor"))
    np.testing.assert_allclose(paper[0, :4], [0.841471, 0.099833, 0.01, 0.001], atol=1e-6)
    np.testing.assert_allclose(other[0, :4], [0.841471, 0.046399, 0.002154, 0.0001], atol=1e-6)


def test_one_pair_turns_by_a_radian_a_token_in_either_spacing():
    np.testing.assert_array_equal(sinusoidal([2], 2, spacing="tensor2tensor"), [[math.sin(2), math.cos(2)]])
    np.testing.assert_array_equal(sinusoidal([2], 2), [[math.sin(2), math.cos(2)]])


@pytest.mark.parametrize(("d_model", "share"), [(16, 0.316), (64, 0.750), (128, 0.866), (512, 0.965)])
def test_the_slowest_wavelength_nears_base_times_two_pi_for_wide_models_only(d_model, share):
    waves = wavelengths(d_model)
    assert waves[0] == 2 * math.pi
    assert waves[-1] / (10000 * 2 * math.pi) == pytest.approx(share, abs=5e-4)
    np.testing.assert_allclose(waves[1:] / waves[:-1], 10000 ** (2 / d_model))


def test_a_pair_repeats_after_its_wavelength():
    waves = wavelengths(8, base=100.0)
    for k, wave in enumerate(waves):
        pair = slice(2 * k, 2 * k + 2)
        start, later = sinusoidal([3.0, 3.0 + wave], 8, base=100.0)
        np.testing.assert_allclose(later[pair], start[pair], atol=1e-12)


def test_the_offset_rotation_is_orthogonal_and_negated_by_the_opposite_offset():
    forth, back = offset_rotation(7, 16), offset_rotation(-7, 16)
    np.testing.assert_allclose(forth @ forth.T, np.eye(16), atol=1e-15)
    np.testing.assert_array_equal(back, forth.T)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (([0], 7), {}, ValueError, r"d_model must be even and at least 2, not 7"),
        (([0], 0), {}, ValueError, r"d_model .* not 0"),
        (([0], -4), {}, ValueError, r"d_model .* not -4"),
        (([0], 4.0), {}, TypeError, r"d_model .* not 4\.0"),
        (([0], True), {}, TypeError, r"d_model .* not True"),
        (([0], 4), {"base": 0.0}, ValueError, r"base .* not 0\.0"),
        (([0], 4), {"base": -1e4}, ValueError, r"base .* not -10000\.0"),
        (([0], 4), {"base": math.nan}, ValueError, r"base .* not nan"),
        (([0], 4), {"layout": "half_split"}, ValueError, r"layout .* 'half_split'"),
        (([0], 4), {"spacing": "log"}, ValueError, r"spacing .* 'log'"),
        (([math.inf], 4), {}, ValueError, r"positions must be finite, but holds inf"),
        (([[0, math.nan]], 4), {}, ValueError, r"positions must be finite, but holds nan"),
        ((["a"], 4), {}, TypeError, r"positions must be integers or real numbers"),
        (([1j], 4), {}, TypeError, r"positions must be integers or real numbers, not complex128"),
        ((3, 4), {}, ValueError, r"positions .* single number 3"),
    ],
)
def test_bad_input(arguments, options, error, message):
    with pytest.raises(error, match=message):
        sinusoidal(*arguments, **options)


@pytest.mark.parametrize("offset", [math.inf, math.nan, [1, 2]])
def test_bad_offsets(offset):
    with pytest.raises(ValueError, match="offset must be one finite number"):
        offset_rotation(offset, 4)
    with pytest.raises(ValueError, match="d_model"):
        offset_rotation(1, 3)


def test_bad_wavelengths():
    with pytest.raises(ValueError, match=r"d_model .* not 5"):
        wavelengths(5)
    with pytest.raises(ValueError, match=r"base .* not 0\.5"):
        wavelengths(4, base=0.5)
