"""Rotary equals Llama (half-split), rotary-embedding-torch (interleaved) and GPT-NeoX (partial)."""

import numpy as np
import pytest

from posenc.encodings.rotary import rotary_frequencies, rotate, to_half_split, to_interleaved

FREQUENCIES = rotary_frequencies(8)


@pytest.mark.parametrize("d", [16, 64, 128])
def test_frequencies(golden, d):
    entry = golden("rotary")[f"inv_freq.default.d{d}_b10000"]
    frequencies = rotary_frequencies(entry.params["head_dim"], entry.params["base"])
    np.testing.assert_allclose(frequencies, entry.values, rtol=2 * np.finfo(np.float32).eps, atol=0)


@pytest.mark.parametrize("layout", ["half_split", "interleaved"])
@pytest.mark.parametrize("vector", ["q", "k"])
def test_rotated_vectors(golden, layout, vector):
    x = golden("rotary")[f"rope.input.{vector}"].values
    golden("rotary")[f"rope.{layout}.{vector}_rot"].matches(rotate(x, np.arange(6), FREQUENCIES, layout=layout))


@pytest.mark.parametrize("layout", ["half_split", "interleaved"])
def test_scores(golden, layout):
    q, k = (rotate(golden("rotary")[f"rope.input.{v}"].values, np.arange(6), FREQUENCIES, layout=layout) for v in "qk")
    golden("rotary")[f"rope.{layout}.scores"].matches(q @ k.T, ulps=16)  # a sum of 8 terms


def test_cosines_and_sines(golden):
    """A rotated unit vector shows the cosine in its own channel and the sine in its partner's."""
    ones = np.concatenate([np.ones((6, 4)), np.zeros((6, 4))], axis=-1)
    shown = rotate(ones, np.arange(6), FREQUENCIES, layout="half_split")
    cosines, sines = shown[:, :4], shown[:, 4:]
    golden("rotary")["rope.cos_half"].matches(np.hstack([cosines, cosines]))
    golden("rotary")["rope.sin_half"].matches(np.hstack([sines, sines]))


def test_permutation(golden):
    entry = golden("rotary")["rope.permutation"]
    entry.matches(to_half_split(np.arange(8)))
    np.testing.assert_array_equal(to_interleaved(entry.values), np.arange(8))


def test_partly_rotary_head(golden):
    entry = golden("rotary")["rope.partial.half_split.q_rot"]
    frequencies = rotary_frequencies(entry.params["rot_dim"])
    golden("rotary")["rope.partial.inv_freq"].matches(frequencies)
    entry.matches(rotate(golden("rotary")["rope.input.q"].values, np.arange(6), frequencies, layout="half_split"))
