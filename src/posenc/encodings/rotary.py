"""Rotary encoding: turn each channel pair of queries and keys by position times frequency."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import Array, float_array, position_array, positive_int, positive_number
from posenc.encodings.pairs import Layout, to_half_split, to_interleaved, turn_pairs
from posenc.encodings.phasors import phasors

__all__ = ["Layout", "rotary_frequencies", "rotate", "to_half_split", "to_interleaved", "turns"]


def rotary_frequencies(d_rotary: int, base: float = 10000.0) -> NDArray[np.float64]:
    r"""Return how fast each pair of channels turns.

    .. math:: \theta_i = \mathrm{base}^{-2i/d}, \qquad i = 0 \dots d/2 - 1

    d counts the channels that turn: less than the head's, if the head is only partly rotary.

    Shapes: `(d_rotary / 2,)`, float64, in radians a token; the first pair turns one radian a token.

    Raises: ValueError if d_rotary is odd or under 2, or base is not above 0.

    Source: Su et al. 2021, sec. 3.2.2.

    >>> rotary_frequencies(8)
    array([1.   , 0.1  , 0.01 , 0.001])
    """
    d = positive_int("d_rotary", d_rotary, even=True)
    return positive_number("base", base) ** (-np.arange(0, d, 2) / d)


def rotate(x: ArrayLike, positions: ArrayLike, frequencies: ArrayLike, *, layout: Layout, factor: float = 1.0) -> Array:
    r"""Turn each channel pair (a, b) of x by its token's position times the pair's frequency.

    .. math:: a' + i b' = \mathrm{factor} \cdot (a + i b)\, e^{i p \theta}

    Rotate queries and keys, never values; then positions enter a score through their offset only.
    `layout` "interleaved" pairs channels (2i, 2i + 1), "half_split" pairs (i, i + m), m = len(frequencies).
    Channels past 2m pass through untouched. `factor` is the scalings' attention factor; on queries
    and keys alike, it multiplies scores by its square.

    Shapes: x `(..., n, d)`; positions in tokens, `(n,)` or with as many axes as x less one, leading axes
    of 1 where they are shared; frequencies `(m,)` in radians a token; result as x, dtype kept.
    Angles are float64 whatever the dtype of x, and float16 is multiplied in float32.

    Raises: ValueError for positions that do not fit x, 2m above d, an unknown layout, a factor not above 0.

    Source: Su et al. 2021, eq. 34 (interleaved); Llama in transformers (half-split).

    >>> rotate([[1.0, 0.0, 7.0]], [np.pi / 2], [1.0], layout="interleaved").round(12)
    array([[0., 1., 7.]])
    """
    vectors, where = float_array("x", x, ndim=2), position_array("positions", positions)
    check_positions(where.shape, vectors.shape)
    z = phasors(where, frequency_array(frequencies))
    if positive_number("factor", factor) != 1:
        z *= factor
    return turn_pairs(vectors, z, layout=layout)


def turns(frequencies: ArrayLike, length: float) -> NDArray[np.float64]:
    r"""Count the full turns that each pair makes over a context.

    .. math:: r_i = \mathrm{length} \cdot \theta_i \,/\, 2\pi

    A pair that makes less than one turn within the trained length meets new angles beyond it.

    Shapes: frequencies `(m,)` in radians a token, length in tokens, turns `(m,)`, float64.

    Raises: ValueError if length is not above 0.

    Source: Peng et al. 2023, sec. 3.2.

    >>> turns([1.0, 0.01], 4096).round(1)
    array([651.9,   6.5])
    """
    return positive_number("length", length) * frequency_array(frequencies) / (2 * math.pi)


def frequency_array(frequencies: ArrayLike) -> NDArray[np.float64]:
    """`frequencies` as finite float64 of shape `(m,)`, m at least 1."""
    array = float_array("frequencies", frequencies).astype(np.float64, copy=False)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"frequencies must have shape (m,) with m at least 1, not {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"frequencies must be finite, but hold {array[~np.isfinite(array)][0]}")
    return array


def check_positions(where: tuple[int, ...], x: tuple[int, ...]) -> None:
    """Accept positions `(n,)` for all of x `(..., n, d)`, or one axis for each of x's, in full or 1 where shared."""
    if where == x[-2:-1]:
        return
    leading = x[:-2]
    fits = len(where) == len(leading) + 1 and all(a in (1, b) for a, b in zip(where, leading, strict=False))
    if not fits or where[-1] != x[-2]:
        raise ValueError(
            f"positions {where} do not fit x {x}: they need shape {x[-2:-1]}, or {x[:-1]} with 1 for each "
            "leading axis that shares them, as in positions[:, None, :] for the heads of a batch"
        )
