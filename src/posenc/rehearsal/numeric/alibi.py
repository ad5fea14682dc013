"""Numbers about slopes and windows."""

import math

import numpy as np

from posenc.encodings.alibi import alibi_slopes, effective_window
from posenc.rehearsal.numeric.question import Numeric

HEADS = "heads counted from 1"


def slope(rng: np.random.Generator) -> Numeric:
    """The slope of a head, a power of two of them.

    >>> slope(np.random.default_rng(0)).indexing
    'heads counted from 1'
    """
    heads = int(rng.choice([2, 4, 8, 16]))
    head = int(rng.integers(1, heads + 1))
    answer = float(alibi_slopes(heads)[head - 1])
    working = f"2^(-8 x {head} / {heads}) = {answer:.5g}"
    return Numeric({"heads": heads, "head": head}, answer, 0.01, "a token", HEADS, working)


def odd_slope(rng: np.random.Generator) -> Numeric:
    """A slope where the heads are no power of two.

    >>> odd_slope(np.random.default_rng(0)).indexing
    'heads counted from 1'
    """
    heads = int(rng.choice([6, 12, 20]))
    power = 1 << (heads.bit_length() - 1)
    head = int(rng.integers(power + 1, heads + 1))
    answer = float(alibi_slopes(heads)[head - 1])
    nth = 2 * (head - power) - 1
    working = f"slope {nth} of {2 * power} heads: 2^(-8 x {nth} / {2 * power}) = {answer:.5g}"
    return Numeric({"heads": heads, "head": head}, answer, 0.01, "a token", HEADS, working)


def window(rng: np.random.Generator) -> Numeric:
    """The distance within which a head holds 90 per cent of its weight, for equal content.

    >>> window(np.random.default_rng(0)).unit
    'tokens'
    """
    heads = int(rng.choice([4, 8, 16]))
    head = int(rng.integers(1, heads + 1))
    steep = float(alibi_slopes(heads)[head - 1])
    answer = float(effective_window(steep, 0.1))
    working = f"ln 10 / {steep:.5g} = {math.log(10):.4f} / {steep:.5g} = {answer:.4g}"
    return Numeric({"heads": heads, "head": head}, answer, 0.02, "tokens", HEADS, working)
