"""The scalings against plain transcriptions, at their edges, and with bad input."""

import math

import numpy as np
import pytest

from posenc.encodings.rotary import rotary_frequencies
from posenc.encodings.scaling import dynamic_ntk, linear, llama3, longrope, ntk, yarn


def yarn_in_loops(d, base, factor, trained, fast, slow, truncate):
    """The released code, pair by pair, with its clamps as they are."""

    def index(rotations):
        return d * math.log(trained / (rotations * 2 * math.pi)) / (2 * math.log(base))

    low, high = index(fast), index(slow)
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    low, high = max(low, 0), min(high, d - 1)
    if low == high:
        high += 0.001
    frequencies = []
    for i in range(d // 2):
        ramp = min(max((i - low) / (high - low), 0), 1)
        theta = 1 / base ** (2 * i / d)
        frequencies.append(theta / factor * ramp + theta * (1 - ramp))
    return frequencies


@pytest.mark.parametrize("truncate", [True, False])
@pytest.mark.parametrize(
    ("d", "base", "factor", "trained", "fast", "slow"),
    [
        (64, 10000.0, 8.0, 4096, 32, 1),
        (64, 150000.0, 32.0, 4096, 32, 1),
        (128, 1e6, 4.0, 32768, 32, 1),
        (2, 10000.0, 4.0, 2048, 32, 1),  # one pair, faster than any bound
        (16, 10000.0, 4.0, 6, 4, 1),  # no pair completes a turn: the ramp has both its ends at 0
        (16, 10000.0, 4.0, 32, 4, 1),
        (8, 2.0, 4.0, 4096, 32, 1),  # every pair beyond the ramp
        (24, 10000.0, 1.0, 2048, 32, 1),
        (10, 500.0, 3.5, 100.5, 8.5, 0.5),
    ],
)
def test_yarn_equals_the_loops(d, base, factor, trained, fast, slow, truncate):
    got, _ = yarn(d, base, factor, trained, beta_fast=fast, beta_slow=slow, truncate=truncate)
    np.testing.assert_allclose(got, yarn_in_loops(d, base, factor, trained, fast, slow, truncate), rtol=1e-13)


def test_truncation_moves_the_ramp():
    whole, exact = (yarn(64, 10000.0, 16.0, 4096, truncate=t)[0] for t in (True, False))
    changed = np.flatnonzero(~np.isclose(whole, exact, rtol=1e-12))
    assert 0 < changed.size < 32
    assert changed[0] == 11  # 32 turns fall on pair 10.46: truncation starts the ramp at 10, so 11 is stretched more


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, 0.1 * math.log(40) + 1),
        ({"mscale": 0.707, "mscale_all_dim": 0.707}, 1.0),
        ({"mscale": 1.0, "mscale_all_dim": 0.5}, (0.1 * math.log(40) + 1) / (0.05 * math.log(40) + 1)),
        ({"mscale": 0.8}, 0.1 * math.log(40) + 1),  # one alone is ignored, as in transformers
        ({"mscale_all_dim": 0.8}, 0.1 * math.log(40) + 1),
        ({"mscale": 0.0, "mscale_all_dim": 0.8}, 0.1 * math.log(40) + 1),  # 0 stands for not given there
        ({"attention_factor": 1.0}, 1.0),
        ({"attention_factor": 1.3, "mscale": 1.0, "mscale_all_dim": 0.5}, 1.3),  # it replaces, never multiplies
    ],
)
@pytest.mark.parametrize("ramp", ["index", "turns"])
def test_attention_factor_of_yarn(options, expected, ramp):
    _, attention_factor = yarn(64, 10000.0, 40.0, 4096, ramp=ramp, **options)
    assert isinstance(attention_factor, float)
    assert attention_factor == pytest.approx(expected, rel=1e-14)


