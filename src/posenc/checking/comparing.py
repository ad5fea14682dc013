"""Comparing answers: by exact plain types, within rounding, in words."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

# Wide enough for another order of summation, far too narrow for a slip.
RELATIVE, ABSOLUTE = 1e-6, 1e-9

Plain = NDArray | list["Plain"] | str


class NotPlainError(TypeError):
    """The answer is no number, no array of numbers and no sequence of those."""


def plain(value: Any) -> Plain:
    """Rebuild an answer from exact types: arrays of numbers or booleans, strings, and lists of those.

    Subclasses and objects with methods of their own do not survive this, so they can't compare
    themselves equal to everything.
    """
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (list, tuple)) and any(isinstance(item, (np.ndarray, list, tuple, str)) for item in value):
        return [plain(item) for item in value]
    if value is None or value is ...:
        raise NotPlainError("nothing came back (None). Does the function end in `return`?")
    array = np.array(value, subok=False)
    if array.dtype.kind not in "biuf":
        raise NotPlainError(f"expected numbers, but a {type(value).__name__} came back")
    return array


def difference(expected: Plain, got: Plain) -> str | None:
    """Say how `got` differs from `expected`, or None if it does not."""
    if isinstance(expected, str) or isinstance(got, str):
        return None if isinstance(got, str) and expected == got else "the answers differ"
    if isinstance(expected, list):
        if len(expected) != len(got):
            return f"expected {len(expected)} things, got {len(got)}"
        found = (difference(one, other) for one, other in zip(expected, got, strict=True))
        return next((words for words in found if words), None)
    try:
        return _array_difference(expected, np.asarray(got))
    except ValueError:  # a ragged list
        return f"expected one array of shape {expected.shape}, got a list of unequal parts"


def _array_difference(expected: NDArray, got: NDArray) -> str | None:
    if expected.shape != got.shape:
        return f"expected shape {expected.shape}, got {got.shape}"
    if (expected.dtype.kind == "b") != (got.dtype.kind == "b"):
        return f"expected {'True and False' if expected.dtype.kind == 'b' else 'numbers'}, got {got.dtype}"
    if expected.dtype.kind == "b":
        return None if np.array_equal(expected, got) else f"{np.sum(expected != got)} entries differ"
    close = np.isclose(got, expected, rtol=RELATIVE, atol=ABSOLUTE, equal_nan=True)
    if close.all():
        return None
    if np.isnan(got[~close]).any():
        return "NaN (not a number) among the values"
    worst = float(np.max(np.abs(got[~close] - expected[~close])))
    return f"{np.sum(~close)} of {close.size} entries differ, by up to {worst:.3g}"


def show(value: Any, limit: int = 6) -> str:
    """Print an input or an answer briefly: four digits, and dots where an array is large."""
    if isinstance(value, list):
        return "\n".join(show(item, limit) for item in value)
    if isinstance(value, (np.ndarray, float)):
        return np.array2string(
            np.asarray(value), precision=4, suppress_small=True, threshold=limit * limit, edgeitems=3, max_line_width=68
        )
    return repr(value)
