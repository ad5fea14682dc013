"""Dynamic NTK changes nothing up to the trained length, leaves it without a jump, and only slows down from there."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.rotary import rotary_frequencies
from posenc.encodings.scaling import dynamic_ntk

D = {
    "half": st.integers(2, 64),
    "base": st.floats(2, 1e8),
    "factor": st.floats(1, 100),
    "trained": st.integers(2, 10**5),
}


@given(**D, share=st.floats(0, 1))
def test_nothing_below(half, base, factor, trained, share):
    length = max(1, round(share * trained))
    np.testing.assert_array_equal(
        dynamic_ntk(2 * half, base, factor, length, trained)[0], rotary_frequencies(2 * half, base)
    )


@given(**D)
def test_no_jump(half, base, factor, trained):
    just_past, _ = dynamic_ntk(2 * half, base, factor, trained * (1 + 1e-9), trained)
    np.testing.assert_allclose(just_past, rotary_frequencies(2 * half, base), rtol=1e-6)


@given(**D, growths=st.lists(st.floats(1, 50), min_size=2, max_size=2))
def test_slower_the_longer(half, base, factor, trained, growths):
    near, far = (dynamic_ntk(2 * half, base, factor, trained * g, trained)[0] for g in sorted(growths))
    assert (far <= near * (1 + 1e-12)).all()
