"""Adam with a falling rate and a bound on the gradient, on one flat vector."""

import math

import numpy as np
from numpy.typing import NDArray

from posenc.lab.settings import Settings

_MEMORY, _SQUARE_MEMORY, _SMALL = 0.9, 0.999, 1e-8


class Adam:
    """Moves a vector in place; the rate falls to 0 along half a cosine, and the gradient's norm is cut to 1.

    Source: Kingma and Ba 2015, algorithm 1; Loshchilov and Hutter 2017 (cosine).
    """

    def __init__(self, flat: NDArray, settings: Settings) -> None:
        self._flat, self._settings, self._taken = flat, settings, 0
        self._mean, self._square = np.zeros_like(flat), np.zeros_like(flat)

    def step(self, gradient: NDArray) -> None:
        """Take one step against the gradient."""
        rate = self._settings.learning_rate * (1 + math.cos(math.pi * self._taken / self._settings.steps)) / 2
        self._taken += 1
        gradient = gradient / max(1.0, math.sqrt(float(gradient @ gradient)))
        self._mean += (1 - _MEMORY) * (gradient - self._mean)
        self._square += (1 - _SQUARE_MEMORY) * (gradient * gradient - self._square)
        mean = self._mean / (1 - _MEMORY**self._taken)
        size = np.sqrt(self._square / (1 - _SQUARE_MEMORY**self._taken)) + _SMALL
        self._flat -= rate * mean / size
