"""ALiBi: slopes for any number of heads, a bias that only penalises, the window it leaves."""

import math

import numpy as np
import pytest

from posenc.encodings.alibi import alibi_bias, alibi_slopes, effective_window
from posenc.encodings.positions import offsets
from posenc.encodings.softmax import softmax


def authors_recipe(n: int) -> list[float]:
    """Recursive, as published: a power of two directly, else the lower power and every second of the doubled one."""
    if n & (n - 1) == 0:
        return [2.0 ** (-8 * (h + 1) / n) for h in range(n)]
    lower = 1 << (n.bit_length() - 1)
    return authors_recipe(lower) + authors_recipe(2 * lower)[0::2][: n - lower]


@pytest.mark.parametrize("n_heads", [*range(1, 130), 1000])
def test_slopes_for_any_number_of_heads(n_heads):
    slopes = alibi_slopes(n_heads)
    np.testing.assert_allclose(slopes, authors_recipe(n_heads), rtol=1e-15)
    assert len(set(slopes)) == n_heads
    assert (slopes < 1).all()


@pytest.mark.parametrize(
    ("n_heads", "error"), [(0, ValueError), (-8, ValueError), (8.0, TypeError), (True, TypeError), ("8", TypeError)]
)
def test_bad_heads(n_heads, error):
    with pytest.raises(error, match="n_heads"):
        alibi_slopes(n_heads)


def test_bias_penalises_distance_on_both_sides():
    bias = alibi_bias([0.5, 0.25], offsets([3, 0], np.arange(5)))
    np.testing.assert_array_equal(bias[0], [[-1.5, -1, -0.5, 0, -0.5], [0, -0.5, -1, -1.5, -2]])
    np.testing.assert_array_equal(bias[1], bias[0] / 2)


def test_no_negative_zero_on_the_diagonal():
    assert not np.signbit(alibi_bias([0.5], [[0]])).any()
    assert not np.signbit(alibi_bias([0.5], [[0.0]])).any()


def test_fractional_positions():
    np.testing.assert_array_equal(alibi_bias([2.0], offsets([0.5], [0.0, 2.0])), [[[-1.0, -3.0]]])


def test_heads_stand_between_batch_and_queries():
    positions = np.array([[0, 1, 2], [9, 4, 4]])  # as many examples as heads
    where = offsets(positions, positions)
    bias = alibi_bias([0.5, 0.125], where)
    assert bias.shape == (2, 2, 3, 3)
    for example in range(2):
        np.testing.assert_array_equal(bias[example], alibi_bias([0.5, 0.125], where[example]))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_dtype_is_kept(dtype):
    assert alibi_bias(alibi_slopes(4).astype(dtype), [[-1, 0]]).dtype == dtype


def test_long_distances_in_half_precision():
    """The distance alone is past float16's range; its product with a small slope is not. Where it is, it saturates."""
    far = offsets([100_000], [0, 100_000])
    np.testing.assert_array_equal(alibi_bias(np.array([2**-8], np.float16), far), [[[np.float16(-390.625), 0]]])
    np.testing.assert_array_equal(alibi_bias(np.array([1], np.float16), far), [[[np.finfo(np.float16).min, 0]]])


@pytest.mark.parametrize(
    ("slopes", "offsets_", "error", "message"),
    [
        ([-0.5], [[0]], ValueError, r"slopes must be finite numbers of at least 0, .* not \[-0\.5\]"),
        ([math.nan], [[0]], ValueError, r"slopes .*nan"),
        ([math.inf], [[0]], ValueError, r"slopes .*inf"),
        ([[0.5]], [[0]], ValueError, r"slopes .* one a head"),
        (0.5, [[0]], ValueError, "slopes must have at least 1 axes"),
        (["a"], [[0]], TypeError, "slopes must hold real numbers"),
        ([0.5], [0, 1], ValueError, r"offsets must have at least 2 axes, but its shape is \(2,\)"),
        ([0.5], [[math.inf]], ValueError, "offsets must be finite"),
        ([0.5], [["a"]], TypeError, "offsets must be integers or real numbers"),
    ],
)
def test_bad_input(slopes, offsets_, error, message):
    with pytest.raises(error, match=message):
        alibi_bias(slopes, offsets_)


@pytest.mark.parametrize("slope", [0.5, 0.0625])
@pytest.mark.parametrize("epsilon", [0.1, 0.01])
def test_the_window_holds_all_but_epsilon_of_the_weight(slope, epsilon):
    """Both readings of the window, on 4000 cached keys of equal content."""
    distance = np.arange(4000)
    weights = softmax(alibi_bias([slope], -distance[None])[0, 0])
    window = effective_window(slope, epsilon)
    assert math.exp(-slope * window) == pytest.approx(epsilon)
    outside = weights[distance >= math.ceil(window)].sum()
    assert epsilon * math.exp(-slope) <= outside <= epsilon


def test_window_of_each_head():
    windows = effective_window(alibi_slopes(8), 0.1)
    assert windows.shape == (8,)
    np.testing.assert_allclose(windows[[0, -1]], [math.log(10) * 2, math.log(10) * 256])
    assert np.ndim(effective_window(0.5, 0.1)) == 0


@pytest.mark.parametrize(
    ("slope", "epsilon", "message"),
    [
        (0.0, 0.1, r"slope must be finite and above 0, not 0\.0"),
        (-1.0, 0.1, "slope .* not -1"),
        ([0.5, math.nan], 0.1, "slope .* nan"),
        (math.inf, 0.1, "slope .* inf"),
        (0.5, 0.0, r"epsilon must be between 0 and 1, not 0\.0"),
        (0.5, 1.0, r"epsilon .* not 1\.0"),
        (0.5, -0.1, "epsilon"),
        (0.5, math.nan, "epsilon .* nan"),
    ],
)
def test_bad_windows(slope, epsilon, message):
    with pytest.raises(ValueError, match=message):
        effective_window(slope, epsilon)
