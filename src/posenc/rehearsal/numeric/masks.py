"""Numbers about masks and grids."""

import numpy as np

from posenc.encodings.grid import swin_index
from posenc.rehearsal.numeric.question import Numeric


def swin_rows(rng: np.random.Generator) -> Numeric:
    """Rows of Swin's bias table: the offsets that a window has.

    >>> swin_rows(np.random.default_rng(0)).unit
    'rows'
    """
    height, width = (int(side) for side in rng.integers(3, 15, size=2))
    answer = int(swin_index(height, width).max()) + 1
    working = f"(2 x {height} - 1) x (2 x {width} - 1) = {answer}"
    return Numeric({"height": height, "width": width}, float(answer), 0.0, "rows", "", working)


def allowed_pairs(rng: np.random.Generator) -> Numeric:
    """How many of the n by n scores a causal mask lets through.

    >>> allowed_pairs(np.random.default_rng(0)).unit
    'scores'
    """
    n = int(rng.choice([8, 16, 64, 100, 512, 1000]))
    answer = n * (n + 1) // 2
    return Numeric({"n": n}, float(answer), 0.0, "scores", "", f"{n} x {n + 1} / 2 = {answer}")
