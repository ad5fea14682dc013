"""Shaw's scores and output without the (n_q, n_k, d) gather equal those with it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.positions import offsets
from posenc.encodings.shaw import clip_offsets, shaw_output, shaw_scores

POSITIONS = st.lists(st.integers(-(10**9), 10**9) | st.integers(-5, 5), min_size=1, max_size=7)


@given(
    q_positions=POSITIONS,
    k_positions=POSITIONS,
    max_offset=st.integers(0, 9),
    heads=st.integers(1, 3),
    seed=st.integers(0, 2**32 - 1),
)
def test_both_terms(q_positions, k_positions, max_offset, heads, seed):
    rng, d = np.random.default_rng(seed), 5
    n_q, n_k, where = len(q_positions), len(k_positions), offsets(q_positions, k_positions)
    q, k, v = (rng.normal(size=(heads, n, d)) for n in (n_q, n_k, n_k))
    weights, tables = rng.normal(size=(heads, n_q, n_k)), rng.normal(size=(2, heads, 2 * max_offset + 1, d))
    gathered = tables[:, :, clip_offsets(where, max_offset) + max_offset]  # (2, heads, n_q, n_k, d)
    scores = np.einsum("hid,hijd->hij", q, k[:, None] + gathered[0]) / np.sqrt(d)
    output = np.einsum("hij,hijd->hid", weights, v[:, None] + gathered[1])
    np.testing.assert_allclose(shaw_scores(q, k, tables[0], where), scores, atol=1e-12)
    np.testing.assert_allclose(shaw_output(weights, v, tables[1], where), output, atol=1e-12)
