"""ALiBi against Bloom and MPT: equal slopes, and equal weights under the causal mask with left padding."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="live comparison needs the extra `reference`")
bloom = pytest.importorskip(
    "transformers.models.bloom.modeling_bloom", reason="live comparison needs the extra `reference`"
)
mpt = pytest.importorskip("transformers.models.mpt.modeling_mpt", reason="live comparison needs the extra `reference`")

from posenc.encodings.alibi import alibi_bias, alibi_slopes  # noqa: E402
from posenc.encodings.causal import causal_mask  # noqa: E402
from posenc.encodings.positions import offsets, positions_from_mask  # noqa: E402
from posenc.encodings.softmax import softmax  # noqa: E402


@pytest.mark.parametrize("n_heads", [*range(1, 41), 71, 112])
def test_slopes(n_heads):
    """Bloom's row is m · j: its second key holds the slopes. MPT's last but one holds them negated."""
    row = bloom.build_alibi_tensor(torch.ones(1, 2), n_heads, torch.float32).numpy()
    np.testing.assert_allclose(alibi_slopes(n_heads), row[:, 0, 1], rtol=1e-6)  # theirs raise to powers in float32
    theirs = mpt.build_mpt_alibi_tensor(n_heads, 2).numpy().reshape(n_heads, 2)
    np.testing.assert_allclose(alibi_slopes(n_heads), -theirs[:, 0], rtol=1e-6)  # theirs raise to powers in float32


@pytest.mark.parametrize("padding", [0, 3])
def test_weights_as_bloom(padding):
    n, n_heads = 12, 6
    real = np.arange(n) >= padding
    row = bloom.build_alibi_tensor(torch.tensor(real[None].astype(int)), n_heads, torch.float32).numpy()
    scores = np.random.default_rng(0).normal(size=(n_heads, n, n)).astype(np.float32)
    where = positions_from_mask(real)
    mask = causal_mask(np.arange(n), np.arange(n)) & real
    theirs, ours = (
        softmax(np.where(mask, scores + bias, -np.inf))
        for bias in (row, alibi_bias(alibi_slopes(n_heads), offsets(where, where)))
    )
    np.testing.assert_allclose(ours[:, padding:], theirs[:, padding:], rtol=1e-5, atol=1e-7)
