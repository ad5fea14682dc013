"""Bugs met in the field: for each, the right value comes out here, and the wrong one is told apart from it.

The cases and their sources are in tests/golden/field_bugs.json; those of rotary, scalings and grids are in
test_field_bugs_rotary.py.
"""

import numpy as np
import pytest

from posenc.encodings.alibi import alibi_bias, alibi_slopes
from posenc.encodings.attention import attention, attention_weights, softmax
from posenc.encodings.causal import causal_mask
from posenc.encodings.learned import lookup
from posenc.encodings.positions import offsets, positions_from_mask
from posenc.encodings.shaw import shaw_scores
from posenc.encodings.sinusoidal import sinusoidal
from posenc.encodings.t5 import t5_bias, t5_bucket

PRINTED = {"rtol": 0, "atol": 5e-7}  # the cases are printed with six decimals


def weights_of(bias, mask=None):
    """Weights where content says nothing: bias and mask alone decide."""
    n_q, n_k = np.shape(bias)[-2:]
    return attention_weights(np.zeros((n_q, 1)), np.zeros((n_k, 1)), bias=bias, mask=mask)


def differ(wrong, right):
    return not np.allclose(wrong, right, **PRINTED)


# Decoding: one query, cached keys


@pytest.mark.parametrize("scheme", ["alibi", "t5"])
def test_decode_offset(field_bugs, scheme):
    case = field_bugs("decode-offset")
    keys = np.arange(10)
    table = np.random.default_rng(0).normal(size=(32, 1))

    def rows(query_positions):
        where = offsets(query_positions, keys)
        bias = alibi_bias([0.5], where) if scheme == "alibi" else t5_bias(table, where)
        return weights_of(bias[0], mask=causal_mask(query_positions, keys))

    full = rows(keys)
    steps = [rows([position])[0] for position in case["right"]]
    np.testing.assert_allclose(steps, full[6:], rtol=0, atol=1e-15)
    assert differ(rows(case["wrong"])[1:], full[7:])


def test_alibi_decode_zero(field_bugs):
    case = field_bugs("alibi-decode-zero")
    decoded = weights_of(alibi_bias([0.5], offsets([3], np.arange(4)))[0])[0]
    np.testing.assert_allclose(decoded, case["right"], **PRINTED)
    assert differ(decoded, case["wrong"])


def test_one_query_against_the_cache_takes_the_last_row_of_the_mask_not_the_first():
    mask = causal_mask([3], np.arange(4))
    np.testing.assert_array_equal(mask, causal_mask(np.arange(4), np.arange(4))[-1:])
    assert mask.all()


# ALiBi


@pytest.mark.parametrize(("bug", "n_heads"), [("alibi-slopes-12", 12), ("alibi-slope-off-by-one", 8)])
def test_alibi_slopes(field_bugs, bug, n_heads):
    case = field_bugs(bug)
    slopes = alibi_slopes(n_heads) if n_heads == 12 else alibi_slopes(n_heads)[[0, 1, -1]]
    np.testing.assert_allclose(slopes, case["right"], **PRINTED)
    assert differ(slopes, case["wrong"])


def test_alibi_sign(field_bugs):
    case = field_bugs("alibi-sign")
    bias = alibi_bias([0.5], offsets([3], np.arange(4)))[0]
    np.testing.assert_allclose(weights_of(bias)[0], case["right"], **PRINTED)
    np.testing.assert_allclose(weights_of(-bias)[0], case["wrong"], **PRINTED)
    assert (alibi_bias(alibi_slopes(12), offsets(np.arange(9), np.arange(9))) <= 0).all()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_alibi_row_form_loses_precision_far_out(field_bugs, dtype):
    """The bias by offsets is right at any position and in any precision; m·j in half precision is not."""
    case = field_bugs("alibi-row-form-not-a-bug")
    keys = np.arange(1000, 1004)
    bias = alibi_bias(np.array([0.5], dtype), offsets([1003], keys))[0]
    tolerance = 1e-3 if dtype == np.float16 else 1e-6
    np.testing.assert_allclose(weights_of(bias)[0], case["right"]["fp"], rtol=0, atol=tolerance)
    far = np.float16(0.5) * (keys + 20_000).astype(np.float16)
    assert differ(softmax(far), case["right"]["fp"])


# Sinusoidal


def test_odd_d_model(field_bugs):
    case = field_bugs("odd-d-model")
    with pytest.raises(ValueError, match="d_model must be even and at least 2, not 5"):
        sinusoidal([1], 5)
    right = case["right"]["pos1_d5_ceil"]  # one of two conventions: the frequencies of d = 5, one cosine fewer
    assert right[0] == pytest.approx(sinusoidal([1], 6)[0, 0], abs=5e-7)


