"""The sinusoidal encoding: one clock hand a pair of channels, from fast to slow."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import choice, position_array, positive_int, positive_number
from posenc.encodings.phasors import phasors


def sinusoidal(
    positions: ArrayLike, d_model: int, *, base: float = 10000.0,
    layout: str = "interleaved", spacing: str = "paper",
) -> NDArray[np.float64]:  # fmt: skip
    r"""Encode each position as the sines and cosines of d_model / 2 clock hands.

    .. math:: P_{p,2k} = \sin(p\,\omega_k), \quad P_{p,2k+1} = \cos(p\,\omega_k), \quad \omega_k = \mathrm{base}^{-2k/D}

    `layout="interleaved"` is the paper's order (sin, cos, sin, cos, ...); `"concatenated"` puts all sines first.
    `spacing="paper"` is the ω above; `"tensor2tensor"` is base^(−k / (D/2 − 1)), whose slowest hand is 1/base exactly.
    The two options are independent: Marian is concatenated with the paper's spacing, fairseq with the other.

    Shapes: positions `(..., n)` in tokens, any real numbers in any order; result `(..., n, d_model)`, float64.

    Raises: ValueError for an odd or non-positive d_model, a base under 1, an unknown layout or spacing,
    positions that are not finite; TypeError for positions that are not numbers.

    Source: Vaswani et al. 2017, sec. 3.5; `get_timing_signal_1d` of tensor2tensor.

    >>> sinusoidal([0, 1], 4).round(3)
    array([[0.   , 1.   , 0.   , 1.   ],
           [0.841, 0.54 , 0.01 , 1.   ]])
    """
    where = position_array("positions", positions)
    frequencies = _frequencies(d_model, base, choice("spacing", spacing, ("paper", "tensor2tensor")))
    hands = phasors(where, frequencies)
    if choice("layout", layout, ("interleaved", "concatenated")) == "concatenated":
        return np.concatenate([hands.imag, hands.real], axis=-1)
    return np.stack([hands.imag, hands.real], axis=-1).reshape(*where.shape, d_model)


def wavelengths(d_model: int, base: float = 10000.0) -> NDArray[np.float64]:
    r"""Return after how many tokens each pair of channels repeats.

    .. math:: \lambda_k = 2\pi \, \mathrm{base}^{2k/D}

    The slowest is base^(1 − 2/D) · 2π: near the often quoted base · 2π only for a large D.

    Shapes: `(d_model / 2,)`, in tokens, from fast to slow.

    Raises: ValueError for an odd or non-positive d_model, a base under 1.

    Source: Vaswani et al. 2017, sec. 3.5.

    >>> (wavelengths(4) / (2 * np.pi)).round(6)
    array([  1., 100.])
    """
    return 2 * math.pi / _frequencies(d_model, base, "paper")


def offset_rotation(offset: float, d_model: int, base: float = 10000.0) -> NDArray[np.float64]:
    r"""Return the matrix that moves any position's code by `offset`, wherever it starts.

    .. math:: P_{p+k} = R_k P_p, \qquad
        R_k = \mathrm{diag}_m \begin{pmatrix} \cos k\omega_m & \sin k\omega_m \\ -\sin k\omega_m & \cos k\omega_m
        \end{pmatrix}

    Shapes: offset a number of tokens; result `(d_model, d_model)` for the interleaved layout and the paper's spacing.

    Raises: ValueError for an offset that is not one finite number, an odd or non-positive d_model, a base under 1.

    Source: Vaswani et al. 2017, sec. 3.5 ("can be represented as a linear function").

    >>> np.allclose(offset_rotation(5, 8) @ sinusoidal([2], 8)[0], sinusoidal([7], 8)[0])
    True
    """
    if np.ndim(offset) != 0 or not math.isfinite(offset):
        raise ValueError(f"offset must be one finite number, not {offset!r}")
    angles = offset * _frequencies(d_model, base, "paper")
    rotation = np.zeros((d_model, d_model))
    sine_rows, cosine_rows = np.arange(0, d_model, 2), np.arange(1, d_model, 2)
    rotation[sine_rows, sine_rows] = rotation[cosine_rows, cosine_rows] = np.cos(angles)
    rotation[sine_rows, cosine_rows] = np.sin(angles)
    rotation[cosine_rows, sine_rows] = -np.sin(angles)
    return rotation


def _frequencies(d_model: int, base: float, spacing: str) -> NDArray[np.float64]:
    """Radians a token for each pair of channels, from fast to slow."""
    n_pairs = positive_int("d_model", d_model, even=True) // 2
    base = positive_number("base", base, least=1.0)  # under 1 the later pairs would outrun the first
    steps = n_pairs if spacing == "paper" else max(n_pairs - 1, 1)  # a single pair has no second to be spaced from
    return base ** (-np.arange(n_pairs) / steps)
