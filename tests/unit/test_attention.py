"""Attention against a loop over its equation, in every precision, with every bias and mask, and its refusals."""

import math

import numpy as np
import pytest

from posenc.encodings import dot_product
from posenc.encodings.attention import (
    attention,
    attention_weights,
    block,
    feed_forward,
    layer_norm,
    scaled_scores,
    self_attention,
    softmax,
)
from posenc.encodings.schemes import Scheme


def draw(*shapes, seed=0, dtype=np.float64):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=shape).astype(dtype) for shape in shapes]


def by_the_equation(q, k, v, allowed=lambda i, j: True):
    """One query at a time, one key at a time."""
    rows = []
    for i, query in enumerate(q):
        terms = [math.exp(query @ key / math.sqrt(len(key))) * allowed(i, j) for j, key in enumerate(k)]
        rows.append(sum(t * value for t, value in zip(terms, v, strict=True)) / sum(terms))
    return np.array(rows)


def test_the_equation():
    q, k, v = draw((3, 4), (5, 4), (5, 2))
    np.testing.assert_allclose(attention(q, k, v), by_the_equation(q, k, v), rtol=1e-12)
    mask = np.tri(3, 5, 2, dtype=bool)
    masked = by_the_equation(q, k, v, lambda i, j: mask[i, j])
    np.testing.assert_allclose(attention(q, k, v, mask=mask), masked, rtol=1e-12)
    np.testing.assert_allclose(attention(q, k, v, bias=np.where(mask, 0, -np.inf)), masked, rtol=1e-12)


def test_leading_axes_broadcast():
    q, k, v = draw((2, 3, 5, 4), (3, 6, 4), (6, 7))
    got = attention(q, k, v)
    assert got.shape == (2, 3, 5, 7)
    np.testing.assert_allclose(got[1, 2], attention(q[1, 2], k[2], v), rtol=1e-12)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_dtype_is_kept(dtype):
    q, k, v = draw((3, 4), (5, 4), (5, 4), dtype=dtype)
    assert scaled_scores(q, k).dtype == attention_weights(q, k).dtype == attention(q, k, v).dtype == dtype
    assert softmax(q).dtype == layer_norm(q).dtype == dtype


def test_half_precision_sums_in_float32():
    """4096 ones: the sum of exponentials and the dot product are past what float16 can count."""
    q, k, v = (np.ones((n, 4096), np.float16) for n in (1, 4096, 4096))
    np.testing.assert_array_equal(attention(q, k, v), np.ones((1, 4096)))
    assert scaled_scores(8 * q, 8 * k)[0, 0] == 4096
    np.testing.assert_array_equal(softmax(np.zeros(4096, np.float16)), np.full(4096, 2**-12))


def test_integers_are_read_as_float64():
    assert attention([[1, 0]], [[1, 0]], [[2, 3]]).dtype == np.float64


@pytest.mark.parametrize("at_a_time", [1, 7, 20, 100])
@pytest.mark.parametrize("lead", [(), (2,), (2, 3)])
def test_pieces_are_the_whole(monkeypatch, lead, at_a_time):
    """Long sequences go piece by piece; here every sequence is long."""
    q, k, v, bias = draw((*lead, 5, 4), (*lead[-1:], 7, 4), (2, *lead, 7, 3), (5, 7))
    mask = draw((*lead, 5, 7))[0] > -0.3
    whole = attention_weights(q, k, bias=bias, mask=mask) @ v
    monkeypatch.setattr(dot_product, "_AT_A_TIME", at_a_time)
    np.testing.assert_allclose(attention(q, k, v, bias=bias, mask=mask), whole, atol=1e-14)
    np.testing.assert_allclose(attention(q, k, v), attention_weights(q, k) @ v, atol=1e-14)


