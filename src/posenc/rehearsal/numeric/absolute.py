"""Numbers about tables and sinusoids."""

import numpy as np

from posenc.encodings.sinusoidal import sinusoidal, wavelengths
from posenc.rehearsal.numeric.question import Numeric

PAIRS = "pairs counted from 0"


def table_entries(rng: np.random.Generator) -> Numeric:
    """Entries of a learned table.

    >>> table_entries(np.random.default_rng(0)).tolerance
    0.0
    """
    n, d = int(rng.choice([512, 1024, 2048, 4096])), int(rng.choice([256, 512, 768, 1024]))
    return Numeric({"n": n, "d": d}, float(n * d), 0.0, "entries", "", f"{n} x {d} = {n * d}")


def wavelength(rng: np.random.Generator) -> Numeric:
    """After how many tokens a pair of channels repeats.

    >>> wavelength(np.random.default_rng(0)).indexing
    'pairs counted from 0'
    """
    d = int(rng.choice([8, 16, 32, 64]))
    pair = int(d // 8 * rng.integers(0, 4))
    answer = float(wavelengths(d)[pair])
    working = f"2 pi x 10000^(2 x {pair} / {d}) = {answer:.4g}"
    return Numeric({"d": d, "pair": pair}, answer, 0.02, "tokens", PAIRS, working)


def entry(rng: np.random.Generator) -> Numeric:
    """One entry of a sinusoidal code, never one near 0.

    >>> entry(np.random.default_rng(0)).indexing
    'channels counted from 0'
    """
    while True:
        d, position = int(rng.choice([4, 6, 8])), int(rng.integers(1, 10))
        channel = int(rng.integers(0, d))
        answer = float(sinusoidal([position], d)[0, channel])
        if abs(answer) > 0.005:
            break
    name, pair = ("cos" if channel % 2 else "sin"), channel // 2
    working = f"{name}({position} x 10000^(-2 x {pair} / {d})) = {answer:.4f}"
    values: dict[str, object] = {"d": d, "channel": channel, "position": position}
    return Numeric(values, answer, 0.02, "", "channels counted from 0", working)
