"""Rotary schemes turn queries and keys without stretching them, but for the attention factor."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings import scaling
from posenc.encodings.schemes import N_POSITIONS, SCHEMES

FACTORS = dict.fromkeys(("rotary", "linear", "ntk", "dynamic_ntk", "llama3"), 1.0) | {
    "yarn": scaling.yarn(8, 1e4, 4.0, N_POSITIONS, beta_fast=4.0)[1],
    "longrope": np.sqrt(1 + np.log(4) / np.log(N_POSITIONS)),
}


@pytest.mark.parametrize(("name", "factor"), FACTORS.items())
@given(seed=st.integers(0, 2**32 - 1), positions=st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=6))
def test_norms(name, factor, seed, positions):
    where = np.array(positions)
    vectors = np.random.default_rng(seed).normal(size=(2, 4, len(positions), 8))
    turned = np.stack(SCHEMES[name].query_key(*vectors, where, where))
    np.testing.assert_allclose(np.linalg.norm(turned, axis=-1), factor * np.linalg.norm(vectors, axis=-1), rtol=1e-12)
