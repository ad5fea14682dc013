"""What every encoding asks of its arrays: a real dtype, explicit positions, shapes that fit."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.floating]


def float_array(name: str, value: ArrayLike, *, ndim: int = 1) -> Array:
    """`value` as float16, float32 or float64 with at least `ndim` axes; whole numbers become float64."""
    array = np.asarray(value)
    if array.dtype.kind in "iub":
        array = array.astype(np.float64)
    if array.dtype not in (np.float16, np.float32, np.float64):
        raise TypeError(f"{name} must hold real numbers (float16, float32 or float64), not {array.dtype}")
    if array.ndim < ndim:
        raise ValueError(f"{name} must have at least {ndim} axes, but its shape is {array.shape}")
    return array


def wide(array: Array) -> Array:
    """float16 as float32, anything wider unchanged: sums and exponentials overflow in half precision."""
    return array.astype(np.float32) if array.dtype == np.float16 else array


def position_array(name: str, value: ArrayLike, *, ndim: int = 1) -> NDArray:
    """`value` as finite positions `(..., n)`, or offsets with ndim=2: integers stay integers, floats become float64."""
    array = np.asarray(value)
    if array.ndim < 1:
        raise ValueError(f"{name} must be an array of positions (..., n), not the single number {value!r}")
    if array.ndim < ndim:
        raise ValueError(f"{name} must have at least {ndim} axes, but its shape is {array.shape}")
    if array.size == 0:
        return array.astype(np.int64)
    if array.dtype.kind == "u":  # unsigned differences wrap around
        array = array.astype(np.int64)
    if array.dtype.kind == "f":
        array = array.astype(np.float64)
        if not np.isfinite(array).all():
            raise ValueError(f"{name} must be finite, but holds {array[~np.isfinite(array)][0]}")
    elif array.dtype.kind != "i":
        raise TypeError(f"{name} must be integers or real numbers, not {array.dtype}")
    return array


def integer_array(name: str, value: ArrayLike, *, ndim: int = 0) -> NDArray[np.int64]:
    """`value` as int64 with at least `ndim` axes: what picks a table's row must be whole by its type."""
    array = np.asarray(value)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers, not {array.dtype}: they pick rows of a table")
    if array.ndim < ndim:
        raise ValueError(f"{name} must have at least {ndim} axes, but its shape is {array.shape}")
    return array.astype(np.int64, copy=False)


def positive_int(name: str, value: int, *, even: bool = False) -> int:
    """`value` as an int of at least 1 (and even, if asked)."""
    return whole_number(name, value, least=2 if even else 1, even=even)


def whole_number(name: str, value: int, *, least: int = 0, even: bool = False) -> int:
    """`value` as an int of at least `least` (and even, if asked)."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    if value < least or (even and value % 2):
        raise ValueError(f"{name} must be {'even and ' if even else ''}at least {least}, not {value}")
    return int(value)


def choice(name: str, value: str, options: tuple[str, ...]) -> str:
    """`value`, if it is one of the named options."""
    if value not in options:
        raise ValueError(f"{name} must be {' or '.join(map(repr, options))}, not {value!r}")
    return value


def positive_number(name: str, value: float, *, least: float = 0.0) -> float:
    """`value` as a finite float above 0 and not under `least`."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        raise TypeError(f"{name} must be a number, not {value!r}")
    number = float(value)
    if not (math.isfinite(number) and number > 0 and number >= least):
        bound = f"at least {least:g}" if least > 0 else "above 0"
        raise ValueError(f"{name} must be a finite number {bound}, not {value!r}")
    return number


def common_leading(name_a: str, a: tuple[int, ...], name_b: str, b: tuple[int, ...]) -> tuple[int, ...]:
    """The shape that the leading axes `a` and `b` of two arrays broadcast to."""
    if a == b:
        return a
    try:
        return np.broadcast_shapes(a, b)
    except ValueError:
        raise ValueError(f"the leading axes of {name_a} {a} and {name_b} {b} do not broadcast") from None
