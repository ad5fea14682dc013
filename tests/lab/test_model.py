"""The lab's model is made of the library: each encoding gives what the library's scheme of the same name gives."""

import numpy as np
import pytest

from posenc.encodings.alibi import alibi_slopes
from posenc.encodings.attention import self_attention
from posenc.encodings.causal import causal_mask
from posenc.encodings.rotary import rotary_frequencies
from posenc.encodings.scheme import Scheme
from posenc.encodings.schemes import (
    alibi_scheme,
    learned_scheme,
    rotary_scheme,
    shaw_scheme,
    sinusoidal_scheme,
    t5_scheme,
)  # fmt: skip
from posenc.lab.derivatives import collect, spread
from posenc.lab.encodings import ENCODINGS, T5_BUCKETS, T5_GAIN
from posenc.lab.model import initial_weights, logits
from posenc.lab.settings import Settings
from posenc.lab.task import draw

SETTINGS = Settings(precision="float64", length=40)
LIBRARY = {
    "none": lambda tables: Scheme(),
    "sinusoidal": lambda tables: sinusoidal_scheme(),
    "learned": lambda tables: learned_scheme(tables["rows"]),
    "shaw": lambda tables: shaw_scheme(tables["keys"], tables["values"]),
    "t5": lambda tables: t5_scheme(
        T5_GAIN * tables["buckets"], bidirectional=False, num_buckets=T5_BUCKETS, max_distance=SETTINGS.length
    ),
    "rotary": lambda tables: rotary_scheme(rotary_frequencies(SETTINGS.d_head), layout="half_split"),
    "alibi": lambda tables: alibi_scheme(alibi_slopes(SETTINGS.n_heads)),
}


def norm(x, gain):
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + 1e-6) * gain


def by_the_library(weights, tokens, scheme, positions):
    """The same two layers, written once more with `self_attention`."""
    x = scheme.inputs(weights["embedding"][tokens], positions)
    within = Scheme(query_key=scheme.query_key, scores=scheme.scores, values=scheme.values)
    for layer in range(SETTINGS.n_layers):
        own = {name.partition(".")[2]: w for name, w in weights.items() if name.startswith(f"{layer}.")}
        projections = (own[name] for name in ("w_q", "w_k", "w_v", "w_o"))
        x = x + self_attention(
            norm(x, own["attention_gain"]), *projections, n_heads=SETTINGS.n_heads, scheme=within,
            positions=positions, mask=causal_mask(positions, positions),
        )  # fmt: skip
        x = x + np.maximum(norm(x, own["forward_gain"]) @ own["w_up"], 0) @ own["w_down"]
    return norm(x, weights["gain"]) @ weights["w_answer"]


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_model_is_the_librarys(name):
    rng, encoding = np.random.default_rng(0), ENCODINGS[name](SETTINGS)
    tables = {key: rng.normal(size=np.shape(table)) for key, table in encoding.start.items()}
    weights = {key: w + 0.1 * rng.normal(size=w.shape) for key, w in initial_weights(SETTINGS, rng).items()} | tables
    tokens = draw(rng, sequences=2, length=SETTINGS.length).tokens
    ours = logits(weights, tokens, encoding.build(tables), SETTINGS)
    theirs = by_the_library(weights, tokens, LIBRARY[name](tables), np.arange(SETTINGS.length))
    np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-10)


def test_learned_rows_are_clamped_past_the_last():
    encoding = ENCODINGS["learned"](SETTINGS)
    rows = np.random.default_rng(0).normal(size=(SETTINGS.length, SETTINGS.d_model))
    x = np.zeros((1, 50, SETTINGS.d_model))
    coded = encoding.build({"rows": rows}).inputs(x, np.arange(50))
    np.testing.assert_array_equal(coded[0, SETTINGS.length :], np.broadcast_to(rows[-1], (10, SETTINGS.d_model)))


def test_float64_of_a_scheme_does_not_widen_the_model():
    settings = Settings()
    wide = Scheme(
        inputs=lambda x, positions: x + np.ones(x.shape[-1]),
        scores=lambda q, k, q_positions, k_positions: np.zeros((1, len(q_positions), len(k_positions))),
    )
    weights = {name: w.astype(np.float32) for name, w in initial_weights(settings, np.random.default_rng(0)).items()}
    assert logits(weights, np.zeros((1, 5), dtype=np.int64), wide, settings).dtype == np.float32


def test_no_answer_looks_ahead():
    weights = initial_weights(SETTINGS, np.random.default_rng(0))
    tokens = draw(np.random.default_rng(1), sequences=1, length=12).tokens
    other = tokens.copy()
    other[:, 7:] = (other[:, 7:] + 1) % 16
    one, two = (logits(weights, each, Scheme(), SETTINGS) for each in (tokens, other))
    np.testing.assert_array_equal(one[:, :7], two[:, :7])
    assert not np.allclose(one[:, 7:], two[:, 7:])


def test_spread_and_collect_are_transposes():
    rng = np.random.default_rng(0)
    rows = rng.integers(5, size=(4, 6))
    by_row, by_pair = rng.normal(size=(2, 3, 4, 5)), rng.normal(size=(2, 3, 4, 6))
    assert (spread(by_row, rows) * by_pair).sum() == pytest.approx((by_row * collect(by_pair, rows, 5)).sum())
    assert spread(by_row, rows)[1, 2, 3, 0] == by_row[1, 2, 3, rows[3, 0]]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"n_heads": 5}, "d_model = 32 must be a multiple of n_heads = 5"),
        ({"length": 0}, "length must be at least 1, not 0"),
        ({"steps": 0}, "steps must be at least 1, not 0"),
        ({"precision": "float16"}, "precision must be 'float32' or 'float64'"),
    ],
)
def test_settings_that_cannot_be(change, words):
    with pytest.raises(ValueError, match=words):
        Settings(**change)