def test_sinusoid_exponent(field_bugs):
    case = field_bugs("sinusoid-exponent")
    code = sinusoidal([1], 4)[0]
    np.testing.assert_allclose(code, case["right"], **PRINTED)
    assert differ(code, case["wrong"])


@pytest.mark.parametrize("options", [{}, {"layout": "concatenated"}, {"spacing": "tensor2tensor"}])
def test_every_pair_lies_on_the_unit_circle(options):
    """The check that the doubled exponent fails: its sine and cosine turn at unlike speeds."""
    code = sinusoidal([-3, 0, 1, 5000], 12, **options)
    concatenated = options.get("layout") == "concatenated"
    sines, cosines = (code[:, :6], code[:, 6:]) if concatenated else (code[:, 0::2], code[:, 1::2])
    np.testing.assert_allclose(sines**2 + cosines**2, 1, rtol=1e-14)


def test_sincos_concat(field_bugs):
    case = field_bugs("sincos-concat")
    paper, other = (
        sinusoidal([1], 8, layout="concatenated", spacing=spacing)[0, :4] for spacing in ("paper", "tensor2tensor")
    )
    np.testing.assert_allclose(paper, case["right"], **PRINTED)
    np.testing.assert_allclose(other, case["wrong"], **PRINTED)
    gap = np.abs(sinusoidal(np.arange(6), 8) - sinusoidal(np.arange(6), 8, spacing="tensor2tensor")).max()
    assert gap == pytest.approx(0.249, abs=5e-4)


def test_embedding_scale(field_bugs):
    """Embeddings drawn at 1/√d are √(d/2) times shorter than the sinusoid's constant norm, unless scaled by √d."""
    case, d = field_bugs("embedding-scale"), 512
    norms = np.linalg.norm(sinusoidal([0, 3, 10**6], d), axis=-1)
    np.testing.assert_allclose(norms, np.sqrt(d / 2))
    embedding_norm = 1.0  # d entries of variance 1/d
    assert norms[0] / embedding_norm == pytest.approx(case["wrong"])
    assert norms[0] / (np.sqrt(d) * embedding_norm) == pytest.approx(case["right"], abs=5e-7)


# Learned tables


def test_learned_table_offset(field_bugs):
    case = field_bugs("learned-table-offset")
    token_ids, padding_idx = np.array([[0, 5, 6, 2]]), 1
    rows = positions_from_mask(token_ids != padding_idx) + padding_idx + 1
    assert rows[0].tolist() == case["right"]["ids"]
    assert rows[0].tolist() != case["wrong"]["ids"]


@pytest.mark.parametrize("position", [-1, 4])
def test_positions_past_a_learned_table(position):
    with pytest.raises(IndexError, match=f"position {position} is outside the table of 4 rows"):
        lookup(np.zeros((4, 2)), [position])


# T5


def test_t5_missing_min(field_bugs):
    case = field_bugs("t5-missing-min")
    assert t5_bucket([-128, -200, -1000], bidirectional=False).tolist() == case["right"]


def test_t5_causal_flag_inverted(field_bugs):
    case = field_bugs("t5-causal-flag-inverted")
    where = [-200, -128, -64, -16, -1, 0, 1, 5]
    assert t5_bucket(where, bidirectional=False).tolist() == case["right"]
    assert t5_bucket(where, bidirectional=True).tolist() == case["wrong"]


@pytest.mark.parametrize("bidirectional", [True, False])
def test_t5_log0(field_bugs, bidirectional):
    """Offset 0 must not pass through log(0), whose cast to an integer is the lowest of all."""
    with np.errstate(all="raise"):
        bucket = int(t5_bucket(0, bidirectional=bidirectional))
    assert bucket == 0
    assert bucket != field_bugs("t5-log0-and-rounding")["wrong"]["cast"]


# Shaw


def test_shaw_sign(field_bugs, golden):
    case, entries = field_bugs("shaw-sign"), golden("shaw")
    q, k, table = (entries[f"shaw.input.{name}"].values for name in ("q", "k", "w_k"))
    where = offsets(np.arange(5), np.arange(5))
    np.testing.assert_allclose(shaw_scores(q, k, table, where)[0], case["right"], **PRINTED)
    np.testing.assert_allclose(shaw_scores(q, k, table, -where)[0], case["wrong"], **PRINTED)


# Masks


