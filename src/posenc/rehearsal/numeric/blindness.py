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


def matrix_entries(rng: np.random.Generator) -> Numeric:
    """Scores of a layer: one n by n matrix a head.

    >>> question = matrix_entries(np.random.default_rng(0))
    >>> question.answer == question.values["heads"] * question.values["n"] ** 2
    True
    """
    n, heads = int(rng.choice([128, 512, 1024, 2048])), int(rng.choice([8, 12, 16]))
    answer = float(heads * n * n)
    return Numeric({"n": n, "heads": heads}, answer, 0.0, "entries", "", f"{heads} x {n} x {n} = {answer:.0f}")
