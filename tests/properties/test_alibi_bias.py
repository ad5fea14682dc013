"""ALiBi's bias is largest on the diagonal, and under a causal mask equals the row m · j after softmax."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.alibi import alibi_bias, alibi_slopes
from posenc.encodings.causal import causal_mask
from posenc.encodings.positions import offsets
from posenc.encodings.softmax import softmax

POSITIONS = st.lists(st.integers(-500, 500) | st.floats(-500, 500), min_size=1, max_size=8)


@given(q_positions=POSITIONS, k_positions=POSITIONS, n_heads=st.integers(1, 40))
def test_the_nearest_key_is_penalised_least(q_positions, k_positions, n_heads):
    where = offsets(q_positions, k_positions)
    bias = alibi_bias(alibi_slopes(n_heads), where)
    assert (bias <= 0).all()
    nearest = np.abs(where).argmin(axis=-1)
    assert (np.take_along_axis(bias, np.broadcast_to(nearest[None, :, None], (n_heads, len(q_positions), 1)), -1)
            == bias.max(axis=-1, keepdims=True)).all()  # fmt: skip


@given(positions=POSITIONS, n_heads=st.integers(1, 20))
def test_the_row_form_under_a_causal_mask(positions, n_heads):
    where, slopes = np.sort(positions), alibi_slopes(n_heads)
    mask = causal_mask(where, where)
    row = slopes[:, None, None] * where
    full = alibi_bias(slopes, offsets(where, where))
    masked_row, masked = (softmax(np.where(mask, form, -np.inf)) for form in (row, full))
    np.testing.assert_allclose(masked_row, masked, atol=1e-10)