def test_the_papers_ramp_is_linear_in_turns():
    d, base, factor, trained, fast, slow = 64, 10000.0, 8.0, 4096, 30.0, 2.0
    got, _ = yarn(d, base, factor, trained, beta_fast=fast, beta_slow=slow, ramp="turns")
    for i, frequency in enumerate(got):
        theta = base ** (-2 * i / d)
        r = trained / (2 * math.pi / theta)
        gamma = 0 if r < slow else 1 if r > fast else (r - slow) / (fast - slow)
        assert frequency == pytest.approx((1 - gamma) * theta / factor + gamma * theta, rel=1e-13)


def test_truncate_and_the_clamps_belong_to_the_index_ramp_only():
    exact, truncated = (yarn(64, 10000.0, 8.0, 4096, ramp="turns", truncate=t)[0] for t in (False, True))
    np.testing.assert_array_equal(exact, truncated)


@pytest.mark.parametrize("factor", [1.5, 2.0, 4.0, 7.3])
@pytest.mark.parametrize("length", [1, 100, 2047, 2048])
def test_dynamic_ntk_changes_nothing_up_to_the_trained_length(factor, length):
    frequencies, attention_factor = dynamic_ntk(64, 10000.0, factor, length, 2048)
    np.testing.assert_array_equal(frequencies, rotary_frequencies(64))
    assert attention_factor == 1.0


@pytest.mark.parametrize("length", [2049, 4096, 10000])
def test_dynamic_ntk_is_ntk_with_a_growing_factor(length):
    expected = 10000 * (4 * length / 2048 - 3) ** (64 / 62)
    np.testing.assert_allclose(dynamic_ntk(64, 10000.0, 4.0, length, 2048)[0], rotary_frequencies(64, expected))


def test_dynamic_ntk_with_factor_one_follows_the_length():
    np.testing.assert_allclose(dynamic_ntk(64, 10000.0, 1.0, 8192, 2048)[0], ntk(64, 10000.0, 4.0)[0])


def test_llama3_in_loops():
    frequencies = rotary_frequencies(64, 500000.0)
    got, attention_factor = llama3(frequencies, 8.0, 1.0, 4.0, 8192)
    for new, old in zip(got, frequencies, strict=True):
        wavelength = 2 * math.pi / old
        if wavelength < 8192 / 4:
            expected = old
        elif wavelength > 8192:
            expected = old / 8
        else:
            smooth = (8192 / wavelength - 1) / 3
            expected = (1 - smooth) * old / 8 + smooth * old
        assert new == pytest.approx(expected, rel=1e-14)
    assert attention_factor == 1.0


def test_llama3_is_the_ramp_of_yarns_paper():
    paper, _ = yarn(64, 500000.0, 8.0, 8192, beta_slow=1.0, beta_fast=4.0, ramp="turns")
    np.testing.assert_array_equal(llama3(rotary_frequencies(64, 500000.0), 8.0, 1.0, 4.0, 8192)[0], paper)


def test_longrope_switches_past_the_trained_length():
    short, long = np.linspace(1, 2, 8), np.linspace(1, 30, 8)
    for length, factors in ((1, short), (4096, short), (4096.5, long), (4097, long), (10**6, long)):
        got, attention_factor = longrope(16, 10000.0, short, long, length, 4096, 131072)
        np.testing.assert_array_equal(got, rotary_frequencies(16) / factors)
        assert attention_factor == math.sqrt(1 + math.log(32) / math.log(4096))


def test_longrope_without_growth_leaves_the_scores_alone():
    assert longrope(4, 10000.0, [1.0, 1.0], [1.0, 1.0], 10, 4096, 4096)[1] == 1.0


