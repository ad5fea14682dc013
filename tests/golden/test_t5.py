"""T5's buckets and bias equal those of transformers."""

import numpy as np
import pytest

from posenc.encodings.positions import offsets
from posenc.encodings.t5 import t5_bias, t5_bucket

TABLE = np.arange(16, dtype=np.float32).reshape(8, 2)


@pytest.mark.parametrize(
    ("name", "reach", "options"),
    [
        ("t5.buckets.bidirectional", 200, {}),
        ("t5.buckets.causal", 200, {"bidirectional": False}),
        ("t5.buckets.bidirectional.nb16_md128", 40, {"num_buckets": 16}),
    ],
)
def test_buckets(golden, name, reach, options):
    golden("t5")[name].matches(t5_bucket(np.arange(-reach, reach + 1), **options))


@pytest.mark.parametrize("direction", ["bidirectional", "causal"])
def test_bias(golden, direction):
    entry = golden("t5")[f"t5.bias.n6_h2.{direction}"]
    square = offsets(np.arange(6), np.arange(6))
    entry.matches(
        t5_bias(TABLE, square, bidirectional=direction == "bidirectional", num_buckets=8, max_distance=20), ulps=0
    )


def test_bias_of_one_query_against_cached_keys(golden):
    entry = golden("t5")["t5.bias.decode_q1_k6.bidirectional"]
    last_row = offsets([entry.params["past_seen_tokens"]], np.arange(6))
    entry.matches(t5_bias(TABLE, last_row, num_buckets=8, max_distance=20), ulps=0)
