"""What can be trained: a scheme of the library, and the tables in it that are learned."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import ArrayLike

from posenc.encodings.scheme import Scheme

Tables = Mapping[str, Any]


def _nothing_learned(tables: Tables) -> Scheme:
    return Scheme()


@dataclass(frozen=True)
class Encoding:
    """An encoding to train: `build` makes its scheme of the tables as they stand, `start` says how they start.

    Only the forward direction is written; training finds the derivatives. What depends on a table, a query or a key
    is computed with `posenc.lab.np`, which is NumPy that can be differentiated. Tables are shared by all layers.

    >>> from posenc.lab import np
    >>> def build(tables):
    ...     def scores(q, k, q_positions, k_positions):
    ...         distance = np.abs(k_positions - q_positions[:, None])
    ...         return -np.exp(tables["log_slopes"])[:, None, None] * distance
    ...     return Scheme(scores=scores)
    >>> learned_slopes = Encoding(build, {"log_slopes": np.zeros(4)})
    """

    build: Callable[[Tables], Scheme] = _nothing_learned
    start: Mapping[str, ArrayLike] = field(default_factory=dict)


def as_encoding(given: "Encoding | Scheme | Callable[..., Any]") -> Encoding:
    """An encoding from what a learner may write: an `Encoding`, a `Scheme`, or a function that biases the scores.

    Raises: TypeError for anything else.
    """
    if isinstance(given, Encoding):
        return given
    if isinstance(given, Scheme):
        return Encoding(lambda tables: given)
    if callable(given):
        return Encoding(lambda tables: Scheme(scores=given))
    raise TypeError(f"scheme must be an Encoding, a Scheme or a function of q, k and positions, not {given!r}")
