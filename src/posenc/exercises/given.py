"""Layers that an exercise hands to the learner's function, by name.

A layer is named, not passed, so that a grader can send it to another process and have it built there.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc.encodings import attention, causal

Layer = Callable[..., NDArray]


def _weights(d: int) -> list[NDArray]:
    """As good as random, and without `numpy.random`, which takes a graded process longer to load than all else."""
    return list(2 * np.sin(np.arange(4.0 * d * d) ** 2).reshape(4, d, d))


def _self_attention(x: NDArray) -> NDArray:
    return attention.self_attention(x, *_weights(x.shape[-1]))


def _causal_attention(x: NDArray) -> NDArray:
    places = np.arange(len(x))
    return attention.self_attention(x, *_weights(x.shape[-1]), mask=causal.causal_mask(places, places))


def _with_positions(x: NDArray) -> NDArray:
    return _self_attention(x + np.arange(len(x))[:, None])


def _stack(depth: int, *, masked: bool) -> Layer:
    """Layers of one head without positions, each beside a residual."""

    def run(x: NDArray) -> NDArray:
        mask = causal.causal_mask(np.arange(len(x)), np.arange(len(x))) if masked else None
        for _ in range(depth):
            x = x + attention.self_attention(x, *(w / np.sqrt(len(w)) for w in _weights(x.shape[-1])), mask=mask)
        return x

    return run


def _with_scheme(name: str) -> Layer:
    """Self-attention over x `(n, 32)` at positions `(n,)`."""
    from posenc.encodings.schemes import N_HEADS, SCHEMES  # all encodings at once: only for those who ask for one

    scheme = SCHEMES[name]

    def run(x: NDArray, positions: NDArray) -> NDArray:
        projections = [w / np.sqrt(len(w)) for w in _weights(x.shape[-1])]
        return attention.self_attention(x, *projections, n_heads=N_HEADS, scheme=scheme, positions=positions)

    return run


LAYERS: dict[str, Layer] = {
    "square": lambda x: x**2,
    "negate": lambda x: -x,
    "self_attention": _self_attention,
    "causal_attention": _causal_attention,
    "with_positions": _with_positions,
    "running_sum": lambda x: np.cumsum(x, axis=0),
    "falling_sum": lambda x: -np.cumsum(np.abs(x), axis=0),
    "causal_layer": _stack(1, masked=True),
    "two_causal_layers": _stack(2, masked=True),
    "two_layers": _stack(2, masked=False),
    "neighbours": lambda x, *positions: x + np.roll(x, 1, axis=0),
    "pairs": lambda x, *positions: x + x.reshape(-1, 2, x.shape[1])[:, ::-1].reshape(x.shape),
}
SCHEME = "scheme "


@dataclass(frozen=True)
class GivenLayer:
    """A layer `(n, d) -> (n, d)` known by its name; call it like a function.

    "scheme …" names a layer with a position encoding: it takes the positions `(n,)` too.
    """

    name: str

    def __call__(self, x: NDArray, *positions: NDArray) -> NDArray:
        """Run the layer on the rows x."""
        layer = _with_scheme(self.name.removeprefix(SCHEME)) if self.name.startswith(SCHEME) else LAYERS[self.name]
        return layer(x, *positions)

    def __repr__(self) -> str:
        """The name alone, for messages."""
        return f"layer {self.name!r}"
