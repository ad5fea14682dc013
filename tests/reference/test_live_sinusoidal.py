"""The sinusoid against the tables that transformers builds, at sizes of any kind."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="live comparison needs the extra `reference`")
distilbert = pytest.importorskip(
    "transformers.models.distilbert.modeling_distilbert", reason="live comparison needs the extra `reference`"
)
marian = pytest.importorskip(
    "transformers.models.marian.modeling_marian", reason="live comparison needs the extra `reference`"
)
m2m = pytest.importorskip(
    "transformers.models.m2m_100.modeling_m2m_100", reason="live comparison needs the extra `reference`"
)

from posenc.encodings.sinusoidal import sinusoidal  # noqa: E402

SIZES = [(1, 2), (7, 4), (50, 6), (300, 64), (512, 130)]


@pytest.mark.parametrize(("n", "d_model"), SIZES)
def test_interleaved_as_distilbert(n, d_model):
    table = distilbert._create_sinusoidal_embeddings(n, d_model, torch.empty(n, d_model)).numpy()
    np.testing.assert_allclose(sinusoidal(np.arange(n), d_model), table, rtol=0, atol=1e-7)


@pytest.mark.parametrize(("n", "d_model"), SIZES)
def test_concatenated_as_marian(n, d_model):
    table = marian.MarianSinusoidalPositionalEmbedding(n, d_model).create_weight().numpy()
    got = sinusoidal(np.arange(n), d_model, layout="concatenated")
    np.testing.assert_allclose(got, table, rtol=0, atol=1e-7)


@pytest.mark.parametrize(("n", "d_model"), [size for size in SIZES if size[1] > 2])  # theirs divides by zero at 2
def test_tensor2tensor_spacing_as_m2m100(n, d_model):
    """Theirs rounds the angles to float32, so that the error grows with the position."""
    table = m2m.M2M100SinusoidalPositionalEmbedding.get_embedding(n, d_model).numpy()
    got = sinusoidal(np.arange(n), d_model, layout="concatenated", spacing="tensor2tensor")
    np.testing.assert_allclose(got, table, rtol=0, atol=2e-7 * max(n, 5))
