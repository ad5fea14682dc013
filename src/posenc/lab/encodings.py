"""The seven schemes of the course, ready to be trained, and the numbers that make them work at the lesson's size."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import autograd.numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings.alibi import alibi_slopes
from posenc.encodings.positions import offsets
from posenc.encodings.rotary import rotary_frequencies
from posenc.encodings.scheme import Scheme
from posenc.encodings.schemes import alibi_scheme, sinusoidal_scheme
from posenc.encodings.shaw import clip_offsets
from posenc.encodings.t5 import t5_bucket
from posenc.lab.derivatives import collect, lookup, rotate, spread
from posenc.lab.encoding import Encoding, Tables, as_encoding
from posenc.lab.settings import Settings

T5_GAIN = 10.0  # Adam moves every number equally fast: too slow for a bias, which must reach several units
SHAW_REACH = 16  # half of the trained length, so that the rows at the ends are trained too
T5_BUCKETS = 16


def learned(settings: Settings) -> Encoding:
    """A table of a row for each trained position; what lies beyond gets the last row."""

    def build(tables: Tables) -> Scheme:
        rows = tables["rows"]
        return Scheme(inputs=lambda x, positions: x + lookup(rows, np.minimum(positions, len(rows) - 1)))

    return Encoding(build, {"rows": np.zeros((settings.length, settings.d_model))})


def shaw(settings: Settings) -> Encoding:
    """Shaw's vectors on keys and values, one pair of tables for all heads and layers."""

    def rows_of(q_positions: NDArray, k_positions: NDArray) -> NDArray[np.int64]:
        return clip_offsets(offsets(q_positions, k_positions), SHAW_REACH) + SHAW_REACH

    def build(tables: Tables) -> Scheme:
        keys, values = tables["keys"], tables["values"]

        def scores(q: NDArray, k: NDArray, q_positions: NDArray, k_positions: NDArray) -> NDArray:
            by_row = q @ (keys.T * settings.d_head**-0.5)
            return spread(by_row, rows_of(q_positions, k_positions))

        def added(weights: NDArray, q_positions: NDArray, k_positions: NDArray) -> NDArray:
            return collect(weights, rows_of(q_positions, k_positions), len(values)) @ values

        return Scheme(scores=scores, values=added)

    shape = (2 * SHAW_REACH + 1, settings.d_head)
    return Encoding(build, {"keys": np.zeros(shape), "values": np.zeros(shape)})


def t5(settings: Settings, *, max_distance: int | None = None) -> Encoding:
    """T5's buckets up to `max_distance`, by default the trained length: then every bucket is trained."""
    reach = settings.length if max_distance is None else max_distance

    def build(tables: Tables) -> Scheme:
        def scores(q: NDArray, k: NDArray, q_positions: NDArray, k_positions: NDArray) -> NDArray:
            between = offsets(q_positions, k_positions)
            buckets = t5_bucket(between, bidirectional=False, num_buckets=T5_BUCKETS, max_distance=reach)
            return np.moveaxis(T5_GAIN * lookup(tables["buckets"], buckets), -1, 0)

        return Scheme(scores=scores)

    return Encoding(build, {"buckets": np.zeros((T5_BUCKETS, settings.n_heads))})


def rotary(frequencies: ArrayLike, factor: float = 1.0) -> Encoding:
    """Rotation of queries and keys by fixed frequencies, with a scaling's attention factor."""
    turning = np.asarray(frequencies, dtype=np.float64)
    return rotary_by_length(lambda length: (turning, factor))


def rotary_by_length(scaled: Callable[[int], tuple[NDArray, float]]) -> Encoding:
    """Rotation by frequencies that follow from the length of the log, as dynamic NTK's do."""

    def query_key(q: NDArray, k: NDArray, q_positions: NDArray, k_positions: NDArray) -> tuple[NDArray, NDArray]:
        frequencies, factor = scaled(int(k_positions.max()) + 1)
        return rotate(q, q_positions, frequencies, factor), rotate(k, k_positions, frequencies, factor)

    return as_encoding(Scheme(query_key=query_key))


ENCODINGS: Mapping[str, Callable[[Settings], Encoding]] = MappingProxyType(
    {
        "none": lambda settings: Encoding(),
        "sinusoidal": lambda settings: as_encoding(sinusoidal_scheme()),
        "learned": learned,
        "shaw": shaw,
        "t5": t5,
        "rotary": lambda settings: rotary(rotary_frequencies(settings.d_head)),
        "alibi": lambda settings: as_encoding(alibi_scheme(alibi_slopes(settings.n_heads))),
    }
)
