"""The softmax gives positive weights that sum to 1, moves with its axis and ignores a constant added to a row."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from posenc.encodings.softmax import softmax

SCORES = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=1, max_dims=3, max_side=6),
    elements=st.floats(-1e4, 1e4) | st.just(-np.inf),
)


@given(scores=SCORES)
def test_each_row_sums_to_one_unless_nothing_may_be_attended(scores):
    weights = softmax(scores)
    assert (weights >= 0).all()
    reachable = np.isfinite(scores).any(axis=-1)
    np.testing.assert_allclose(weights.sum(axis=-1), reachable.astype(float), rtol=1e-12)
    assert (weights[np.isneginf(scores)] == 0).all()


@given(scores=SCORES, constant=st.floats(-1e4, 1e4))
def test_a_constant_cancels(scores, constant):
    np.testing.assert_allclose(softmax(scores + constant), softmax(scores), atol=1e-11)


@given(scores=SCORES, data=st.data())
def test_any_axis(scores, data):
    axis = data.draw(st.integers(-scores.ndim, scores.ndim - 1))
    np.testing.assert_array_equal(
        softmax(scores, axis=axis), np.moveaxis(softmax(np.moveaxis(scores, axis, -1)), -1, axis)
    )
