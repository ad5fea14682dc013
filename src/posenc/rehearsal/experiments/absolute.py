"""Sinusoids and learned tables, and what is said of them."""

import math

import numpy as np
from numpy.typing import NDArray

from posenc.encodings.pairs import to_half_split
from posenc.encodings.precision import round_to
from posenc.encodings.sinusoidal import offset_rotation, sinusoidal, wavelengths
from posenc.rehearsal.experiment import Experiment
from posenc.rehearsal.experiments._material import ROUNDING, difference


def first_rise() -> float:
    """The first offset after which the product of two codes of 512 channels rises."""
    return float(np.argmax(np.diff(_products(512)) > 0))


def rising_share() -> float:
    """The share, in per cent, of steps under offset 512 at which it rises."""
    return float(np.mean(np.diff(_products(512)) > 0) * 100)


def norm_ratio() -> float:
    """How much longer a code of 512 channels is than an embedding of unit norm."""
    return float(np.linalg.norm(sinusoidal([7], 512)))


def slowest_share() -> float:
    """The slowest wavelength of 64 channels, relative to 10000 turns of 2 pi."""
    return float(wavelengths(64)[-1] / (2 * math.pi * 10000))


def bfloat16_positions() -> float:
    """How many of the positions 0 to 1024 bfloat16 tells apart."""
    return float(len(np.unique(round_to(np.arange(1025.0), "bfloat16"))))


def _products(d: int) -> NDArray[np.float64]:
    codes = sinusoidal(np.arange(513), d)
    return codes @ codes[0]


def high_end_is_slow() -> Experiment:
    """Sign changes of the first and of the last sine channel over 512 positions."""
    codes = sinusoidal(np.arange(1, 513), 64)
    fast, slow = (int(np.sum(np.diff(np.sign(codes[:, channel])) != 0)) for channel in (0, 62))
    return Experiment(
        "The first channels turn fast, the last ones slowly.",
        (f"Sign changes over 512 positions: channel 0 has {fast}, channel 62 has {slow}.",),
        fast > slow,
    )


def layout_is_not_spacing() -> Experiment:
    """The concatenated layout with the paper's spacing of frequencies, and with that of tensor2tensor."""
    positions = np.arange(8)
    ours = to_half_split(sinusoidal(positions, 8))
    same, other = (
        difference(ours, sinusoidal(positions, 8, layout="concatenated", spacing=spacing))
        for spacing in ("paper", "tensor2tensor")
    )
    return Experiment(
        "A concatenated table is a permutation of the paper's only if the frequencies are the paper's.",
        (f"Same spacing: {same:.0e} apart after a permutation; tensor2tensor's spacing: {other:.2f}.",),
        same < ROUNDING and other > 0.1,
    )


def product_rises() -> Experiment:
    """How the product of two codes goes with their offset."""
    products = _products(512)
    return Experiment(
        "The product falls at first and then goes up and down.",
        (f"It first rises after offset {first_rise():.0f}; {rising_share():.0f} % of 512 steps go up.",),
        bool(np.any(np.diff(products) > 0)),
    )


def product_is_even() -> Experiment:
    """The product with a code 7 before, and with one 7 after."""
    before, here, after = sinusoidal([43, 50, 57], 64)
    gap = abs(float(here @ before - here @ after))
    return Experiment(
        "The plain product can't tell before from after.",
        (f"7 before: {here @ before:.3f}; 7 after: {here @ after:.3f}.",),
        gap < ROUNDING,
    )


def one_matrix_for_all() -> Experiment:
    """One matrix moves every code by 5."""
    positions = np.arange(1000)
    gap = difference(sinusoidal(positions, 64) @ offset_rotation(5, 64).T, sinusoidal(positions + 5, 64))
    return Experiment(
        "The matrix that moves a code by 5 is the same at every position.",
        (f"Over 1000 positions it misses by at most {gap:.0e}.",),
        gap < ROUNDING,
    )


def step_depends_on_length() -> Experiment:
    """One step of index / length in two sequences."""
    steps = [1 / n for n in (10, 1000)]
    return Experiment(
        "Divided by the length, one step means something else in every sequence.",
        (f"One step is {steps[0]} in 10 tokens, {steps[1]} in 1000.",),
        steps[0] != steps[1],
    )


def code_outweighs() -> Experiment:
    """The norm of a code beside an embedding of unit norm, with and without the factor."""
    code, factor = norm_ratio(), math.sqrt(512)
    return Experiment(
        "Without the factor the code outweighs the word.",
        (f"Code {code:.1f}; unit embedding 1, or {factor:.1f} after the factor.",),
        code > 2 and code < factor,
    )


def never_repeats() -> Experiment:
    """Position 0 and the position one period of the slowest pair later."""
    period = round(float(wavelengths(16)[-1]))
    first, later = sinusoidal([0, period], 16)
    apart = float(np.linalg.norm(first - later))
    return Experiment(
        "One period of the slowest pair later the code is another.",
        (f"16 channels: the codes of 0 and {period} are {apart:.2f} apart.",),
        apart > 0.1,
    )


def positions_collapse() -> Experiment:
    """Positions 0 to 1024 in bfloat16."""
    distinct = int(bfloat16_positions())
    return Experiment(
        "bfloat16 holds few whole numbers.",
        (f"Positions 0 to 1024 are {distinct} numbers; 257 becomes {round_to(257.0, 'bfloat16'):.0f}.",),
        distinct < 1025,
    )


def table_entries_512() -> float:
    """Parameters of a learned table of 1024 positions and 512 channels."""
    return float(sinusoidal(np.arange(1024), 512).size)
