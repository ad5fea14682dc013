"""Composing is associative, and the scheme that does nothing is its neutral element."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.schemes import SCHEMES, Scheme, compose

NAMES = st.sampled_from(sorted(SCHEMES))


@pytest.mark.parametrize("name", SCHEMES)
def test_neutral_element(attend, tokens, name):
    x, where = tokens(0, 5), np.arange(5)
    alone = attend(name, x, where)
    for around in (compose(SCHEMES[name]), compose(Scheme(), SCHEMES[name]), compose(SCHEMES[name], Scheme())):
        np.testing.assert_array_equal(attend(around, x, where), alone)


def test_nothing_composed_does_nothing(attend, tokens):
    x, where = tokens(0, 5), np.arange(5)
    np.testing.assert_array_equal(attend(compose(), x, where), attend("none", x, where))


@given(seed=st.integers(0, 2**32 - 1), a=NAMES, b=NAMES, c=NAMES)
def test_associative(attend, tokens, seed, a, b, c):
    x, where = tokens(seed, 4), np.array([3, 0, 20, 5])
    a, b, c = SCHEMES[a], SCHEMES[b], SCHEMES[c]
    left, right = compose(compose(a, b), c), compose(a, compose(b, c))
    np.testing.assert_allclose(attend(left, x, where), attend(right, x, where), atol=1e-12)


def test_biases_are_summed(attend, tokens):
    """Two ALiBi are one of twice the slopes."""
    x, where = tokens(0, 6), np.arange(6)
    doubled = Scheme(scores=lambda *given: 2 * SCHEMES["alibi"].scores(*given))
    twice = compose(SCHEMES["alibi"], SCHEMES["alibi"])
    np.testing.assert_allclose(attend(twice, x, where), attend(doubled, x, where), atol=1e-14)
    assert np.abs(attend(twice, x, where) - attend("alibi", x, where)).max() > 1e-3
