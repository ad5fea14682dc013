"""One flat vector of parameters, and the names of its parts: so an optimiser has one array to move."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from autograd.extend import SparseObject, defvjp, primitive, vspace
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class Layout:
    """Which part of the flat vector has which name and shape.

    >>> layout, flat = Layout.of({"a": [[1.0, 2.0]], "b": [3.0]}, "float32")
    >>> flat
    array([1., 2., 3.], dtype=float32)
    >>> layout.parts(flat)["b"]
    array([3.], dtype=float32)
    """

    shapes: Mapping[str, tuple[int, ...]]

    @classmethod
    def of(cls, arrays: Mapping[str, ArrayLike], precision: str) -> "tuple[Layout, NDArray]":
        """The layout of these arrays, and the vector that holds their numbers in this precision."""
        given = {name: np.asarray(array, dtype=precision) for name, array in arrays.items()}
        layout = cls({name: array.shape for name, array in given.items()})
        return layout, np.concatenate([array.ravel() for array in given.values()])

    def parts(self, flat: Any) -> dict[str, Any]:
        """Each part by its name: views of the vector, also while it is being differentiated."""
        parts, start = {}, 0
        for name, shape in self.shapes.items():
            parts[name] = _part(flat, start, shape)
            start += math.prod(shape)
        return parts


@primitive
def _part(flat: NDArray, start: int, shape: tuple[int, ...]) -> NDArray:
    return flat[start : start + math.prod(shape)].reshape(shape)


def _part_vjp(answer: NDArray, flat: NDArray, start: int, shape: tuple[int, ...]) -> Any:
    """The gradient of a part is added in its place, without a vector of zeros for each part."""

    def add_in_place(g: NDArray, total: NDArray) -> NDArray:
        total[start : start + g.size] += g.ravel()
        return total

    return lambda g: SparseObject(vspace(flat), lambda total: add_in_place(g, total))


defvjp(_part, _part_vjp, None, None)
