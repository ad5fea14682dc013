"""Numbers about angles, turns and caches."""

import math

import numpy as np

from posenc.encodings.rotary import rotary_frequencies, turns
from posenc.rehearsal.numeric.question import Numeric

PAIRS = "pairs and positions counted from 0"


def angle(rng: np.random.Generator) -> Numeric:
    """By how much a pair turns at a position, before wrapping.

    >>> angle(np.random.default_rng(0)).unit
    'radians'
    """
    d = int(rng.choice([8, 16, 32, 64]))
    pair, position = int(d // 8 * rng.integers(0, 4)), int(rng.integers(2, 51))
    answer = float(position * rotary_frequencies(d)[pair])
    working = f"{position} x 10000^(-2 x {pair} / {d}) = {answer:.4g}"
    return Numeric({"d": d, "pair": pair, "position": position}, answer, 0.02, "radians", PAIRS, working)


def unwrapped(rng: np.random.Generator) -> Numeric:
    """How many pairs make less than one turn within the trained length.

    >>> unwrapped(np.random.default_rng(0)).unit
    'pairs'
    """
    d, base, length = (int(rng.choice(each)) for each in ([64, 128], [10000, 500000], [2048, 4096, 8192]))
    answer = int(np.sum(turns(rotary_frequencies(d, base), length) < 1))
    first = d // 2 * math.log(length / (2 * math.pi)) / math.log(base)
    working = f"the wavelength passes {length} at pair {first:.2f}; {d // 2} - {d // 2 - answer} = {answer}"
    return Numeric({"d": d, "base": base, "length": length}, float(answer), 0.0, "pairs", PAIRS, working)


def cache_position(rng: np.random.Generator) -> Numeric:
    """The position of a token in decoding, after a prompt.

    >>> cache_position(np.random.default_rng(0)).indexing
    'positions counted from 0, the first new token is step 1'
    """
    prompt, step = int(rng.integers(5, 2000)), int(rng.integers(2, 100))
    indexing = "positions counted from 0, the first new token is step 1"
    working = f"the prompt takes 0 to {prompt - 1}; step {step} is {prompt} + {step} - 1 = {prompt + step - 1}"
    return Numeric({"prompt": prompt, "step": step}, float(prompt + step - 1), 0.0, "", indexing, working)