def test_a_long_sequence():
    q, k, v = draw((3, 700, 4), (900, 4), (3, 900, 2), dtype=np.float32)
    got = attention(q, k, v)
    assert got.dtype == np.float32
    np.testing.assert_allclose(got, attention_weights(q, k) @ v, atol=1e-6)


def test_scores_too_large_for_exp():
    np.testing.assert_allclose(softmax([1e300, 1e300, -1e300]), [0.5, 0.5, 0])


def test_an_empty_softmax_is_empty():
    assert softmax([]).shape == (0,)
    assert softmax(np.zeros((3, 0))).shape == (3, 0)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_scores_that_are_not_scores(bad):
    with pytest.raises(ValueError, match=r"scores must be finite or -inf"):
        softmax([0.0, bad])


def test_a_fully_masked_row_is_zero_and_the_others_do_not_notice():
    q, k, v = draw((3, 4), (5, 4), (5, 2))
    mask = np.ones((3, 5), dtype=bool)
    mask[1] = False
    got = attention(q, k, v, mask=mask)
    np.testing.assert_array_equal(got[1], 0)
    np.testing.assert_array_equal(got[[0, 2]], attention(q, k, v)[[0, 2]])


Q, K, V = np.ones((3, 4)), np.ones((5, 4)), np.ones((5, 2))


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        ((Q, np.ones((5, 3)), V), {}, ValueError, r"q \(3, 4\) and k \(5, 3\)"),
        ((np.ones((3, 0)), np.ones((5, 0)), V), {}, ValueError, "last axis d >= 1"),
        ((Q, K, V[:4]), {}, ValueError, r"k \(5, 4\) and v \(4, 2\)"),
        ((Q, K[:0], V[:0]), {}, ValueError, r"at least one key, but k has shape \(0, 4\)"),
        ((Q[0], K, V), {}, ValueError, "q must have at least 2 axes"),
        ((Q + 1j, K, V), {}, TypeError, "q must hold real numbers"),
        ((np.ones((2, 3, 4)), np.ones((3, 5, 4)), V), {}, ValueError, r"q \(2,\) and k \(3,\) do not broadcast"),
        ((Q, K, V), {"mask": np.ones((3, 5))}, TypeError, "mask must be boolean"),
        ((Q, K, V), {"mask": np.ones((5, 3), bool)}, ValueError, r"mask \(5, 3\) does not fit scores \(3, 5\)"),
        ((Q, K, V), {"mask": np.ones((1, 5), bool)}, ValueError, r"mask \(1, 5\) does not fit"),
        ((Q, K, V), {"mask": np.ones((2, 3, 5), bool)}, ValueError, r"mask \(2, 3, 5\) does not fit"),
        ((Q, K, V), {"bias": np.zeros(5)}, ValueError, "bias must have at least 2 axes"),
        ((Q, K, V), {"bias": np.zeros((3, 1))}, ValueError, r"bias \(3, 1\) does not fit"),
        ((Q, K, V), {"bias": np.full((3, 5), np.nan)}, ValueError, "NaN"),
    ],
)
def test_bad_attention(arguments, options, error, message):
    with pytest.raises(error, match=message):
        attention(*arguments, **options)


def test_self_attention_is_attention_head_by_head():
    x, w_q, w_k, w_v, w_o = draw((5, 6), (6, 8), (6, 8), (6, 4), (4, 6))
    heads = [
        attention(x @ w_q[:, 4 * h : 4 * h + 4], x @ w_k[:, 4 * h : 4 * h + 4], x @ w_v[:, 2 * h : 2 * h + 2])
        for h in range(2)
    ]
    expected = np.concatenate(heads, axis=-1) @ w_o
    np.testing.assert_allclose(self_attention(x, w_q, w_k, w_v, w_o, n_heads=2), expected, rtol=1e-11)
    batch = np.stack([x, x[::-1]])
    np.testing.assert_allclose(self_attention(batch, w_q, w_k, w_v, w_o, n_heads=2)[0], expected, rtol=1e-11)


