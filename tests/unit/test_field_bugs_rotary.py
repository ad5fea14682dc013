"""Mistakes met in the field, around rotations, their scalings and grids: the right value comes out here.

Each test computes the wrong value too, where that takes a line, so that right and wrong are seen to differ.
"""

import numpy as np
import pytest

from posenc.encodings.causal import causal_mask
from posenc.encodings.dot_product import attention
from posenc.encodings.grid import resample_table, rotate_2d, sincos_2d, swin_index
from posenc.encodings.positions import grid_positions, positions_from_mask
from posenc.encodings.rotary import rotary_frequencies, rotate, to_half_split
from posenc.encodings.scaling import dynamic_ntk, linear, llama3, longrope, ntk, yarn

RNG = np.random.default_rng(11)
LAYOUTS = ["interleaved", "half_split"]
ROUNDING = 1e-6  # the cases are written with six digits


def near(expected):
    return pytest.approx(np.asarray(expected), abs=ROUNDING)


def test_layout(field_bugs):
    """Weights trained interleaved, rotated half-split; right once both W_Q and W_K are permuted."""
    case, x = field_bugs("rope-layout"), [[1.0, 2.0, 3.0, 4.0]]
    turned = {layout: rotate(x, [1], rotary_frequencies(4), layout=layout)[0] for layout in LAYOUTS}
    assert turned["interleaved"] == near(case["right"])
    assert turned["half_split"] == near(case["wrong"])

    q, k = RNG.standard_normal((2, 5, 8))
    scores = {
        name: rotate(a, np.arange(5), rotary_frequencies(8), layout=layout)
        @ rotate(b, np.arange(5), rotary_frequencies(8), layout=layout).T
        for name, layout, a, b in [
            ("trained", "interleaved", q, k),
            ("converted", "half_split", to_half_split(q), to_half_split(k)),
            ("queries only", "half_split", to_half_split(q), k),
            ("not at all", "half_split", q, k),
        ]
    }
    np.testing.assert_allclose(scores["converted"], scores["trained"], atol=1e-13)
    assert np.abs(scores["queries only"] - scores["trained"]).max() > 0.1
    assert np.abs(scores["not at all"] - scores["trained"]).max() > 0.1


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_angles_in_low_precision(field_bugs, dtype):
    case = field_bugs("rope-bf16-cache")
    unit, frequencies = np.tile([1.0, 0.0], (2048, 16)), rotary_frequencies(32)
    cosines = rotate(unit.astype(dtype), np.arange(2048), frequencies, layout="interleaved")[:, 0::2]
    exact = np.cos(np.arange(2048)[:, None] * frequencies)
    assert np.abs(cosines - exact).max() <= np.finfo(dtype).eps  # angles in float16 are off by 0.78
    in_half = np.cos((np.arange(2048, dtype=np.float16)[:, None] * frequencies.astype(np.float16)).astype(np.float64))
    assert np.abs(in_half - exact).max() == pytest.approx(case["wrong"]["fp16"], rel=0.01)

    turned = rotate(np.array([[1.0, 0.0]], dtype), [15_962], [1.0], layout="interleaved")
    assert turned[0, 0] == pytest.approx(case["right"]["cos15962"], abs=float(np.finfo(dtype).eps) + ROUNDING)


def test_position_257_is_not_256(field_bugs):
    """bfloat16 has no 257; positions in any dtype that holds them arrive as they are."""
    expected = np.cos(field_bugs("rope-bf16-cache")["right"]["p257"])
    for positions in ([257], np.array([257], np.int16), np.array([257], np.float16)):
        assert rotate([[1.0, 0.0]], positions, [1.0], layout="half_split")[0, 0] == pytest.approx(expected, abs=1e-12)


