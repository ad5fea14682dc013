"""What lesson 07 says about the shipped results, for every seed; the lab's tests hold the same of new training."""

import numpy as np
import pytest

from posenc.lab import ENCODINGS, MULTIPLES, foresight, shipped

AT = {multiple: i for i, multiple in enumerate(MULTIPLES)}


@pytest.fixture(scope="module")
def measured():
    """`measured(scheme, task, multiple, variant)`: one accuracy a seed."""
    results = shipped.results()
    return lambda scheme, task, multiple, variant="plain": results.accuracy(scheme, task, variant=variant)[
        :, AT[multiple]
    ]


def test_the_whole_log_hides_what_the_second_half_shows(measured):
    bands = shipped.by_position("rotary", "back", 128)
    assert (bands[:, :2] > 0.95).all(), "within the trained length nothing is lost"
    assert (bands[:, 4:].mean(axis=1) < 0.3).all()
    assert (bands.mean(axis=1) > 0.45).all()


def test_alibi_takes_back_and_last_from_near_keys(measured):
    """[L4]"""
    for task in ("back", "last"):
        plain, windowed = (measured("alibi", task, 4, variant) for variant in ("plain", "window"))
        assert np.abs(plain - windowed).max() < 0.01
    assert (measured("alibi", "head", 4) > 0.95).all()
    assert (measured("alibi", "head", 4, "window") < 0.35).all()


def test_a_window_mends_no_absolute_scheme(measured):
    for scheme in ("sinusoidal", "learned"):
        assert (measured(scheme, "back", 4, "window") < 0.5).all()


def test_the_slow_pairs_repair_most_and_the_fast_ones_nothing(measured):
    """[O5]"""
    trained, lost = measured("rotary", "back", 1), measured("rotary", "back", 4)
    for variant, least, most in (("slow_pairs", 0.6, 0.8), ("fast_pairs", -0.05, 0.05), ("linear", 0.0, 0.3)):
        repaired = (measured("rotary", "back", 4, variant) - lost) / (trained - lost)
        assert (repaired > least).all(), variant
        assert (repaired < most).all(), variant


def test_ntk_holds_as_long_as_no_slow_pair_meets_a_new_angle(measured):
    turning = foresight.frequencies(factor=8.0)
    for multiple in (2, 4, 8):
        new = (multiple * turning["ntk"][1:] > turning["rotary"][1:] * (1 + 1e-9)).any()
        assert ((measured("rotary", "back", multiple, "ntk") > 0.9) == (not new)).all()


def test_a_mask_alone_finds_offsets_and_loses_them(measured):
    """[M3]"""
    assert (measured("none", "back", 1) > 2 * 0.25).all()
    assert (measured("none", "back", 8) < 0.4).all()


def test_only_relative_biases_hold_without_help(measured):
    kept = [scheme for scheme in ENCODINGS if (measured(scheme, "back", 4) > 0.8).all()]
    assert kept == ["shaw", "t5", "alibi"]


def test_a_little_training_buys_more_from_better_frequencies():
    seeds = shipped.studies()["seeds"].values()
    plain, linear, yarn = (
        [seed["fine_tuning"][start]["back"][AT[8]] for seed in seeds] for start in ("plain", "linear", "yarn")
    )
    assert max(plain) < 0.35 < min(linear)
    assert max(linear) < 0.6 < 0.9 < min(yarn)