def test_an_empty_batch_is_empty():
    assert self_attention(np.ones((0, 3, 4)), *[np.eye(4)] * 4, n_heads=2).shape == (0, 3, 4)
    assert attention(np.ones((0, 3, 4)), np.ones((5, 4)), np.ones((5, 2))).shape == (0, 3, 2)


def test_one_mask_an_example():
    x, *weights = draw((2, 4, 6), (6, 6), (6, 6), (6, 6), (6, 6))
    masks = np.stack([np.tri(4, dtype=bool), np.eye(4, dtype=bool)])
    got = self_attention(x, *weights, n_heads=2, mask=masks)
    for example in range(2):
        alone = self_attention(x[example], *weights, n_heads=2, mask=masks[example])
        np.testing.assert_allclose(got[example], alone, rtol=1e-12)


X, W = np.ones((3, 4)), [np.eye(4)] * 4


@pytest.mark.parametrize(
    ("x", "weights", "options", "error", "message"),
    [
        (X, [np.eye(3), *W[1:]], {}, ValueError, "projections do not chain for d_model = 4"),
        (X, [np.eye(3)] * 4, {}, ValueError, "projections do not chain"),
        (X, [*W[:3], np.eye(4)[:3]], {}, ValueError, "projections do not chain"),
        (X, W, {"n_heads": 3}, ValueError, "n_heads = 3 does not divide the 4 channels of w_q"),
        (X, W, {"n_heads": 0}, ValueError, "n_heads must be at least 1, not 0"),
        (X, W, {"n_heads": 2.0}, TypeError, "n_heads must be a whole number"),
        (X[0], W, {}, ValueError, "x must have at least 2 axes"),
        (np.ones((1, 2, 3, 4)), W, {}, ValueError, "x must have shape"),
        (X[:0], W, {}, ValueError, "at least one key"),
        (X, W, {"scheme": Scheme()}, ValueError, "a scheme needs positions"),
        (X, W, {"scheme": Scheme(), "positions": [0, 1]}, ValueError, r"positions \(2,\) do not fit x \(3, 4\)"),
        (np.ones((2, 3, 4)), W, {"scheme": Scheme(), "positions": np.zeros((1, 3))}, ValueError, "do not fit"),
    ],
)
def test_bad_self_attention(x, weights, options, error, message):
    with pytest.raises(error, match=message):
        self_attention(x, *weights, **options)


def test_layer_norm_row_by_row():
    (x,) = draw((2, 3, 8))
    gain, shift = draw((8,), (8,), seed=1)
    got = layer_norm(x, gain, shift)
    np.testing.assert_allclose(got[1, 2], (x[1, 2] - x[1, 2].mean()) / np.sqrt(x[1, 2].var() + 1e-5) * gain + shift)
    with pytest.raises(ValueError, match=r"gain must be a number or have shape \(8,\), not \(3,\)"):
        layer_norm(x, np.ones(3))


def test_feed_forward_row_by_row():
    x, w_1, b_1, w_2, b_2 = draw((2, 3), (3, 5), (5,), (5, 3), (3,))
    expected = [np.maximum(row @ w_1 + b_1, 0) @ w_2 + b_2 for row in x]
    np.testing.assert_allclose(feed_forward(x, w_1, b_1, w_2, b_2), expected)
    with pytest.raises(ValueError, match="do not chain"):
        feed_forward(x, w_1, b_1[:4], w_2, b_2)


def test_block_is_attention_and_network_each_beside_a_residual():
    x, *weights = draw((3, 4), (4, 4), (4, 4), (4, 4), (4, 4), (4, 6), (6,), (6, 4), (4,))
    projections, network = weights[:4], weights[4:]
    middle = x + self_attention(layer_norm(x), *projections)
    expected = middle + feed_forward(layer_norm(middle), *network)
    np.testing.assert_allclose(block(x, projections, network), expected, rtol=1e-12)
