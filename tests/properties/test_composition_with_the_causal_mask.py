"""Every scheme composes with the causal mask, as a scheme or as a mask, and then no row depends on later tokens."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.causal import causal_mask
from posenc.encodings.schemes import SCHEMES, causal_scheme, compose


@pytest.mark.parametrize("name", SCHEMES)
@given(seed=st.integers(0, 2**32 - 1), positions=st.lists(st.integers(0, 63), min_size=1, max_size=8))
def test_the_mask_and_the_scheme_are_one(attend, tokens, name, seed, positions):
    x, where = tokens(seed, len(positions)), np.array(positions)
    masked = attend(name, x, where, mask=causal_mask(where, where))
    composed = attend(compose(SCHEMES[name], causal_scheme()), x, where)
    np.testing.assert_allclose(composed, masked, atol=1e-12)
    np.testing.assert_allclose(attend(compose(causal_scheme(), SCHEMES[name]), x, where), masked, atol=1e-12)


@pytest.mark.parametrize("name", SCHEMES)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 8), data=st.data())
def test_later_tokens_change_nothing(attend, tokens, name, seed, n, data):
    changed = data.draw(st.integers(1, n - 1))
    x, where = tokens(seed, n), np.arange(n)
    other = x.copy()
    other[changed:] += 10.0
    masked = compose(SCHEMES[name], causal_scheme())
    np.testing.assert_array_equal(attend(masked, other, where)[:changed], attend(masked, x, where)[:changed])
    assert np.abs(attend(masked, other, where)[changed] - attend(masked, x, where)[changed]).max() > 1e-3
