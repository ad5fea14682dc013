"""What lesson 07 says, for three seeds of three: thresholds, not numbers, in a fifth of the lesson's training."""

import numpy as np
import pytest

from posenc.lab import Settings, examine, scalings, train
from posenc.lab.encodings import t5

SMALL = Settings(steps=300)


@pytest.fixture(scope="module", params=[0, 1, 2], ids="seed {}".format)
def accuracy(request):
    """`accuracy("rotary", "back", 4)`: of a scheme or a variant, at so many trained lengths."""
    rotary = train("rotary", SMALL, seed=request.param)
    models = {name: train(name, SMALL, seed=request.param) for name in ("sinusoidal", "alibi", "t5")}
    models |= {"rotary": rotary, "t5_far": train(t5(SMALL, max_distance=256), SMALL, seed=request.param)}
    models |= {name: rotary.under(encoding) for name, encoding in scalings(SMALL).items()}

    def of(name, task, multiple):
        scheme, _, window = name.partition(", ")
        found = examine(models[scheme], multiple * SMALL.length, window=SMALL.length if window else None)
        return found.accuracy(task)

    return of


def test_translation_symmetry_does_not_make_rotary_extrapolate(accuracy):
    assert accuracy("rotary", "back", 1) > 0.85
    assert accuracy("rotary", "back", 4) < 0.4


def test_a_window_on_the_same_weights_restores_it_but_forgets_the_head(accuracy):
    assert accuracy("rotary, windowed", "back", 4) > 0.85
    assert accuracy("rotary, windowed", "last", 4) > 0.75
    assert accuracy("rotary, windowed", "head", 4) < 0.4


def test_it_is_the_slow_pairs_that_matter(accuracy):
    plain, slow, fast = (accuracy(name, "back", 4) for name in ("rotary", "slow_pairs", "fast_pairs"))
    assert slow > plain + 0.25
    assert fast < plain + 0.1


def test_relative_biases_hold_and_absolute_codes_do_not(accuracy):
    assert accuracy("sinusoidal", "back", 1) > 0.7
    assert accuracy("sinusoidal", "back", 4) < 0.4
    for name in ("alibi", "t5"):
        assert accuracy(name, "back", 4) > 0.6
        assert accuracy(name, "last", 4) > 0.7


def test_buckets_that_were_never_trained_are_a_trap(accuracy):
    assert accuracy("t5_far", "last", 1) > 0.8
    assert accuracy("t5_far", "last", 4) < accuracy("t5", "last", 4) - 0.15


def test_untrained_buckets_stay_exactly_as_they_were():
    table = train(t5(SMALL, max_distance=256), Settings(steps=20)).weights["buckets"]
    np.testing.assert_array_equal(table[12:], 0)
    assert (table[:12] != 0).all()
