"""The model: two pre-norm layers of causal attention and ReLU, whatever encoding they are given."""

from collections.abc import Mapping
from typing import Any

import autograd.numpy as np
from numpy import random
from numpy.typing import NDArray

from posenc.encodings.causal import causal_mask
from posenc.encodings.scheme import Scheme
from posenc.lab.gradients import attention_weights, linear, relu, rms_norm
from posenc.lab.settings import Settings
from posenc.lab.task import N_VALUES, VOCABULARY

Weights = Mapping[str, Any]
USE_OUR_NP = (
    "where a scheme uses x, q, k, weights or tables, it must compute with `np` (or `rotate`, `lookup`) "
    "from posenc.lab, not with NumPy or posenc.encodings"
)


def initial_weights(settings: Settings, rng: random.Generator) -> dict[str, NDArray]:
    """Draw the model's matrices, each scaled by its number of inputs; gains are 1."""
    d = settings.d_model
    shapes: dict[str, tuple[int, ...]] = {"embedding": (len(VOCABULARY), d)}
    for layer in range(settings.n_layers):
        shapes |= {f"{layer}.{name}": (d, d) for name in ("w_q", "w_k", "w_v", "w_o")}
        shapes |= {f"{layer}.w_up": (d, 2 * d), f"{layer}.w_down": (2 * d, d)}
        shapes |= {f"{layer}.attention_gain": (d,), f"{layer}.forward_gain": (d,)}
    shapes |= {"gain": (d,), "w_answer": (d, N_VALUES)}
    return {
        name: np.ones(shape) if len(shape) == 1 else rng.normal(size=shape) / np.sqrt(shape[0])
        for name, shape in shapes.items()
    }


def logits(
    weights: Weights, tokens: NDArray, scheme: Scheme, settings: Settings, mask: NDArray | None = None
) -> NDArray:
    """What the model thinks of each value at each token: tokens `(batch, n)` → `(batch, n, values)`.

    The mask `(n, n)`, True = attend, is the causal one by default.
    """
    positions = np.arange(tokens.shape[-1])
    attend = causal_mask(positions, positions) if mask is None else mask
    one_hot = np.eye(len(VOCABULARY), dtype=settings.precision)[tokens]
    x = linear(one_hot, weights["embedding"])
    x = _as(x, scheme.inputs(x, positions))
    for layer in range(settings.n_layers):
        own = {name: weights[f"{layer}.{name}"] for name in _LAYER}
        x = x + _attention(own, rms_norm(x, own["attention_gain"]), scheme, positions, attend, settings)
        x = x + linear(relu(linear(rms_norm(x, own["forward_gain"]), own["w_up"])), own["w_down"])
    return linear(rms_norm(x, weights["gain"]), weights["w_answer"])


_LAYER = ("w_q", "w_k", "w_v", "w_o", "w_up", "w_down", "attention_gain", "forward_gain")


def _attention(
    own: Weights, x: NDArray, scheme: Scheme, positions: NDArray, attend: NDArray, settings: Settings
) -> NDArray:
    batch, n, d = x.shape

    def heads(w: NDArray) -> NDArray:
        return np.swapaxes(np.reshape(linear(x, w), (batch, n, settings.n_heads, settings.d_head)), 1, 2)

    q, k, v = heads(own["w_q"]), heads(own["w_k"]), heads(own["w_v"])
    q, k = (_as(x, turned) for turned in scheme.query_key(q, k, positions, positions))
    bias = scheme.scores(q, k, positions, positions)
    shares = attention_weights(q, k, None if bias is None else _as(x, bias), attend)
    output = shares @ v
    added = scheme.values(shares, positions, positions)
    if added is not None:
        output = output + _as(x, added)
    return linear(np.reshape(np.swapaxes(output, 1, 2), (batch, n, d)), own["w_o"])


def _as(like: NDArray, given: NDArray) -> NDArray:
    """In the dtype of `like`: a learner's float64 must not widen all that comes after it."""
    if given.dtype == object:  # what NumPy makes of numbers that are being differentiated
        raise TypeError(f"{USE_OUR_NP}: what came back is an array of objects, {given.shape}")
    return given if given.dtype == like.dtype else given.astype(like.dtype)
