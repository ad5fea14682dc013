"""One attention layer for every scheme of the table, and what it is asked about: tokens drawn by seed."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from posenc.encodings.attention import self_attention
from posenc.encodings.schemes import D_MODEL, N_HEADS, SCHEMES


@pytest.fixture(scope="session")
def projections() -> NDArray:
    """w_q, w_k, w_v, w_o `(4, d_model, d_model)`, of a size that keeps scores near 1."""
    return np.random.default_rng(7).normal(size=(4, D_MODEL, D_MODEL)) / np.sqrt(D_MODEL)


@pytest.fixture(scope="session")
def attend(projections) -> Callable[..., NDArray]:
    """`attend(name or scheme, x, positions, mask=None)` in the precision of x."""

    def run(scheme, x, positions, mask=None):
        scheme = SCHEMES[scheme] if isinstance(scheme, str) else scheme
        weights = projections.astype(x.dtype)
        return self_attention(x, *weights, n_heads=N_HEADS, scheme=scheme, positions=positions, mask=mask)

    return run


@pytest.fixture(scope="session")
def tokens() -> Callable[..., NDArray]:
    """`tokens(seed, *leading)`: embeddings `(*leading, d_model)` of unit variance."""
    return lambda seed, *leading: np.random.default_rng(seed).normal(size=(*leading, D_MODEL))
