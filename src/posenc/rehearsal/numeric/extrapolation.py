"""Numbers about longer contexts."""

import math

import numpy as np

from posenc.encodings import scaling
from posenc.rehearsal.numeric.question import Numeric


def interpolated_position(rng: np.random.Generator) -> Numeric:
    """Which position a token gets under position interpolation.

    >>> interpolated_position(np.random.default_rng(0)).indexing
    'positions counted from 0'
    """
    trained, factor = int(rng.choice([2048, 4096])), int(rng.choice([2, 4, 8]))
    position = int(rng.integers(1, trained * factor))
    answer = float(position * scaling.linear([1.0], factor)[0][0])
    values: dict[str, object] = {"trained": trained, "longer": trained * factor, "position": position}
    return Numeric(values, answer, 0.001, "", "positions counted from 0", f"{position} / {factor} = {answer:g}")


def ntk_base(rng: np.random.Generator) -> Numeric:
    """The NTK-aware base, read off the second pair's frequency.

    >>> ntk_base(np.random.default_rng(0)).tolerance
    0.01
    """
    factor, d = int(rng.choice([2, 4, 8])), int(rng.choice([64, 128]))
    answer = float(scaling.ntk(d, 10000.0, factor)[0][1] ** (-d / 2))
    working = f"10000 x {factor}^({d} / {d - 2}) = {answer:.0f}"
    return Numeric({"factor": factor, "d": d}, answer, 0.01, "", "", working)


def yarn_factor(rng: np.random.Generator) -> Numeric:
    """What YaRN multiplies scores by: its attention factor acts on queries and on keys.

    >>> yarn_factor(np.random.default_rng(0)).tolerance
    0.01
    """
    factor = int(rng.choice([2, 4, 8, 16, 32]))
    once = scaling.yarn(128, 10000.0, factor, 4096)[1]
    working = f"(0.1 ln {factor} + 1)^2 = (0.1 x {math.log(factor):.3f} + 1)^2 = {once**2:.4f}"
    return Numeric({"factor": factor}, once**2, 0.01, "", "", working)
