"""What can be changed after training: other frequencies for rotary encoding, a window for any scheme."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc.encodings import scaling
from posenc.encodings.rotary import rotary_frequencies, turns
from posenc.lab.encoding import Encoding
from posenc.lab.encodings import rotary_by_length
from posenc.lab.evaluation import MULTIPLES, accuracies
from posenc.lab.settings import Settings
from posenc.lab.training import Trained

FACTOR = float(MULTIPLES[-1])  # every scaling is set for the longest test, as one would before it
_BASE = 10000.0
_TURNS = 4.0  # of a fast pair over the trained length, for YaRN and Llama 3: 32 tokens hold five at most

Scaled = tuple[NDArray[np.float64], float]  # frequencies and attention factor


@dataclass(frozen=True)
class Variant:
    """One way to use trained weights: under their own encoding or another, with a window or without."""

    encoding: Encoding | None = None
    window: int | None = None

    def accuracies(self, trained: Trained) -> dict[str, list[float]]:
        """As `evaluation.accuracies`."""
        return accuracies(self.of(trained), window=self.window)

    def of(self, trained: Trained) -> Trained:
        """The weights under this variant's encoding."""
        return trained.under(self.encoding) if self.encoding else trained


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
    """Rotary encoding under each of `scaled`."""
    return {name: rotary_by_length(each) for name, each in scaled(settings, factor).items()}


def scaled(settings: Settings, factor: float = FACTOR) -> dict[str, Callable[[int], Scaled]]:
    """Every scaling of the library, and only the slow or the fast pairs divided: each a function of the log's length.

    >>> frequencies, attention_factor = scaled(Settings(), 8.0)["slow_pairs"](32)
    >>> (rotary_frequencies(8) / frequencies).round(6).tolist()
    [1.0, 8.0, 8.0, 8.0]
    """
    d, length = settings.d_head, settings.length
    plain = rotary_frequencies(d, _BASE)
    slow = slow_pairs(plain, length)
    each = np.where(slow, factor, 1.0)
    return {
        "linear": _always(scaling.linear(plain, factor)),
        "ntk": _always(scaling.ntk(d, _BASE, factor)),
        "dynamic_ntk": lambda now: scaling.dynamic_ntk(d, _BASE, 1.0, now, length),
        "yarn": _always(scaling.yarn(d, _BASE, factor, length, beta_fast=_TURNS)),
        "llama3": _always(scaling.llama3(plain, factor, 1.0, _TURNS, length)),
        "longrope": _always(
            scaling.longrope(d, _BASE, np.ones(d // 2), each, factor * length, length, factor * length)
        ),
        "slow_pairs": _always((plain / each, 1.0)),
        "fast_pairs": _always((plain / np.where(slow, 1.0, factor), 1.0)),
    }


def _always(value: Scaled) -> Callable[[int], Scaled]:
    """The same at every length."""
    return lambda length: value


def slow_pairs(frequencies: NDArray[np.float64], length: int) -> NDArray[np.bool_]:
    """Which pairs make less than one turn within the trained length, and so meet new angles beyond it.

    >>> slow_pairs(rotary_frequencies(8), 32)
    array([False,  True,  True,  True])
    """
    return turns(frequencies, length) < 1
