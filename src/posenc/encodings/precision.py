"""What a short floating-point format does to a number: rounding, without the format's own arithmetic."""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import choice, float_array

Format = Literal["float16", "bfloat16", "float32"]
FORMATS: tuple[Format, ...] = ("float16", "bfloat16", "float32")


def round_to(x: ArrayLike, name: Format) -> NDArray[np.float64]:
    r"""Round each number to the nearest one that the format can hold, ties to even.

    bfloat16 has float32's 8 bits of exponent and 8 bits of precision, against 11 in float16 and 24 in float32.
    NumPy lacks it, so the upper half of a float32 stands in. float16 ends at 65504; beyond lies infinity.

    Shapes: x `(...)`; result the same, float64.

    Raises: ValueError for an unknown format, TypeError if x does not hold real numbers.

    Source: IEEE 754-2019, sec. 3 and 4.3.1; Kalamkar et al. 2019, sec. 3 (bfloat16).

    >>> [round_to([257.0, 2049.0], name).tolist() for name in FORMATS]
    [[257.0, 2048.0], [256.0, 2048.0], [257.0, 2049.0]]
    """
    array = float_array("x", x, ndim=0)
    if choice("name", name, FORMATS) == "bfloat16":
        return _bfloat16(array.astype(np.float32)).astype(np.float64)
    with np.errstate(over="ignore"):  # beyond the largest number lies infinity
        return array.astype(name).astype(np.float64)


def _bfloat16(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """Keep the upper 16 bits: adding just under half a step carries into them where rounding up is due."""
    bits = x.view(np.uint32)
    carried = bits + (0x7FFF + ((bits >> 16) & 1))
    return np.where(np.isnan(x), np.float32(np.nan), (carried & 0xFFFF0000).view(np.float32))
