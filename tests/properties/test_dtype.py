"""float16, float32 and float64 come out as they went in, near the float64 result."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.schemes import N_HEADS, SCHEMES

TOLERANCE = {np.float16: 3e-2, np.float32: 5e-6, np.float64: 1e-14}


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("name", SCHEMES)
@given(seed=st.integers(0, 2**32 - 1), start=st.integers(0, 50))
def test_layer(attend, tokens, name, dtype, seed, start):
    x, where = tokens(seed, 5), start + np.arange(5)
    got = attend(name, x.astype(dtype), where)
    assert got.dtype == dtype
    np.testing.assert_allclose(got, attend(name, x, where), rtol=0, atol=TOLERANCE[dtype])


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("name", SCHEMES)
def test_parts(name, dtype):
    """No part widens its input, except that a bias for float16 comes in float32, as scores are computed."""
    scheme, where = SCHEMES[name], np.arange(5)
    x, q = np.ones((5, 32), dtype), np.ones((N_HEADS, 5, 8), dtype)
    weights = np.ones((N_HEADS, 5, 5), dtype)
    assert scheme.inputs(x, where).dtype == dtype
    assert [part.dtype for part in scheme.query_key(q, q, where, where)] == [dtype, dtype]
    for part in (scheme.scores(q, q, where, where), scheme.values(weights, where, where)):
        assert part is None or part.dtype == np.promote_types(dtype, np.float32)
