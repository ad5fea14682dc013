"""Gradients against finite differences in float64: each operation by itself, and the loss under every encoding."""

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import value_and_grad
from autograd.test_util import check_grads

from posenc.encodings.rotary import rotary_frequencies
from posenc.encodings.scheme import Scheme
from posenc.lab.derivatives import collect, lookup, rotate, spread
from posenc.lab.encoding import Encoding
from posenc.lab.encodings import ENCODINGS
from posenc.lab.gradients import attention_weights, cross_entropy, linear, relu, rms_norm
from posenc.lab.model import initial_weights
from posenc.lab.parameters import Layout
from posenc.lab.settings import Settings
from posenc.lab.task import draw
from posenc.lab.training import loss

RNG = np.random.default_rng(0)
ROWS, MASK = RNG.integers(5, size=(4, 6)), np.tri(4, dtype=bool)
Q, K, X = RNG.normal(size=(3, 2, 3, 4, 8))


def biased(shape):
    return lambda q, k, bias: attention_weights(q, k, bias, MASK), (Q, K, RNG.normal(size=shape))


OPERATIONS = {
    "linear": (linear, (X, RNG.normal(size=(8, 5)))),
    "relu": (relu, (X,)),
    "rms_norm": (rms_norm, (X, RNG.normal(size=8))),
    "weights": (lambda q, k: attention_weights(q, k, None, MASK), (Q, K)),
    "weights, bias of the heads": biased((3, 4, 4)),
    "weights, one bias for all": biased((1, 4, 4)),
    "weights, bias without heads": biased((4, 4)),
    "weights, bias of each example": biased((2, 1, 4, 4)),
    "cross_entropy": (lambda x: cross_entropy(x, np.array([[3, -1, 0, 7]])), (X[:1, 0],)),
    "rotate": (lambda x: rotate(x, np.arange(4), rotary_frequencies(8), 1.3), (X,)),
    "lookup": (lambda table: lookup(table, ROWS), (RNG.normal(size=(5, 3)),)),
    "spread": (lambda by_row: spread(by_row, ROWS), (RNG.normal(size=(2, 4, 5)),)),
    "collect": (lambda by_pair: collect(by_pair, ROWS, 5), (RNG.normal(size=(2, 4, 6)),)),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation(name):
    function, arguments = OPERATIONS[name]
    check_grads(function, modes=["rev"], order=1)(*arguments)


SETTINGS = Settings(precision="float64", batch=2, length=20)


def own_scheme(tables):
    """What a learner might write: a table in each place where a scheme acts."""

    def scores(q, k, q_positions, k_positions):
        distance = np.abs(k_positions - q_positions[:, None])
        return -anp.exp(tables["log_slopes"])[:, None, None] * anp.log(1 + distance)

    return Scheme(
        inputs=lambda x, positions: x * anp.tanh(tables["scale"]),
        query_key=lambda q, k, q_positions, k_positions: (q * (1 + 0.01 * q_positions[:, None]), k),
        scores=scores,
        values=lambda weights, q_positions, k_positions: weights @ anp.outer(np.cos(k_positions), tables["wave"]),
    )


OWN = Encoding(own_scheme, {"log_slopes": np.zeros(4), "scale": np.ones(32), "wave": np.ones(8)})


@pytest.mark.parametrize("name", [*ENCODINGS, "own"])
def test_the_loss(name):
    """The slope along random directions, one through each array by itself and one through all at once."""
    encoding = OWN if name == "own" else ENCODINGS[name](SETTINGS)
    rng = np.random.default_rng(1)
    tables = {key: rng.normal(size=np.shape(table)) for key, table in encoding.start.items()}
    layout, flat = Layout.of(initial_weights(SETTINGS, rng) | tables, SETTINGS.precision)
    logs = draw(rng, sequences=SETTINGS.batch, length=SETTINGS.length)

    def of(flat):
        return loss(layout.parts(flat), logs, encoding, SETTINGS)

    value, gradient = value_and_grad(of)(flat)
    assert value == of(flat)
    everywhere = rng.normal(size=flat.shape)
    for part in [*layout.shapes, None]:
        direction = np.where(_is_in(layout, flat, part), everywhere, 0)
        step = 1e-7 * direction  # small: a ReLU that changes sides within it would spoil the slope
        slope = float(of(flat + step) - of(flat - step)) / 2e-7
        assert gradient @ direction == pytest.approx(slope, rel=1e-5, abs=1e-6), part


def _is_in(layout, flat, part):
    marks = np.zeros(flat.shape)
    for name, view in layout.parts(marks).items():
        view[...] = part in (name, None)
    return marks.astype(bool)
