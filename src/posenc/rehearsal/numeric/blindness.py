"""Numbers about orders."""

import math

import numpy as np

from posenc.rehearsal.numeric.question import Numeric


def orders(rng: np.random.Generator) -> Numeric:
    """How many digits the number of orders of n tokens has, as a logarithm.

    >>> orders(np.random.default_rng(0)).tolerance
    0.02
    """
    n = int(rng.choice([10, 20, 50, 100, 128, 256, 512, 1024]))
    answer = math.lgamma(n + 1) / math.log(10)
    return Numeric({"n": n}, answer, 0.02, "", "", f"log10({n}!) = lgamma({n + 1}) / ln 10 = {answer:.1f}")
