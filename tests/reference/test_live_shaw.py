"""Shaw's scores against Wav2Vec2-BERT's relative_key, which takes j − i as well."""

from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="live comparison needs the extra `reference`")
bert = pytest.importorskip(
    "transformers.models.wav2vec2_bert.modeling_wav2vec2_bert", reason="live comparison needs the extra `reference`"
)

from posenc.encodings.positions import offsets  # noqa: E402
from posenc.encodings.shaw import shaw_scores  # noqa: E402


@pytest.mark.parametrize(("n", "max_offset"), [(3, 8), (20, 4), (33, 1)])
def test_scores(n, max_offset):
    rng, d = np.random.default_rng(0), 16
    q, k = rng.normal(size=(2, 2, 3, n, d)).astype(np.float32)
    table = rng.normal(size=(2 * max_offset + 1, d)).astype(np.float32)
    embedding = torch.nn.Embedding.from_pretrained(torch.tensor(table))
    module = SimpleNamespace(
        left_max_position_embeddings=max_offset, right_max_position_embeddings=max_offset,
        distance_embedding=embedding, scaling=d**-0.5,
    )  # fmt: skip
    query, key = torch.tensor(q), torch.tensor(k)
    _, bias = bert._apply_relative_key_position_encoding(module, query, key)
    theirs = (query @ key.transpose(-1, -2) * d**-0.5 + bias).numpy()
    where = offsets(np.arange(n), np.arange(n))
    np.testing.assert_allclose(shaw_scores(q, k, table, where), theirs, atol=2e-6)
