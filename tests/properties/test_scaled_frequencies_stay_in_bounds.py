"""A scaling by s leaves every frequency between θ / s and θ, and the pairs in order from fast to slow."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.rotary import rotary_frequencies
from posenc.encodings.scaling import linear, llama3, ntk, yarn


@given(
    half=st.integers(2, 64), base=st.floats(10, 1e7), factor=st.floats(1, 100), trained=st.integers(16, 10**5),
    slow=st.floats(0.1, 5), more=st.floats(0.1, 50), truncate=st.booleans(),
)  # fmt: skip
def test_bounds(half, base, factor, trained, slow, more, truncate):
    d, betas, plain = 2 * half, {"beta_slow": slow, "beta_fast": slow + more}, rotary_frequencies(2 * half, base)
    for name, (frequencies, _) in {
        "linear": linear(plain, factor),
        "ntk": ntk(d, base, factor),
        "yarn": yarn(d, base, factor, trained, truncate=truncate, **betas),
        "yarn in turns": yarn(d, base, factor, trained, ramp="turns", **betas),
        "llama3": llama3(plain, factor, slow, slow + more, trained),
    }.items():
        assert frequencies.dtype == np.float64
        assert (frequencies <= plain * (1 + 1e-14)).all(), name
        assert (frequencies >= plain / factor * (1 - 1e-13)).all(), name
        assert (np.diff(frequencies) < 0).all(), name
