"""The quick judge of a learner's scheme: it orders biases as training does, and says what is wrong."""

import numpy as np
import pytest

from posenc.encodings.alibi import alibi_slopes
from posenc.exercises.extrapolation.readout import MULTIPLE, TRAINED, accuracies, shares, told

N = MULTIPLE * TRAINED
DISTANCE = np.abs(np.arange(N) - np.arange(N)[:, None])
STEEP = np.array([2.0, 1.0, 0.5, 0.25])[:, None, None]

# What 400 steps of training make of them on `back`, at 4 times the length: .89 .74 .78 1.0 hold, .38 .31 .34 do not.
HOLD = {
    "steep": -STEEP * DISTANCE,
    "one head": -np.log1p(DISTANCE)[None],
    "alibi": -alibi_slopes(4)[:, None, None] * DISTANCE,
    "exact": -10.0 * (np.arange(1, 5)[:, None, None] != DISTANCE),
}
LOSE = {
    "all keys alike": 0.0 * DISTANCE[None],
    "far keys outweigh near ones": alibi_slopes(4)[:, None, None] * DISTANCE,
    "learnt, then lost at four times the length": -STEEP * (DISTANCE % TRAINED),
    "each token sees only itself": -100.0 * DISTANCE[None],
    "not finite": np.where(np.arange(N) > np.arange(N)[:, None], -np.inf, 0.0)[None],
    "not learnt": 0.1 * np.random.default_rng(0).normal(size=(1, N, N)),
}


@pytest.mark.parametrize("name", HOLD)
def test_a_bias_that_holds_in_training_holds_here(name):
    assert told(HOLD[name]) == "holds"


@pytest.mark.parametrize("reason", LOSE)
def test_a_bias_that_fails_is_told_why(reason):
    assert told(LOSE[reason]) == reason


def test_uniform_weights_are_near_chance_and_exact_ones_always_right():
    assert accuracies(shares(HOLD["exact"])) == (1.0, 1.0)
    assert 0.25 <= accuracies(shares(LOSE["all keys alike"]))[1] < 0.35


def test_shares_are_causal_and_add_up_to_one():
    weights = shares(HOLD["steep"])
    assert not np.triu(weights, 1).any()
    np.testing.assert_allclose(weights.sum(axis=-1), 1)


@pytest.mark.parametrize("shape", [(N, N), (2, N, N), (4, N, N - 1), (1, 4, N, N)])
def test_other_shapes_are_refused(shape):
    with pytest.raises(ValueError, match="shape"):
        told(np.zeros(shape))


@pytest.mark.parametrize("dtype", [complex, str, object, bool])
def test_what_is_no_number_is_refused(dtype):
    with pytest.raises(TypeError, match="array of numbers"):
        told(np.zeros((4, N, N)).astype(dtype))
