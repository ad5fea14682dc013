"""What a scheme is: four pure functions that say where in attention it acts, each doing nothing by default."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from numpy.typing import NDArray

from posenc.encodings._arrays import Array


def _same_inputs(x: Array, positions: NDArray) -> Array:
    return x


def _same_query_key(q: Array, k: Array, q_positions: NDArray, k_positions: NDArray) -> tuple[Array, Array]:
    return q, k


def _no_scores(q: Array, k: Array, q_positions: NDArray, k_positions: NDArray) -> Array | None:
    return None


def _no_values(weights: Array, q_positions: NDArray, k_positions: NDArray) -> Array | None:
    return None


@dataclass(frozen=True)
class Scheme:
    r"""Where a position encoding acts; `self_attention` calls each part in its place.

    .. math:: h = \mathrm{inputs}(x), \quad (q, k) = \mathrm{query\_key}(h W_Q, h W_K), \quad
        w = \mathrm{softmax}(q k^\top / \sqrt{d} + \mathrm{scores}), \quad o = w v + \mathrm{values}

    - `inputs(x, positions)` → x with the code added: `(n, d_model)` or `(batch, n, d_model)`, as x.
    - `query_key(q, k, q_positions, k_positions)` → q and k: `(..., heads, n, d_head)`, as given.
    - `scores(q, k, q_positions, k_positions)` → a bias `(heads, n_q, n_k)` or `(batch, heads, n_q, n_k)`, or None.
      −inf forbids a key. q and k come as `query_key` left them.
    - `values(weights, q_positions, k_positions)` → an addend `(..., heads, n_q, d_value)`, or None.

    Positions are `(n,)` or `(batch, n)`, without an axis for heads; queries and keys have their own, so
    that one new query can meet a cache of keys.

    Source: Dufter et al. 2022, sec. 3 (where position information enters).

    >>> Scheme().inputs(np.ones((1, 2)), np.array([7]))
    array([[1., 1.]])
    """

    inputs: Callable[[Array, NDArray], Array] = _same_inputs
    query_key: Callable[[Array, Array, NDArray, NDArray], tuple[Array, Array]] = _same_query_key
    scores: Callable[[Array, Array, NDArray, NDArray], Array | None] = _no_scores
    values: Callable[[Array, NDArray, NDArray], Array | None] = _no_values


def compose(*schemes: Scheme) -> Scheme:
    """Let several schemes act at once: inputs, queries and keys one after the other, biases and addends summed.

    Each one's `scores` sees queries and keys as all of them left them.

    >>> past_only = Scheme(scores=lambda q, k, q_pos, k_pos: np.where(k_pos > q_pos[:, None], -np.inf, 0.0)[None])
    >>> compose(past_only, Scheme(), past_only).scores(None, None, np.arange(2), np.arange(2))
    array([[[  0., -inf],
            [  0.,   0.]]])
    """

    def inputs(x: Array, positions: NDArray) -> Array:
        for scheme in schemes:
            x = scheme.inputs(x, positions)
        return x

    def query_key(q: Array, k: Array, q_positions: NDArray, k_positions: NDArray) -> tuple[Array, Array]:
        for scheme in schemes:
            q, k = scheme.query_key(q, k, q_positions, k_positions)
        return q, k

    def scores(q: Array, k: Array, q_positions: NDArray, k_positions: NDArray) -> Array | None:
        return _sum([scheme.scores(q, k, q_positions, k_positions) for scheme in schemes])

    def values(weights: Array, q_positions: NDArray, k_positions: NDArray) -> Array | None:
        return _sum([scheme.values(weights, q_positions, k_positions) for scheme in schemes])

    return Scheme(inputs, query_key, scores, values)


def _sum(terms: Sequence[Array | None]) -> Array | None:
    """The sum of what is there, or None if nothing is."""
    total = None
    for term in terms:
        if term is not None:
            total = term if total is None else total + term
    return total
