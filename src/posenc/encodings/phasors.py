"""Points on the unit circle: the cosines and sines that the sinusoidal and the rotary encoding share."""

import math

import numpy as np
from numpy.typing import NDArray


def phasors(positions: NDArray, frequencies: NDArray[np.float64]) -> NDArray[np.complex128]:
    """The numbers e^{ipθ} `(..., n, m)`, from float64 angles: cosine as real part, sine as imaginary part.

    They are most of an encoding's cost, and whole positions that lie close together can share them:
    p = c + r gives e^{ipθ} = e^{icθ} e^{irθ}, and 4096 positions in order have 64 values of c and 65 of r.
    """
    if positions.dtype.kind == "f" or positions.size < 64:
        return _exp_i(positions[..., None] * frequencies)
    first, last = int(positions.min()), int(positions.max())
    if last - first > 4 * positions.size:
        return _exp_i(positions[..., None] * frequencies)
    step = 1 + math.isqrt(last - first)
    coarse, fine = np.divmod(positions.astype(np.int64) - first, step)
    z = _exp_i(np.arange(first, last + 1, step)[:, None] * frequencies)[coarse]
    z *= _exp_i(np.arange(step)[:, None] * frequencies)[fine]
    return z


def _exp_i(angles: NDArray[np.float64]) -> NDArray[np.complex128]:
    z = np.empty(angles.shape, np.complex128)
    np.cos(angles, out=z.real)
    np.sin(angles, out=z.imag)
    return z
