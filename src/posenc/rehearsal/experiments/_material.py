"""What the experiments run on: fixed random tokens, and one untrained head."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings.attention import self_attention
from posenc.encodings.causal import causal_mask
from posenc.encodings.scheme import Scheme

Rows = NDArray[np.float64]

N, D = 6, 16
ORDER = np.array([3, 0, 5, 1, 4, 2])  # a permutation of N tokens that leaves none in its place
ROUNDING = 1e-9  # far above what float64 rounds away here, far below what an order changes


def tokens(n: int = N, d: int = D, *, seed: int = 0) -> Rows:
    """Random tokens `(n, d)`."""
    return np.random.default_rng(seed).normal(size=(n, d))


def head(d: int = D, *, seed: int = 1) -> Rows:
    """W_Q, W_K, W_V and W_O of an untrained head, `(4, d, d)`."""
    return np.random.default_rng(seed).normal(size=(4, d, d)) / np.sqrt(d)


def attend(
    x: Rows, *, scheme: Scheme | None = None, positions: ArrayLike | None = None, causal: bool = False, seed: int = 1
) -> Rows:
    """Run the head over x."""
    places = np.arange(len(x))
    w_q, w_k, w_v, w_o = head(x.shape[-1], seed=seed)
    where = places if positions is None else positions
    mask = causal_mask(places, places) if causal else None
    return np.asarray(self_attention(x, w_q, w_k, w_v, w_o, scheme=scheme, positions=where, mask=mask), np.float64)


def difference(a: ArrayLike, b: ArrayLike) -> float:
    """The largest difference between two arrays."""
    return float(np.max(np.abs(np.asarray(a) - np.asarray(b)), initial=0.0))
