"""Self-attention, one head or many, and the pre-norm block around it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import Array, float_array, position_array, positive_int, wide
from posenc.encodings.dot_product import attention, attention_weights, scaled_scores
from posenc.encodings.rowwise import feed_forward, layer_norm
from posenc.encodings.scheme import Scheme
from posenc.encodings.softmax import softmax

__all__ = [
    "attention", "attention_weights", "block", "feed_forward", "layer_norm",
    "scaled_scores", "self_attention", "softmax",
]  # fmt: skip


def self_attention(
    x: ArrayLike, w_q: ArrayLike, w_k: ArrayLike, w_v: ArrayLike, w_o: ArrayLike, *, n_heads: int = 1,
    scheme: Scheme | None = None, positions: ArrayLike | None = None, mask: ArrayLike | None = None,
) -> Array:  # fmt: skip
    r"""Let the rows of x attend to each other, head by head.

    .. math:: f(X) = \mathrm{concat}_h\big[\mathrm{attention}(X W_Q^h, X W_K^h, X W_V^h)\big]\, W_O

    Shapes: x `(n, d)` or `(batch, n, d)`; w_q, w_k `(d, n_heads * d_head)`, w_v `(d, n_heads * d_value)`,
    w_o `(n_heads * d_value, d)`; positions `(n,)` or `(batch, n)`; mask `(n, n)` or `(batch, n, n)`; output as x.
    Heads are consecutive slices of channels. A `scheme` acts where its record says, and needs positions.

    Raises: ValueError for shapes that do not chain, heads that do not divide the channels, a scheme
    without positions; TypeError if the mask is not boolean.

    Source: Vaswani et al. 2017, sec. 3.2.2.

    >>> x = np.array([[1.0, 0.0], [0.0, 1.0]])
    >>> self_attention(x, np.zeros((2, 2)), np.zeros((2, 2)), np.eye(2), np.eye(2))
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    rows = float_array("x", x, ndim=2)
    if rows.ndim > 3:
        raise ValueError(f"x must have shape (n, d) or (batch, n, d), not {rows.shape}")
    w_q, w_k, w_v, w_o = _check_projections(rows.shape[-1], n_heads, w_q=w_q, w_k=w_k, w_v=w_v, w_o=w_o)
    attend = None if mask is None else np.asarray(mask)
    if attend is not None and attend.ndim == 3 and rows.ndim == 3:
        attend = attend[:, None]  # one mask an example, shared by its heads
    if scheme is None:
        scheme, positions = Scheme(), np.zeros(rows.shape[-2])  # it looks at none of them
    where = _check_positions(positions, rows.shape)

    h = wide(scheme.inputs(rows, where))
    q, k, v = (_split_heads(h @ w, n_heads) for w in (w_q, w_k, w_v))
    output = _attend(q, k, v, scheme, where, attend)
    merged = np.swapaxes(output, -3, -2).reshape(*rows.shape[:-1], w_o.shape[0])
    return (merged @ w_o).astype(rows.dtype, copy=False)


def block(
    x: ArrayLike, projections: Sequence[ArrayLike], network: Sequence[ArrayLike], *, n_heads: int = 1,
    scheme: Scheme | None = None, positions: ArrayLike | None = None, mask: ArrayLike | None = None,
) -> Array:  # fmt: skip
    r"""Run one pre-norm transformer block: attend, then apply the feed-forward network, each beside a residual.

    .. math:: h = x + f(\mathrm{norm}(x)), \qquad y = h + \mathrm{ffn}(\mathrm{norm}(h))

    Shapes: x `(n, d)` or `(batch, n, d)`; projections `(w_q, w_k, w_v, w_o)` as in `self_attention`;
    network `(w_1, b_1, w_2, b_2)` as in `feed_forward`; y as x.

    Raises: as `self_attention` and `feed_forward`.

    Source: Vaswani et al. 2017, sec. 3.1; norm first as in Xiong et al. 2020, fig. 1b.

    >>> x = np.array([[1.0, -1.0]])
    >>> block(x, [np.zeros((2, 2))] * 4, [np.zeros((2, 3)), np.zeros(3), np.zeros((3, 2)), np.zeros(2)])
    array([[ 1., -1.]])
    """
    rows = float_array("x", x, ndim=2)
    w_q, w_k, w_v, w_o = projections
    h = rows + self_attention(
        layer_norm(rows), w_q, w_k, w_v, w_o, n_heads=n_heads, scheme=scheme, positions=positions, mask=mask
    )
    return h + feed_forward(layer_norm(h), *network)


def _attend(q: Array, k: Array, v: Array, scheme: Scheme, positions: NDArray, mask: NDArray | None) -> Array:
    """Attention with the scheme's parts in their places; heads stand before the tokens."""
    q, k = scheme.query_key(q, k, positions, positions)
    weights = attention_weights(q, k, bias=scheme.scores(q, k, positions, positions), mask=mask)
    added = scheme.values(weights, positions, positions)
    return weights @ v if added is None else weights @ v + added


def _split_heads(x: Array, n_heads: int) -> Array:
    """`(..., n, n_heads * d_head)` to `(..., n_heads, n, d_head)`."""
    return np.swapaxes(x.reshape(*x.shape[:-1], n_heads, x.shape[-1] // n_heads), -3, -2)


def _check_projections(d_model: int, n_heads: int, **given: ArrayLike) -> list[Array]:
    positive_int("n_heads", n_heads)
    arrays = {name: float_array(name, w, ndim=2) for name, w in given.items()}
    shapes = {name: w.shape for name, w in arrays.items()}
    chained = shapes["w_q"] == shapes["w_k"] and shapes["w_o"] == (shapes["w_v"][-1], d_model)
    if not chained or shapes["w_q"][0] != d_model or shapes["w_v"][0] != d_model:
        raise ValueError(f"the projections do not chain for d_model = {d_model}: {shapes}")
    for name in ("w_q", "w_v"):
        if shapes[name][-1] % n_heads or not shapes[name][-1]:
            raise ValueError(f"n_heads = {n_heads} does not divide the {shapes[name][-1]} channels of {name}")
    return list(arrays.values())


def _check_positions(positions: ArrayLike | None, shape: tuple[int, ...]) -> NDArray:
    if positions is None:
        raise ValueError("a scheme needs positions: say where the tokens stand, e.g. np.arange(n)")
    where = position_array("positions", positions)
    if where.shape not in (shape[-2:-1], shape[:-1]):
        raise ValueError(f"positions {where.shape} do not fit x {shape}: expected {shape[-2:-1]} or {shape[:-1]}")
    return where
