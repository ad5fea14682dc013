"""T5's buckets and bias against transformers, over every option and the exact boundaries."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="live comparison needs the extra `reference`")
t5 = pytest.importorskip("transformers.models.t5.modeling_t5", reason="live comparison needs the extra `reference`")

from posenc.encodings.positions import offsets  # noqa: E402
from posenc.encodings.t5 import t5_bias, t5_bucket  # noqa: E402

POWERS = 2 ** np.arange(41)
OFFSETS = np.unique(np.concatenate([np.arange(5001), POWERS, POWERS - 1, POWERS + 1]))
OFFSETS = np.concatenate([-OFFSETS[::-1], OFFSETS])


@pytest.mark.parametrize("bidirectional", [True, False])
@pytest.mark.parametrize("num_buckets", [2, 3, 4, 5, 8, 9, 10, 16, 20, 29, 31, 32, 33, 40, 64, 83, 99, 108, 128, 320])
def test_buckets(num_buckets, bidirectional):
    """Distances that stand exactly on a boundary, max_distance = e · m^k, are where precision decides."""
    if bidirectional and num_buckets < 4:
        pytest.skip("bidirectional needs 4 buckets")
    exact = (num_buckets // 2 if bidirectional else num_buckets) // 2
    candidates = {exact + 1, 100, 128, 256, 1000, 10**6} | {exact * m for m in (2, 3, 4, 5, 8, 9, 16, 27, 32, 64, 256)}
    for max_distance in sorted(m for m in candidates if m > exact):
        options = {"bidirectional": bidirectional, "num_buckets": num_buckets, "max_distance": max_distance}
        theirs = t5.T5Attention._relative_position_bucket(torch.tensor(OFFSETS), **options).numpy()
        np.testing.assert_array_equal(t5_bucket(OFFSETS, **options), theirs, err_msg=f"max_distance={max_distance}")


@pytest.mark.parametrize("decoder", [True, False])
@pytest.mark.parametrize(("n_q", "n_k", "past"), [(6, 6, 0), (300, 300, 0), (1, 200, 199), (5, 77, 72)])
def test_bias(n_q, n_k, past, decoder):
    config = t5.T5Config(
        d_model=8, d_kv=4, num_heads=3, is_decoder=decoder,
        relative_attention_num_buckets=20, relative_attention_max_distance=90,
    )  # fmt: skip
    torch.manual_seed(0)
    layer = t5.T5Attention(config, has_relative_attention_bias=True, layer_idx=0)
    with torch.no_grad():
        theirs = layer.compute_bias(n_q, n_k, past_seen_tokens=past)[0].numpy()
    where = offsets(past + np.arange(n_q), np.arange(n_k))
    table = layer.relative_attention_bias.weight.detach().numpy()
    ours = t5_bias(table, where, bidirectional=not decoder, num_buckets=20, max_distance=90)
    np.testing.assert_array_equal(ours, theirs)
