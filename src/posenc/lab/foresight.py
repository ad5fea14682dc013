"""What can be known of a scheme beyond the trained length before it is tested there: three properties."""

from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from posenc.encodings.rotary import rotary_frequencies
from posenc.lab.settings import LESSON, Settings
from posenc.lab.variants import FACTOR, scaled, slow_pairs

# Positions, rows and the number of keys are new beyond the trained length; a shared row and a growing penalty are not.
NEW = MappingProxyType({"none": True, "sinusoidal": True, "learned": True, "shaw": False, "t5": False, "alibi": False})
_TOLD = ("linear", "ntk", "yarn", "slow_pairs", "fast_pairs")  # the scalings that are foretold


class Properties(NamedTuple):
    """Boolean arrays, an entry for each name.

    - `new`: something is computed that training never showed.
    - `blurred`: the fastest pair was slowed, so neighbours are told apart less well.
    - `changed`: anything was changed after training.
    """

    names: tuple[str, ...]
    new: NDArray[np.bool_]
    blurred: NDArray[np.bool_]
    changed: NDArray[np.bool_]


def frequencies(settings: Settings = LESSON, factor: float = FACTOR) -> dict[str, NDArray[np.float64]]:
    """The frequencies of rotary encoding as it was trained, and scaled for `factor` times the length."""
    scalings = scaled(settings, factor)
    told = {name: scalings[name](settings.length)[0] for name in _TOLD}
    return {"rotary": rotary_frequencies(settings.d_head), **told}


def properties(multiple: int, settings: Settings = LESSON) -> Properties:
    """The properties of each scheme, and of rotary encoding scaled, at a multiple of the trained length.

    For rotary they follow from the frequencies, for the other schemes they are `NEW`.

    >>> told = properties(4)
    >>> [name for name, new in zip(told.names, told.new) if not new]
    ['shaw', 't5', 'alibi', 'linear', 'yarn', 'slow_pairs']
    """
    turning = frequencies(settings)
    every, plain = np.stack(list(turning.values())), turning["rotary"]
    slow = slow_pairs(plain, settings.length)
    farther = multiple * every[:, slow] > plain[slow] * (1 + 1e-9)
    untouched = np.zeros(len(NEW), dtype=bool)
    return Properties(
        (*NEW, *turning),
        np.r_[list(NEW.values()), farther.any(axis=1)],
        np.r_[untouched, every[:, 0] < plain[0]],
        np.r_[untouched, (every != plain).any(axis=1)],
    )
