"""What the lemmas are run on: tokens and projections in exact fractions, or in floats."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import positive_int
from posenc.symmetry.permutations import permute_rows


@dataclass(frozen=True)
class Inputs:
    """What the lemmas speak of: rows x `(n, d)`, four projections `(d, d)`, a permutation, exp and the scale."""

    x: NDArray
    w_q: NDArray
    w_k: NDArray
    w_v: NDArray
    w_o: NDArray
    perm: NDArray[np.integer]
    positive: Callable[[NDArray], NDArray]
    scale: Any

    @property
    def scores(self) -> NDArray:
        """The scores `(n, n)` of x against itself."""
        return self.scale * ((self.x @ self.w_q) @ (self.x @ self.w_k).T)

    def softmax(self, scores: NDArray) -> NDArray:
        """Any positive function, normalised along the last axis."""
        shares = self.positive(scores)
        return shares / shares.sum(axis=-1, keepdims=True)

    def self_attention(self, x: NDArray) -> NDArray:
        """The whole layer, written out."""
        scores = self.scale * ((x @ self.w_q) @ (x @ self.w_k).T)
        return self.softmax(scores) @ (x @ self.w_v) @ self.w_o


def make_inputs(n: int, d: int, *, exact: bool = True, perm: ArrayLike | None = None, seed: int = 0) -> Inputs:
    """Draw inputs of n tokens and d channels: fractions with a rational `exp`, or floats with the real one.

    Shapes: x `(n, d)`, projections `(d, d)`, perm `(n,)`.

    Raises: ValueError if n or d is under 1 or perm is not a permutation.

    Source: `fractions.Fraction` of the standard library.

    >>> make_inputs(2, 1).x.shape
    (2, 1)
    """
    positive_int("n", n), positive_int("d", d)
    rng = np.random.default_rng(seed)
    order = rng.permutation(n) if perm is None else np.asarray(perm)
    permute_rows(np.zeros((n, 1)), order)
    unit: Any = Fraction(1, 7) if exact else 1 / 7
    x, w_q, w_k, w_v, w_o = (
        rng.integers(-9, 10, size=shape).astype(object if exact else np.float64) * unit
        for shape in [(n, d)] + [(d, d)] * 4
    )
    if exact:
        return Inputs(x, w_q, w_k, w_v, w_o, order, positive=lambda s: 1 + s + s * s, scale=Fraction(1, d))
    return Inputs(x, w_q, w_k, w_v, w_o, order, positive=np.exp, scale=d**-0.5)
