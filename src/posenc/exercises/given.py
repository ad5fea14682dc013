"""Layers that an exercise hands to the learner's function, by name.

A layer is named, not passed, so that a grader can send it to another process and have it built there.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc.encodings import attention, causal

Layer = Callable[[NDArray], NDArray]


def _weights(d: int) -> list[NDArray]:
    return list(np.random.default_rng(d).normal(size=(4, d, d)))


def _self_attention(x: NDArray) -> NDArray:
    return attention.self_attention(x, *_weights(x.shape[-1]))


def _causal_attention(x: NDArray) -> NDArray:
    places = np.arange(len(x))
    return attention.self_attention(x, *_weights(x.shape[-1]), mask=causal.causal_mask(places, places))


def _with_positions(x: NDArray) -> NDArray:
    return _self_attention(x + np.arange(len(x))[:, None])


LAYERS: dict[str, Layer] = {
    "square": lambda x: x**2,
    "negate": lambda x: -x,
    "self_attention": _self_attention,
    "causal_attention": _causal_attention,
    "with_positions": _with_positions,
    "running_sum": lambda x: np.cumsum(x, axis=0),
    "falling_sum": lambda x: -np.cumsum(np.abs(x), axis=0),
}


@dataclass(frozen=True)
class GivenLayer:
    """A layer `(n, d) -> (n, d)` known by its name; call it like a function."""

    name: str

    def __call__(self, x: NDArray) -> NDArray:
        """Run the layer on the rows x."""
        return LAYERS[self.name](x)

    def __repr__(self) -> str:
        """The name alone, for messages."""
        return f"layer {self.name!r}"
