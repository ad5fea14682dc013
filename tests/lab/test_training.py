"""Training: repeatable to the bit, watched and stopped, and open to any scheme that is written forward only."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from posenc.encodings.rotary import rotary_frequencies
from posenc.encodings.scheme import Scheme
from posenc.encodings.schemes import rotary_scheme
from posenc.lab import Encoding, Settings, train, training
from posenc.lab import np as lab_np
from posenc.lab.adam import Adam
from posenc.lab.encodings import ENCODINGS

SHORT = Settings(steps=6, batch=4)


def nearer_is_better(q, k, q_positions, k_positions):
    return -np.log1p(np.abs(k_positions - q_positions[:, None]))[None]


def same(one, two):
    return all(np.array_equal(one.weights[name], two.weights[name]) for name in one.weights)


@pytest.mark.parametrize("scheme", ENCODINGS)
def test_the_same_seed_gives_the_same_bits_and_another_does_not(scheme):
    first, second, other = (train(scheme, SHORT, seed=seed) for seed in (3, 3, 4))
    assert same(first, second)
    np.testing.assert_array_equal(first.losses, second.losses)
    assert not same(first, other)
    assert {w.dtype for w in first.weights.values()} == {np.dtype(np.float32)}


def test_watching_changes_nothing():
    *_, watched = training("t5", SHORT, every=2)
    assert same(watched, train("t5", SHORT))


def test_what_is_yielded_stays_as_it_was():
    yielded = list(training("learned", SHORT, every=2))
    assert [len(each.losses) for each in yielded] == [2, 4, 6]
    assert not same(yielded[0], yielded[1])
    np.testing.assert_array_equal(yielded[2].losses[:2], yielded[0].losses)


def test_threads_are_given_back_between_steps():
    before = threadpool_info()
    for _ in itertools.islice(training("none", SHORT, every=1), 2):
        assert threadpool_info() == before


def test_the_loss_falls():
    losses = train("alibi", Settings(steps=150)).losses
    assert losses[:10].mean() > 1.2
    assert losses[-10:].mean() < 0.8


@pytest.mark.parametrize(
    "own",
    [
        nearer_is_better,
        Scheme(scores=nearer_is_better),
        Encoding(lambda tables: Scheme(scores=nearer_is_better)),
        Encoding(
            lambda tables: Scheme(scores=lambda *given: lab_np.exp(tables["size"]) * nearer_is_better(*given)),
            {"size": [[[0.0]]]},
        ),
    ],
    ids=["function", "scheme", "encoding", "encoding with a table"],
)
def test_a_scheme_of_ones_own(own):
    trained = train(own, SHORT)
    assert np.isfinite(trained.losses).all()
    if "size" in trained.weights:
        assert trained.weights["size"].shape == (1, 1, 1)
        assert trained.weights["size"] != 0
        no_table = Encoding(lambda tables: Scheme(scores=nearer_is_better))
        np.testing.assert_allclose(train(no_table, SHORT).losses[0], trained.losses[0], rtol=1e-6)


def test_start_goes_on_from_trained_weights():
    trained = train("rotary", SHORT)
    still = train("rotary", replace(SHORT, steps=1, learning_rate=1e-12, length=64), start=trained)
    for name, array in trained.weights.items():
        np.testing.assert_allclose(still.weights[name], array, atol=1e-9)
    assert still.settings.length == 64


def test_names_of_tables_must_not_hide_the_models():
    with pytest.raises(ValueError, match="'gain'"):
        train(Encoding(lambda tables: Scheme(), {"gain": [1.0]}), SHORT)


@pytest.mark.parametrize(
    "slip",
    [
        lambda q, k, *where: math.sqrt((q * q).sum()) * nearer_is_better(q, k, *where),
        lambda q, k, *where: np.where(nearer_is_better(q, k, *where) < -1, q[..., :1], 0),
        rotary_scheme(rotary_frequencies(8), layout="half_split"),
    ],
)
def test_plain_numpy_on_what_is_differentiated_is_explained(slip):
    with pytest.raises(TypeError, match=r"must compute with `np`"):
        train(slip, SHORT)


def test_other_errors_stay_as_they_are():
    with pytest.raises(TypeError, match="can only concatenate str"):
        train(lambda q, k, *where: "a" + 1, SHORT)
    with pytest.raises(ValueError, match="scores must be finite"):
        train(lambda q, k, *where: np.full((1, SHORT.length, SHORT.length), np.nan), SHORT)


def test_nothing_to_wait_for():
    with pytest.raises(ValueError, match="every must be at least 1, not 0"):
        next(training("none", SHORT, every=0))


def test_no_scheme():
    with pytest.raises(ValueError, match=r"one of none, sinusoidal, .*, not 'rotory'"):
        train("rotory", SHORT)
    with pytest.raises(TypeError, match="an Encoding, a Scheme or a function"):
        train(7, SHORT)


def test_adam_takes_its_first_step_at_the_full_rate_along_the_signs():
    flat = np.zeros(3)
    adam = Adam(flat, Settings(steps=10, learning_rate=0.1))
    adam.step(np.array([0.2, -1e-3, 0.0]))
    np.testing.assert_allclose(flat, [-0.1, 0.1, 0.0], rtol=1e-4)


def test_adam_finds_the_bottom_of_a_bowl_however_steep():
    flat, bottom = np.array([5.0, -3.0]), np.array([1.0, 2.0])
    adam = Adam(flat, Settings(steps=400, learning_rate=0.1))
    for _ in range(400):
        adam.step(1000 * (flat - bottom))  # far above the bound of 1 on the norm
    np.testing.assert_allclose(flat, bottom, atol=0.02)
