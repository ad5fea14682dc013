"""YaRN: stretch the slow pairs, keep the fast ones, ramp between them."""

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from posenc.encodings._arrays import choice, positive_number
from posenc.encodings.rotary import rotary_frequencies, turns


def yarn(
    d_rotary: int, base: float, factor: float, trained_length: float, *, beta_fast: float = 32.0,
    beta_slow: float = 1.0, truncate: bool = True, mscale: float | None = None, mscale_all_dim: float | None = None,
    attention_factor: float | None = None, ramp: Literal["index", "turns"] = "index",
) -> tuple[NDArray[np.float64], float]:  # fmt: skip
    r"""Divide the frequencies of slow pairs by factor, keep those of fast pairs, and ramp between.

    .. math:: \theta'_i = k_i\,\theta_i + (1 - k_i)\,\theta_i / \mathrm{factor},
              \qquad \mathrm{attention} = 0.1 \ln \mathrm{factor} + 1

    Over the trained length, pairs of more than beta_fast turns are kept (k = 1) and pairs of fewer than
    beta_slow are not (k = 0). The ramp "turns" is linear in the turns, as the paper's equation says;
    "index" is linear in i, as in the authors' code: released weights were trained with it. `truncate`
    rounds the ramp's ends outwards to whole pairs ("index" only). The attention factor becomes the ratio
    of 0.1 m ln(factor) + 1 at m = mscale and at m = mscale_all_dim, if both are given and not 0;
    `attention_factor` replaces it outright.

    Shapes: frequencies `(d_rotary / 2,)` in radians a token, and the attention factor.

    Raises: ValueError for factor under 1, base not above 1, beta_fast not above beta_slow, an unknown ramp.

    Source: Peng et al. 2023, sec. 3.2 and 3.4; `_compute_yarn_parameters` in transformers 5.24.

    >>> frequencies, attention = yarn(16, 10000.0, 4.0, 2048)
    >>> (frequencies / rotary_frequencies(16)).round(3), round(attention, 4)
    (array([1.   , 1.   , 1.   , 0.812, 0.625, 0.438, 0.25 , 0.25 ]), 1.1386)
    """
    frequencies = rotary_frequencies(d_rotary, base)
    factor = positive_number("factor", factor, least=1.0)
    trained_length = positive_number("trained_length", trained_length)
    fast, slow = positive_number("beta_fast", beta_fast), positive_number("beta_slow", beta_slow)
    if fast <= slow:
        raise ValueError(f"beta_fast must be above beta_slow, but {beta_fast} is not above {beta_slow}")
    if choice("ramp", ramp, ("index", "turns")) == "index":
        kept = _ramp_in_index(d_rotary, base, trained_length, slow, fast, truncate=truncate)
    else:
        kept = ramp_in_turns(frequencies, trained_length, slow, fast)
    if attention_factor is not None:
        return blend(frequencies, factor, kept), positive_number("attention_factor", attention_factor)
    return blend(frequencies, factor, kept), _attention_factor(factor, mscale, mscale_all_dim)


def blend(frequencies: NDArray[np.float64], factor: float, kept: NDArray[np.float64]) -> NDArray[np.float64]:
    """Divide each frequency by factor, but for the share of it (0 to 1) that is kept."""
    return kept * frequencies + (1 - kept) * frequencies / factor


def ramp_in_turns(
    frequencies: NDArray[np.float64], trained_length: float, slow: float, fast: float
) -> NDArray[np.float64]:
    """Share of each frequency to keep: 0 up to `slow` turns over the trained length, 1 from `fast`, linear between."""
    return np.clip((turns(frequencies, trained_length) - slow) / (fast - slow), 0, 1)


def _ramp_in_index(
    d_rotary: int, base: float, trained_length: float, slow: float, fast: float, *, truncate: bool
) -> NDArray[np.float64]:
    """Share of each frequency to keep: 1 up to the pair of `fast` turns, 0 from the pair of `slow`, linear between."""
    if base <= 1:
        raise ValueError(f"base must be above 1, or all pairs turn alike, but it is {base}")

    def pair_with(number_of_turns: float) -> float:
        return d_rotary * math.log(trained_length / (number_of_turns * 2 * math.pi)) / (2 * math.log(base))

    first, last = pair_with(fast), pair_with(slow)
    if truncate:
        first, last = math.floor(first), math.ceil(last)
    # The bound d - 1, where d/2 - 1 is the last pair, and the 0.001 are the released code's: weights depend on them.
    first, last = max(first, 0), min(last, d_rotary - 1)
    width = last - first if last != first else 0.001
    return 1 - np.clip((np.arange(d_rotary // 2) - first) / width, 0, 1)


def _attention_factor(factor: float, mscale: float | None, mscale_all_dim: float | None) -> float:
    def grown(m: float) -> float:
        return 0.1 * m * math.log(factor) + 1

    return grown(mscale) / grown(mscale_all_dim) if mscale and mscale_all_dim else grown(1.0)