def decode(q, k, v, positions, layout):
    """One token at a time: rotate its query and key, append the key, attend to the cache."""
    cache, outputs, frequencies = [], [], rotary_frequencies(q.shape[-1])
    for step, position in enumerate(positions):
        cache.append(rotate(k[:, step : step + 1], [position], frequencies, layout=layout))
        query = rotate(q[:, step : step + 1], [position], frequencies, layout=layout)
        outputs.append(attention(query, np.concatenate(cache, axis=1), v[:, : step + 1]))
    return np.concatenate(outputs, axis=1)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_decoding_at_the_true_position(field_bugs, layout):
    case = field_bugs("decode-offset")
    prompt = case["right"][0]
    n = prompt + len(case["right"])
    q, k, v = RNG.standard_normal((3, 2, n, 8))  # 2 heads
    full = attention(
        rotate(q, np.arange(n), rotary_frequencies(8), layout=layout),
        rotate(k, np.arange(n), rotary_frequencies(8), layout=layout),
        v,
        mask=causal_mask(np.arange(n), np.arange(n)),
    )
    right, wrong = ([*range(prompt), *case[answer]] for answer in ("right", "wrong"))
    np.testing.assert_allclose(decode(q, k, v, right, layout), full, atol=1e-13)
    assert np.abs(decode(q, k, v, wrong, layout) - full).max() > 0.01


@pytest.mark.parametrize("layout", LAYOUTS)
def test_left_padding_moves_no_score(layout):
    """Two examples of 3 and 5 tokens, padded on the left; each has the scores it would have alone."""
    mask = np.array([[0, 0, 1, 1, 1], [1, 1, 1, 1, 1]], bool)
    q, k, frequencies = RNG.standard_normal((2, 3, 5, 8)), RNG.standard_normal((2, 3, 5, 8)), rotary_frequencies(8)
    for positions in (positions_from_mask(mask)[:, None, :], np.arange(5)):  # from 0, or simply counted: a shift
        q_turned, k_turned = (rotate(x, positions, frequencies, layout=layout) for x in (q, k))
        scores = q_turned @ k_turned.swapaxes(-1, -2)
        alone_q, alone_k = (rotate(x[0, :, 2:], np.arange(3), frequencies, layout=layout) for x in (q, k))
        np.testing.assert_allclose(scores[0, :, 2:, 2:], alone_q @ alone_k.swapaxes(-1, -2), atol=1e-13)
    mixed = rotate(q, np.arange(5), frequencies, layout=layout) @ rotate(
        k, positions_from_mask(mask)[:, None, :], frequencies, layout=layout
    ).swapaxes(-1, -2)
    assert np.abs(mixed[0, :, 2:, 2:] - scores[0, :, 2:, 2:]).max() > 0.1  # prefill and decode must agree


def test_the_base_is_the_models(field_bugs):
    case = field_bugs("rope-theta-ignored")
    assert 1000 * rotary_frequencies(128, 500_000.0)[32] == near(case["right"])
    assert 1000 * rotary_frequencies(128)[32] == near(case["wrong"])


def test_dynamic_ntk_follows_the_length(field_bugs):
    case = field_bugs("dynamic-ntk-static-base")
    for length, base in zip((100, 4096, 8192), case["right"], strict=True):
        frequencies, _ = dynamic_ntk(128, 10000.0, 4.0, length, 2048)
        np.testing.assert_allclose(frequencies, rotary_frequencies(128, base), rtol=1e-10)


def test_ntk_exponent(field_bugs):
    case = field_bugs("ntk-exponent")
    slowest = linear(rotary_frequencies(128), 4.0)[0][-1]
    assert ntk(128, 10000.0, 4.0)[0][-1] / slowest == near(case["right"]["ok"])
    assert rotary_frequencies(128, 4 * 10000.0)[-1] / slowest == near(case["wrong"]["base_times_s"])


def test_ntk_with_one_pair(field_bugs):
    assert "inv_freq=[1.0]" in field_bugs("ntk-exponent-dim2")["right"]
    np.testing.assert_array_equal(ntk(2, 10000.0, 1.0)[0], [1.0])
    with pytest.raises(ValueError, match="d_rotary = 2"):
        ntk(2, 10000.0, 2.0)


def test_attention_factor_of_yarn_is_one_number_used_once(field_bugs):
    case = field_bugs("yarn-mscale")
    factors = [
        yarn(64, 10000.0, 128.0, 4096)[1],
        yarn(64, 10000.0, 64.0, 4096, attention_factor=1.0)[1],
    ]
    assert factors == near(case["right"])
    assert [factors[0] ** 2, 0.1 * np.log(64) + 1] == near(case["wrong"])
    frequencies, factor = yarn(8, 10000.0, 128.0, 4096)
    q, k = RNG.standard_normal((2, 1, 8))
    scaled, plain = (
        rotate(q, [5], frequencies, layout="half_split", factor=f)
        @ rotate(k, [1], frequencies, layout="half_split", factor=f).T
        for f in (factor, 1.0)
    )
    np.testing.assert_allclose(scaled, plain * case["right"][0] ** 2, rtol=1e-6)


