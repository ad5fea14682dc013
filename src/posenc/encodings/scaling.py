"""Longer contexts for rotary encoding: each scaling changes the frequencies and one attention factor, nothing else.

>>> frequencies, attention_factor = linear([1.0, 0.01], 4.0)
>>> frequencies, attention_factor  # for rotate(q, positions, frequencies, layout=..., factor=attention_factor)
(array([0.25  , 0.0025]), 1.0)
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import float_array, positive_int, positive_number
from posenc.encodings.rotary import frequency_array, rotary_frequencies
from posenc.encodings.yarn import blend, ramp_in_turns, yarn

__all__ = ["Scaled", "dynamic_ntk", "linear", "llama3", "longrope", "ntk", "yarn"]

Scaled = tuple[NDArray[np.float64], float]  # (frequencies, attention_factor)


def linear(frequencies: ArrayLike, factor: float) -> Scaled:
    r"""Divide every frequency by factor: position interpolation.

    .. math:: \theta'_i = \theta_i / \mathrm{factor}

    Position `factor * p` then turns as position p did in training.

    Shapes: frequencies `(m,)` in radians a token; result the same, and the attention factor 1.

    Raises: ValueError for factor under 1.

    Source: Chen et al. 2023, sec. 2.3.

    >>> linear([1.0, 0.5], 2.0)
    (array([0.5 , 0.25]), 1.0)
    """
    return frequency_array(frequencies) / positive_number("factor", factor, least=1.0), 1.0


def ntk(d_rotary: int, base: float, factor: float) -> Scaled:
    r"""Enlarge the base so that the slowest pair is divided by factor and the fastest is unchanged.

    .. math:: \mathrm{base}' = \mathrm{base} \cdot \mathrm{factor}^{d/(d-2)}

    Shapes: frequencies `(d_rotary / 2,)` in radians a token, and the attention factor 1.

    Raises: ValueError for factor under 1, or above 1 with d_rotary = 2, where fastest and slowest are one pair.

    Source: bloc97 2023 ("NTK-aware scaled RoPE"); Peng et al. 2023, sec. 3.1.

    >>> ntk(4, 10000.0, 4.0)
    (array([1.    , 0.0025]), 1.0)
    """
    d = positive_int("d_rotary", d_rotary, even=True)
    factor = positive_number("factor", factor, least=1.0)
    if factor == 1:
        return rotary_frequencies(d, base), 1.0
    if d == 2:
        raise ValueError(f"d_rotary = 2 has one pair, which can't be both kept and divided by factor = {factor}")
    return rotary_frequencies(d, positive_number("base", base) * factor ** (d / (d - 2))), 1.0


def dynamic_ntk(d_rotary: int, base: float, factor: float, length: float, trained_length: float) -> Scaled:
    r"""Apply `ntk` with a factor that grows with the current length.

    .. math:: s = \mathrm{factor} \cdot \mathrm{length} / \mathrm{trained} - (\mathrm{factor} - 1)

    Up to the trained length nothing changes. Past it all frequencies depend on the length: keys
    cached at another length no longer fit and have to be rotated again.

    Shapes: lengths in tokens; frequencies `(d_rotary / 2,)` in radians a token, and the attention factor 1.

    Raises: as `ntk`; ValueError for a length not above 0.

    Source: emozilla 2023 ("dynamic NTK"); `_compute_dynamic_ntk_parameters` in transformers 5.24.

    >>> dynamic_ntk(4, 10000.0, 2.0, 4096, 2048)[0].round(6), dynamic_ntk(4, 10000.0, 2.0, 100, 2048)[0]
    (array([1.      , 0.003333]), array([1.  , 0.01]))
    """
    factor = positive_number("factor", factor, least=1.0)
    length, trained = positive_number("length", length), positive_number("trained_length", trained_length)
    if length <= trained:
        return ntk(d_rotary, base, 1.0)
    return ntk(d_rotary, base, factor * length / trained - (factor - 1))


def llama3(
    frequencies: ArrayLike, factor: float, low_freq_factor: float, high_freq_factor: float, trained_length: float
) -> Scaled:
    r"""Divide by factor the pairs of few turns over the trained length, keep those of many, and ramp between.

    .. math:: \theta'_i = k_i\,\theta_i + (1 - k_i)\,\theta_i / \mathrm{factor}, \qquad
              k_i = \mathrm{clip}\Big(\frac{r_i - \mathrm{low}}{\mathrm{high} - \mathrm{low}}, 0, 1\Big)

    r are the `turns` over the trained length: it is the ramp of YaRN's paper, without an attention factor.

    Shapes: frequencies `(m,)` in radians a token; result the same, and the attention factor 1.

    Raises: ValueError for factor under 1, or high_freq_factor not above low_freq_factor.

    Source: `apply_scaling` in the Llama 3.1 release.

    >>> frequencies = np.array([1.0, 0.002, 0.0004])
    >>> (llama3(frequencies, 8.0, 1.0, 4.0, 8192)[0] / frequencies).round(3)
    array([1.   , 0.594, 0.125])
    """
    low = positive_number("low_freq_factor", low_freq_factor)
    high = positive_number("high_freq_factor", high_freq_factor)
    if high <= low:
        raise ValueError(f"high_freq_factor must be above low_freq_factor, but {high} is not above {low}")
    unscaled = frequency_array(frequencies)
    kept = ramp_in_turns(unscaled, positive_number("trained_length", trained_length), low, high)
    return blend(unscaled, positive_number("factor", factor, least=1.0), kept), 1.0


def longrope(
    d_rotary: int, base: float, short_factors: ArrayLike, long_factors: ArrayLike, length: float,
    trained_length: float, max_length: float,
) -> Scaled:  # fmt: skip
    r"""Divide each pair's frequency by a searched factor of its own, from one list or another by length.

    .. math:: \theta'_i = \theta_i / \lambda_i, \qquad
              \mathrm{attention} = \sqrt{1 + \ln(\mathrm{max} / \mathrm{trained}) / \ln \mathrm{trained}}

    λ are the short factors up to the trained length, the long ones past it; the attention factor is
    the same for both. At the switch all frequencies change: cached keys have to be rotated again.

    Shapes: short_factors and long_factors `(d_rotary / 2,)`, lengths in tokens; frequencies
    `(d_rotary / 2,)` in radians a token, and the attention factor.

    Raises: ValueError for factors of another shape or not above 0, trained_length not above 1,
    max_length under trained_length.

    Source: Ding et al. 2024, sec. 3; `_compute_longrope_parameters` in transformers 5.24.

    >>> longrope(4, 10000.0, [1.0, 1.0], [1.0, 4.0], 8192, 4096, 16384)[0]
    array([1.    , 0.0025])
    """
    unscaled = rotary_frequencies(d_rotary, base)
    lists = {"short_factors": short_factors, "long_factors": long_factors}
    short, long = (_pair_factors(name, given, unscaled.size) for name, given in lists.items())
    trained = positive_number("trained_length", trained_length)
    if trained <= 1:
        raise ValueError(f"trained_length must be above 1, not {trained_length}")
    growth = positive_number("max_length", max_length, least=trained) / trained
    attention_factor = math.sqrt(1 + math.log(growth) / math.log(trained))
    return unscaled / (long if positive_number("length", length) > trained else short), attention_factor


def _pair_factors(name: str, given: ArrayLike, pairs: int) -> NDArray[np.float64]:
    factors = float_array(name, given).astype(np.float64)
    if factors.shape != (pairs,) or not ((factors > 0) & np.isfinite(factors)).all():
        raise ValueError(f"{name} must be {pairs} finite numbers above 0, one a pair, not {given!r}")
    return factors
