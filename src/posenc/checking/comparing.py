"""Comparing answers: by exact plain types, within rounding, in words."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

# Wide enough for another order of summation, far too narrow for a slip.
RELATIVE, ABSOLUTE = 1e-6, 1e-9

# Every option that changes how numbers are printed: a learner's own settings must not change a verdict.
DIGITS: dict[str, Any] = {
    "precision": 4, "suppress": True, "floatmode": "maxprec", "sign": "-", "nanstr": "nan", "infstr": "inf",
    "formatter": None, "legacy": False,
}  # fmt: skip

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
    if isinstance(expected, str):
        return None if isinstance(got, str) and expected == got else f"expected {expected!r}, got {show(got)}"
    if isinstance(got, str):
        return f"expected {'a sequence' if isinstance(expected, list) else 'numbers'}, got the text {show(got)}"
    if isinstance(expected, list):
        parts = got if isinstance(got, list) else list(np.atleast_1d(got))
        if len(expected) != len(parts):
            return f"expected {len(expected)} things, got {len(parts)}"
        found = (difference(one, other) for one, other in zip(expected, parts, strict=True))
        return next((words for words in found if words), None)
    try:
        return _array_difference(expected, np.asarray(got))
    except ValueError:  # a ragged list
        return f"expected one array of shape {expected.shape}, got a list of unequal parts"


def _array_difference(expected: NDArray, got: NDArray) -> str | None:
    if expected.shape != got.shape:
        return f"expected shape {expected.shape}, got {got.shape}"
    if expected.dtype == got.dtype and expected.tobytes() == got.tobytes():
        return None  # most right answers end here, in a tenth of the time
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
    """Print an input or an answer briefly: four digits, and dots where it is large."""
    if isinstance(value, list):
        shown = [show(item, limit) for item in value[:limit]]
        return "\n".join(shown + ["..."] * (len(value) > limit))
    if isinstance(value, (np.ndarray, float)):
        with np.printoptions(threshold=limit * limit, edgeitems=3, linewidth=68, **DIGITS):
            return np.array2string(np.asarray(value))
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:50]} ... {text[-45:]}"
