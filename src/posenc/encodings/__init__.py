"""The mathematics, with NumPy and nothing else: one concept, one module.

>>> from posenc.encodings import attention, positions
>>> positions.offsets([1], [0, 1, 2])
array([[-1,  0,  1]])
"""

from posenc.encodings import (
    alibi,
    attention,
    causal,
    dot_product,
    grid,
    learned,
    pairs,
    phasors,
    positions,
    precision,
    resampling,
    rotary,
    rowwise,
    scaling,
    scheme,
    schemes,
    shaw,
    sinusoidal,
    softmax,
    t5,
    yarn,
)

__all__ = [
    "alibi",
    "attention",
    "causal",
    "dot_product",
    "grid",
    "learned",
    "pairs",
    "phasors",
    "positions",
    "precision",
    "resampling",
    "rotary",
    "rowwise",
    "scaling",
    "scheme",
    "schemes",
    "shaw",
    "sinusoidal",
    "softmax",
    "t5",
    "yarn",
]
