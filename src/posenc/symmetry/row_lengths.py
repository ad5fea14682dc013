"""How long the rows of an untrained attention head are, and how much of a token's place that tells."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings.attention import attention
from posenc.encodings.causal import causal_mask


def untrained_rows(seed: int, n: int, d: int, *, causal: bool) -> NDArray[np.float64]:
    r"""Run one head without positions and without training over random tokens.

    .. math:: O = \mathrm{softmax}(Q K^\top / \sqrt{d})\, V, \qquad x_i, \; W \sqrt{d} \sim \mathcal{N}(0, 1)

    Shapes: output `(n, d)`, row i from the token at place i.

    Source: Chi et al. 2023 (random, frozen layers without positions).

    >>> untrained_rows(0, 3, 4, causal=True).shape
    (3, 4)
    """
    rng = np.random.default_rng(seed)
    w_q, w_k, w_v = rng.normal(size=(3, d, d)) / np.sqrt(d)
    x, places = rng.normal(size=(n, d)), np.arange(n)
    output = attention(x @ w_q, x @ w_k, x @ w_v, mask=causal_mask(places, places) if causal else None)
    return np.asarray(output, dtype=np.float64)


def places_by_length(rows: ArrayLike) -> NDArray[np.int64]:
    """Guess each row's place from its length alone: the longest stood first, the shortest last.

    Under a causal mask row i is a mean over i + 1 values, and the mean of many random vectors is short.

    Shapes: rows `(n, d)`, places `(n,)`, each of 0 … n − 1 once; equal rows in the order given.

    Source: Chi et al. 2023 (the variance of a causal layer's output shrinks with the position).

    >>> places_by_length([[0.0, 1.0], [3.0, 4.0], [2.0, 0.0]])
    array([2, 0, 1])
    """
    longest_first = np.argsort(-np.linalg.norm(np.asarray(rows), axis=-1), kind="stable")
    places = np.empty(len(longest_first), dtype=np.int64)
    places[longest_first] = np.arange(len(longest_first))
    return places
