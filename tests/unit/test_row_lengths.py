"""Under a causal mask a row's length tells its place; without a mask it tells nothing."""

import numpy as np
import pytest

from posenc.symmetry.row_lengths import places_by_length, untrained_rows

N, DRAWS = 32, 100
CHANCE = (N**2 - 1) / (3 * N)  # mean distance of two places drawn at random


def mean_error(*, causal):
    rows = [untrained_rows(seed, N, 64, causal=causal) for seed in range(DRAWS)]
    return np.mean([np.abs(places_by_length(each) - np.arange(N)).mean() for each in rows])


def test_chance_is_the_error_of_a_random_guess():
    places = np.arange(N)
    assert np.abs(places[:, None] - places).mean() == pytest.approx(CHANCE)


def test_the_length_gives_the_place_away_under_a_causal_mask_only():
    assert mean_error(causal=True) < 0.5 * CHANCE
    assert mean_error(causal=False) == pytest.approx(CHANCE, rel=0.05)


def test_the_first_token_keeps_its_whole_value_and_later_rows_shrink():
    lengths = [np.linalg.norm(untrained_rows(seed, N, 64, causal=True), axis=-1) for seed in range(DRAWS)]
    first, *_, last = np.mean(lengths, axis=0)
    assert first == pytest.approx(8, abs=0.5)  # the root of 64 channels
    assert first / np.sqrt(N) < last < first / 3


def test_places_are_ranks():
    rows = np.random.default_rng(0).normal(size=(9, 3))
    lengths = np.linalg.norm(rows, axis=-1)
    assert places_by_length(rows).tolist() == [int((lengths > length).sum()) for length in lengths]
    assert places_by_length(np.ones((3, 2))).tolist() == [0, 1, 2]
