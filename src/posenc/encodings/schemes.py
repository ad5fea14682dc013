"""Every encoding of the course as a `Scheme`, and the table of them at teaching size."""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings import scaling
from posenc.encodings._arrays import Array, float_array, wide
from posenc.encodings.alibi import alibi_bias, alibi_slopes
from posenc.encodings.causal import causal_mask
from posenc.encodings.learned import lookup
from posenc.encodings.pairs import Layout
from posenc.encodings.positions import offsets
from posenc.encodings.rotary import rotary_frequencies, rotate
from posenc.encodings.scheme import Scheme, compose
from posenc.encodings.shaw import offset_output, offset_scores
from posenc.encodings.sinusoidal import sinusoidal
from posenc.encodings.t5 import BucketOptions, t5_bias

__all__ = [
    "D_MODEL", "N_HEADS", "N_POSITIONS", "SCHEMES", "Scheme", "alibi_scheme", "causal_scheme", "compose",
    "learned_scheme", "rotary_scheme", "shaw_scheme", "sinusoidal_scheme", "t5_scheme",
]  # fmt: skip


def sinusoidal_scheme(*, base: float = 10000.0, layout: str = "interleaved", spacing: str = "paper") -> Scheme:
    """Add the sinusoid to the inputs. Options as in `sinusoidal`."""

    def inputs(x: Array, positions: NDArray) -> Array:
        return _added(x, sinusoidal(positions, x.shape[-1], base=base, layout=layout, spacing=spacing))

    return Scheme(inputs=inputs)


def learned_scheme(table: ArrayLike) -> Scheme:
    """Add a learned table's rows `(n_max, d_model)` to the inputs."""
    return Scheme(inputs=lambda x, positions: _added(x, lookup(table, positions)))


def shaw_scheme(key_table: ArrayLike, value_table: ArrayLike) -> Scheme:
    """Add Shaw's relative terms to scores and output. Tables as in `shaw_scores`, for all heads or one a head."""

    def scores(q: Array, k: Array, q_positions: NDArray, k_positions: NDArray) -> Array:
        return offset_scores(q, _as(q, key_table), offsets(q_positions, k_positions))

    def values(weights: Array, q_positions: NDArray, k_positions: NDArray) -> Array:
        return offset_output(weights, _as(weights, value_table), offsets(q_positions, k_positions))

    return Scheme(scores=scores, values=values)


def t5_scheme(table: ArrayLike, **bucket_options: Unpack[BucketOptions]) -> Scheme:
    """Add T5's bucketed bias to the scores. Table `(num_buckets, heads)` and options as in `t5_bias`."""

    def scores(q: Array, k: Array, q_positions: NDArray, k_positions: NDArray) -> Array:
        return t5_bias(_as(q, table), offsets(q_positions, k_positions), **bucket_options)

    return Scheme(scores=scores)


def rotary_scheme(frequencies: ArrayLike, *, layout: Layout, factor: float = 1.0) -> Scheme:
    """Rotate queries and keys. Frequencies and attention factor may come from any scaling."""

    def query_key(q: Array, k: Array, q_positions: NDArray, k_positions: NDArray) -> tuple[Array, Array]:
        turned_q = rotate(q, _for_every_head(q_positions), frequencies, layout=layout, factor=factor)
        turned_k = rotate(k, _for_every_head(k_positions), frequencies, layout=layout, factor=factor)
        return turned_q, turned_k

    return Scheme(query_key=query_key)


def alibi_scheme(slopes: ArrayLike) -> Scheme:
    """Add ALiBi's bias to the scores, one slope a head."""

    def scores(q: Array, k: Array, q_positions: NDArray, k_positions: NDArray) -> Array:
        return alibi_bias(_as(q, slopes), offsets(q_positions, k_positions))

    return Scheme(scores=scores)


def causal_scheme() -> Scheme:
    """Forbid the keys after each query: 0 where it may attend, −inf where not."""

    def scores(q: Array, k: Array, q_positions: NDArray, k_positions: NDArray) -> Array:
        mask = causal_mask(q_positions, k_positions)[..., None, :, :]
        return np.where(mask, 0, -np.inf).astype(wide(q).dtype)

    return Scheme(scores=scores)


def _added(x: Array, code: Array) -> Array:
    """x with each token's code added, one code `(n, d)` for all examples or one an example; x's shape and dtype."""
    if code.shape not in (x.shape, x.shape[-2:]):
        raise ValueError(f"the positions' code {code.shape} does not fit x {x.shape}")
    return (wide(x) + code).astype(x.dtype, copy=False)


def _as(like: Array, table: ArrayLike) -> Array:
    """A table in the precision that scores are computed in, so that a float64 table does not widen float32 input."""
    return float_array("table", table).astype(wide(like).dtype, copy=False)


def _for_every_head(positions: NDArray) -> NDArray:
    """Positions `(batch, n)` with an axis that all heads of an example share."""
    return positions if positions.ndim == 1 else positions[..., None, :]


D_MODEL, N_HEADS = 32, 4  # what the entries below are built for: 8 channels a head
N_POSITIONS = 64  # rows of the learned table, and the trained length of the scalings
_D_HEAD, _BASE = D_MODEL // N_HEADS, 10000.0


def _scaled(frequencies: NDArray[np.float64], attention_factor: float) -> Scheme:
    return rotary_scheme(frequencies, layout="half_split", factor=attention_factor)


def _untrained(*shape: int) -> NDArray[np.float64]:
    """Fixed numbers without a pattern; sin(i²) spares the import of a random generator."""
    return np.sin(np.arange(math.prod(shape)) ** 2.0).reshape(shape)


def _teaching_schemes() -> dict[str, Scheme]:
    plain = rotary_frequencies(_D_HEAD, _BASE)
    return {
        "none": Scheme(),
        "sinusoidal": sinusoidal_scheme(),
        "learned": learned_scheme(_untrained(N_POSITIONS, D_MODEL)),
        "shaw": shaw_scheme(*_untrained(2, 2 * 8 + 1, _D_HEAD)),
        "t5": t5_scheme(_untrained(16, N_HEADS), num_buckets=16, max_distance=N_POSITIONS),
        "rotary": rotary_scheme(plain, layout="half_split"),
        "linear": _scaled(*scaling.linear(plain, 4.0)),
        "ntk": _scaled(*scaling.ntk(_D_HEAD, _BASE, 4.0)),
        "dynamic_ntk": _scaled(*scaling.dynamic_ntk(_D_HEAD, _BASE, 4.0, 2 * N_POSITIONS, N_POSITIONS)),
        "yarn": _scaled(*scaling.yarn(_D_HEAD, _BASE, 4.0, N_POSITIONS, beta_fast=4.0)),
        "llama3": _scaled(*scaling.llama3(plain, 4.0, 1.0, 4.0, N_POSITIONS)),
        "longrope": _scaled(
            *scaling.longrope(_D_HEAD, _BASE, [1.0] * 4, [1.0, 1.5, 2.0, 4.0], 128, N_POSITIONS, 4 * N_POSITIONS)
        ),
        "alibi": alibi_scheme(alibi_slopes(N_HEADS)),
        "causal": causal_scheme(),
    }


SCHEMES: Mapping[str, Scheme] = MappingProxyType(_teaching_schemes())
