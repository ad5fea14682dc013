"""The extrapolation lab: train a small causal transformer under any encoding, and test it on longer logs.

>>> trained = train("rotary", Settings(steps=2))
>>> examine(trained, 64, sequences=4).correct.shape
(4, 64)

An encoding of your own is written forward only, with `np` from here where it depends on what is learned:

>>> def nearer_is_better(q, k, q_positions, k_positions):
...     return -np.log1p(np.abs(k_positions - q_positions[:, None]))[None]
>>> trained = train(nearer_is_better, Settings(steps=2))
"""

import autograd.numpy as np

from posenc.lab.derivatives import lookup, rotate
from posenc.lab.encoding import Encoding
from posenc.lab.encodings import ENCODINGS, rotary
from posenc.lab.evaluation import MULTIPLES, Answers, accuracies, examine, window_mask
from posenc.lab.settings import Settings
from posenc.lab.task import TASKS, chance, draw
from posenc.lab.training import Trained, train, training
from posenc.lab.variants import Variant, scalings, slow_pairs, variants

__all__ = [
    "ENCODINGS", "MULTIPLES", "TASKS", "Answers", "Encoding", "Settings", "Trained", "Variant", "accuracies", "chance",
    "draw", "examine", "lookup", "np", "rotary", "rotate", "scalings", "slow_pairs", "train", "training", "variants",
    "window_mask",
]  # fmt: skip
