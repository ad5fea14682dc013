"""Each token is turned by its own position alone: in one pass, in pieces as when decoding, or in another order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.rotary import rotary_frequencies, rotate


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("layout", ["interleaved", "half_split"])
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 12), d=st.integers(8, 13), data=st.data())
def test_pieces_and_permutations(layout, dtype, seed, n, d, data):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((2, n, d)).astype(dtype)
    positions, frequencies = rng.integers(-999, 99_999, n), rotary_frequencies(8)
    whole = rotate(x, positions, frequencies, layout=layout)

    def same(got, expected):
        np.testing.assert_allclose(got, expected, rtol=0, atol=8 * np.finfo(dtype).eps)

    cut = data.draw(st.integers(0, n))
    pieces = [rotate(x[:, part], positions[part], frequencies, layout=layout) for part in np.split(np.arange(n), [cut])]
    same(np.concatenate(pieces, axis=1), whole)

    order = data.draw(st.permutations(range(n)))
    same(rotate(x[:, order], positions[order], frequencies, layout=layout), whole[:, order])

    for example in range(2):
        alone = rotate(x[example], positions, frequencies, layout=layout)
        same(alone, whole[example])