def test_fully_masked_row(field_bugs):
    case = field_bugs("fully-masked-row")
    np.testing.assert_array_equal(weights_of(np.zeros((1, 3)), mask=np.zeros((1, 3), dtype=bool))[0], case["right"])
    np.testing.assert_array_equal(weights_of(np.full((1, 3), -np.inf))[0], case["right"])
    output = attention(np.ones((1, 2)), np.ones((3, 2)), np.ones((3, 2)), mask=np.zeros((1, 3), dtype=bool))
    np.testing.assert_array_equal(output, [[0, 0]])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_two_masks_are_combined_as_booleans_and_filled_once(field_bugs, dtype):
    """Two additive fills of the lowest number overflow, and leave weight on a row that has none to give."""
    case = field_bugs("finfo-min-twice")
    scores = np.array([1, 2, 3], dtype=np.float32)
    np.testing.assert_allclose(softmax(scores + np.finfo(np.float32).min), case["wrong"]["softmax"], **PRINTED)
    q, k = np.ones((2, 1), dtype), np.arange(1, 4, dtype=dtype)[:, None]
    padding, causal = np.array([[False, False, True]]), causal_mask([1, 2], [0, 1, 2])
    weights = attention_weights(q, k, mask=padding & causal)
    np.testing.assert_array_equal(weights, [[0, 0, 0], [0, 0, 1]])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("scores", [[2.0, 0.0], [-2e4, 0.0], [-6e4, 6e4]])
def test_a_masked_key_keeps_no_weight_however_low_the_others_are(field_bugs, dtype, scores):
    case = field_bugs("mask-constant")
    q, k = np.ones((1, 1), dtype), np.array(scores, dtype)[:, None]
    weights = attention_weights(q, k, mask=np.array([[True, False]]))
    np.testing.assert_array_equal(weights, [[1, 0]])
    assert weights[0, 1] == case["right"]["typo"] == case["right"]["weak"]


# The same kinds, past the cases that were filed


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("start", [0, 1000, 60_000, 2**24 + 1, 2**40])
def test_bias_far_out_equals_bias_at_the_start(dtype, start):
    near, far = (offsets(np.arange(9) + shift, np.arange(9) + shift) for shift in (0, start))
    slopes = alibi_slopes(6).astype(dtype)
    np.testing.assert_array_equal(alibi_bias(slopes, far), alibi_bias(slopes, near))
    table = np.random.default_rng(0).normal(size=(32, 2)).astype(dtype)
    np.testing.assert_array_equal(t5_bias(table, far), t5_bias(table, near))


@pytest.mark.parametrize("padding", [1, 3])
def test_left_padding_changes_no_real_row(padding):
    """Positions count from the first real token, and the padding is masked: bias and output stay as without it."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(5, 4))
    padded = np.concatenate([rng.normal(size=(padding, 4)), x])
    real = np.arange(5 + padding) >= padding
    where = positions_from_mask(real)

    def run(tokens, positions, keys):
        given = tokens + sinusoidal(positions, 4)
        bias = alibi_bias([0.5], offsets(positions, positions))[0]
        return attention(given, given, tokens, bias=bias, mask=causal_mask(positions, positions) & keys)

    alone = run(x, np.arange(5), np.ones(5, dtype=bool))
    np.testing.assert_allclose(run(padded, where, real)[padding:], alone, atol=1e-14)


def test_a_batch_is_its_examples():
    """Two heads and two examples: an axis taken for the other would not show in the shape."""
    rng = np.random.default_rng(0)
    positions = np.array([[0, 1, 2], [7, 3, 100]])
    q, k, v = rng.normal(size=(3, 2, 2, 3, 4))
    where, mask = offsets(positions, positions), causal_mask(positions, positions)
    output = attention(q, k, v, bias=alibi_bias([0.5, 2.0], where), mask=mask[:, None])
    for example in range(2):
        alone = attention(
            q[example], k[example], v[example], bias=alibi_bias([0.5, 2.0], where[example]), mask=mask[example]
        )
        np.testing.assert_allclose(output[example], alone, rtol=1e-13)


def test_tokens_and_positions_permuted_together_only_reorder_the_bias():
    positions = np.array([0, 1, 2, 3, 4, 5])
    perm = np.array([3, 0, 5, 1, 4, 2])
    table = np.random.default_rng(0).normal(size=(32, 2))
    for bias in (lambda p: alibi_bias([0.5, 0.25], offsets(p, p)), lambda p: t5_bias(table, offsets(p, p))):
        np.testing.assert_array_equal(bias(positions[perm]), bias(positions)[:, perm][:, :, perm])