def test_ramp_of_yarn_is_the_released_codes(field_bugs):
    case, plain = field_bugs("yarn-ramp"), rotary_frequencies(128)
    code, paper = (yarn(128, 10000.0, 16.0, 4096, ramp=ramp)[0] / plain for ramp in ("index", "turns"))
    assert [code[38]] == near(case["right"])
    assert [paper[38]] == near(case["wrong"])
    np.testing.assert_array_equal(yarn(128, 10000.0, 16.0, 4096)[0] / plain, code)  # the default


def test_longrope_keys_are_rotated_again_at_the_switch(field_bugs, golden):
    case = field_bugs("longrope-switch")
    p = golden("scaling")["inv_freq.longrope.d16_L4096_max131072_seq4096"].params
    short, long = (
        longrope(16, 10000.0, p["short_factor"], p["long_factor"], length, 4096, 131072)[0] for length in (4096, 4097)
    )
    ones = np.ones((1, 16))
    query = rotate(ones, [4096], long, layout="half_split")
    again, stale = (query @ rotate(ones, [4090], f, layout="half_split").T for f in (long, short))
    assert again == near([[case["right"]]])
    assert stale == pytest.approx(np.array([[case["wrong"]]]), abs=2e-4)  # that figure's angles were float32


def test_llama3_scaling_is_applied(field_bugs):
    case = field_bugs("llama3-scaling-missing")
    plain = rotary_frequencies(64, 500_000.0)
    assert (llama3(plain, 32.0, 1.0, 4.0, 8192)[0] / plain)[14:19] == near(case["right"])


@pytest.mark.parametrize("method", ["bilinear", "bicubic"])
def test_a_table_of_as_many_cells_is_resampled_all_the_same(field_bugs, method):
    case, table = field_bugs("vit-interp-nonsquare"), np.arange(16.0)[:, None]
    resampled = resample_table(table, (2, 8), (4, 4), method=method).reshape(4, 4)
    assert np.abs(resampled - case["wrong"]).max() > 1
    if method == "bilinear":
        np.testing.assert_array_equal(resampled, case["right"])
    with pytest.raises(ValueError, match=r"old_grid = \(4, 5\)"):
        resample_table(table, (4, 5), (4, 4))


def test_cells_are_in_row_major_order(field_bugs):
    case = field_bugs("grid-order")
    np.testing.assert_array_equal(grid_positions(2, 3)[:, 1], case["right"])
    for order, half in (("row_first", slice(4, 8)), ("column_first", slice(0, 4))):
        columns = sincos_2d(2, 3, 8, order=order)[:, half]  # the first channel is the sine of the column itself
        np.testing.assert_allclose(columns[:, 0], np.sin(case["right"]), atol=1e-15)
    angles = np.arctan2(
        *rotate_2d(np.tile([1.0, 0.0], (6, 2)), grid_positions(2, 3), [1.0], layout="interleaved").T[[3, 2]]
    )
    np.testing.assert_allclose(angles, case["right"], atol=1e-15)


def test_the_order_of_axes_permutes_channels_and_never_cells(field_bugs):
    case = field_bugs("timm-reverse-coord")
    first, second = sincos_2d(2, 3, 4, order="column_first")[1, [0, 2]]
    assert [first, second] == near(case["right"]["expected_sin_wh"])
    for shape in ((2, 3), (4, 4)):
        rows, columns = (sincos_2d(*shape, 8, order=order) for order in ("row_first", "column_first"))
        np.testing.assert_array_equal(rows[:, [4, 5, 6, 7, 0, 1, 2, 3]], columns)
        assert not np.array_equal(rows, columns)


def test_swin_has_one_index_for_each_offset(field_bugs):
    case = field_bugs("swin-multiplier")
    assert [np.unique(swin_index(w, w)).size for w in (2, 7)] == case["right"]


def test_swin_is_query_minus_key(field_bugs):
    case = field_bugs("swin-sign")
    np.testing.assert_array_equal(swin_index(2, 2)[0], case["right"])
    flipped = 8 - swin_index(2, 2)  # the table's rows end to end: key minus query
    np.testing.assert_array_equal(flipped[0], case["wrong"])
