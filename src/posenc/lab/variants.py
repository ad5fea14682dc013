"""What can be changed after training: other frequencies for rotary encoding, a window for any scheme."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc.encodings import scaling
from posenc.encodings.rotary import rotary_frequencies, turns
from posenc.lab.encoding import Encoding
from posenc.lab.encodings import rotary, rotary_by_length
from posenc.lab.evaluation import MULTIPLES, accuracies
from posenc.lab.settings import Settings
from posenc.lab.training import Trained

FACTOR = float(MULTIPLES[-1])  # every scaling is set for the longest test, as one would before it
_BASE = 10000.0
_TURNS = 4.0  # of a fast pair over the trained length, for YaRN and Llama 3: 32 tokens hold five at most


@dataclass(frozen=True)
class Variant:
    """One way to use trained weights: under their own encoding or another, with a window or without."""

    encoding: Encoding | None = None
    window: int | None = None

    def accuracies(self, trained: Trained) -> dict[str, list[float]]:
        """As `evaluation.accuracies`."""
        return accuracies(trained.under(self.encoding) if self.encoding else trained, window=self.window)


def variants(scheme: str, settings: Settings) -> Mapping[str, Variant]:
    """The variants of a scheme by name: "plain" and "window" for each, the scalings for rotary.

    >>> list(variants("alibi", Settings()))
    ['plain', 'window']
    """
    both = {"plain": Variant(), "window": Variant(window=settings.length)}
    if scheme != "rotary":
        return both
    return both | {name: Variant(encoding) for name, encoding in scalings(settings).items()}


def scalings(settings: Settings, factor: float = FACTOR) -> dict[str, Encoding]:
    """Rotary encoding scaled in every way of the library, and with only the slow or only the fast pairs divided."""
    d, length = settings.d_head, settings.length
    plain = rotary_frequencies(d, _BASE)
    slow = slow_pairs(plain, length)
    each = np.where(slow, factor, 1.0)
    return {
        "linear": rotary(*scaling.linear(plain, factor)),
        "ntk": rotary(*scaling.ntk(d, _BASE, factor)),
        "dynamic_ntk": rotary_by_length(lambda now: scaling.dynamic_ntk(d, _BASE, 1.0, now, length)),
        "yarn": rotary(*scaling.yarn(d, _BASE, factor, length, beta_fast=_TURNS)),
        "llama3": rotary(*scaling.llama3(plain, factor, 1.0, _TURNS, length)),
        "longrope": rotary(
            *scaling.longrope(d, _BASE, np.ones(d // 2), each, factor * length, length, factor * length)
        ),
        "slow_pairs": rotary(plain / each),
        "fast_pairs": rotary(plain / np.where(slow, 1.0, factor)),
    }


def slow_pairs(frequencies: NDArray[np.float64], length: int) -> NDArray[np.bool_]:
    """Which pairs make less than one turn within the trained length, and so meet new angles beyond it.

    >>> slow_pairs(rotary_frequencies(8), 32)
    array([False,  True,  True,  True])
    """
    return turns(frequencies, length) < 1