def test_no_scaling_at_factor_one():
    plain = rotary_frequencies(16)
    for frequencies, attention_factor in (
        linear(plain, 1.0),
        ntk(16, 10000.0, 1),
        yarn(16, 10000.0, 1.0, 2048),
        yarn(16, 10000.0, 1.0, 2048, ramp="turns"),
        llama3(plain, 1.0, 1.0, 4.0, 2048),
    ):
        np.testing.assert_allclose(frequencies, plain, rtol=1e-15)
        assert attention_factor == 1.0
    np.testing.assert_array_equal(ntk(2, 10000.0, 1.0)[0], [1.0])
    np.testing.assert_array_equal(dynamic_ntk(2, 10000.0, 4.0, 2048, 2048)[0], [1.0])


PLAIN = rotary_frequencies(4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: linear(PLAIN, 0.5), "factor must be a finite number at least 1, not 0.5"),
        (lambda: linear(PLAIN, math.nan), "factor must be a finite number at least 1, not nan"),
        (lambda: linear(np.ones((2, 2)), 2.0), r"frequencies must have shape \(m,\)"),
        (lambda: ntk(4, 10000.0, 0.99), "factor must be a finite number at least 1, not 0.99"),
        (lambda: ntk(2, 10000.0, 4.0), "d_rotary = 2 has one pair, .* factor = 4.0"),
        (lambda: ntk(5, 10000.0, 4.0), "d_rotary must be even and at least 2, not 5"),
        (lambda: ntk(4, -1.0, 4.0), "base must be a finite number above 0, not -1.0"),
        (lambda: dynamic_ntk(2, 10000.0, 4.0, 4096, 2048), "d_rotary = 2 has one pair"),
        (lambda: dynamic_ntk(4, 10000.0, 0.5, 100, 2048), "factor must be a finite number at least 1, not 0.5"),
        (lambda: dynamic_ntk(4, 10000.0, 2.0, 0, 2048), "length must be a finite number above 0, not 0"),
        (lambda: dynamic_ntk(4, 10000.0, 2.0, 10, -1), "trained_length must be a finite number above 0, not -1"),
        (lambda: yarn(4, 10000.0, 0.5, 2048), "factor must be a finite number at least 1, not 0.5"),
        (lambda: yarn(3, 10000.0, 2.0, 2048), "d_rotary must be even and at least 2, not 3"),
        (lambda: yarn(4, 1.0, 2.0, 2048), "base must be above 1"),
        (lambda: yarn(4, 10000.0, 2.0, 0), "trained_length must be a finite number above 0, not 0"),
        (lambda: yarn(4, 10000.0, 2.0, 2048, ramp="pairs"), "ramp must be 'index' or 'turns', not 'pairs'"),
        (
            lambda: yarn(4, 10000.0, 2.0, 2048, beta_fast=1, beta_slow=2),
            "beta_fast must be above beta_slow, but 1 .* 2",
        ),
        (lambda: yarn(4, 10000.0, 2.0, 2048, attention_factor=0.0), "attention_factor must be .* above 0, not 0.0"),
        (lambda: llama3(PLAIN, 0.5, 1.0, 4.0, 8192), "factor must be a finite number at least 1, not 0.5"),
        (lambda: llama3(PLAIN, 8.0, 4.0, 4.0, 8192), "high_freq_factor must be above low_freq_factor, but 4.0"),
        (
            lambda: longrope(4, 10000.0, [1.0], [1.0, 2.0], 10, 20, 30),
            r"short_factors must be 2 finite numbers .* \[1.0\]",
        ),
        (lambda: longrope(4, 10000.0, [1.0, 1.0], [1.0, 0.0], 10, 20, 30), r"long_factors must be 2 .* \[1.0, 0.0\]"),
        (lambda: longrope(4, 10000.0, [1, 1], [1, 2], 10, 1, 30), "trained_length must be above 1, not 1"),
        (
            lambda: longrope(4, 10000.0, [1, 1], [1, 2], 10, 20, 10),
            "max_length must be a finite number at least 20, not 10",
        ),
        (lambda: longrope(4, 10000.0, [1, 1], [1, 2], 0, 20, 30), "length must be a finite number above 0, not 0"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
