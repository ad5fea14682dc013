"""Attention, masks and learned tables against PyTorch; positions behind padding against transformers."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="live comparison needs the extra `reference`")
roberta = pytest.importorskip(
    "transformers.models.roberta.modeling_roberta", reason="live comparison needs the extra `reference`"
)

from posenc.encodings.attention import attention, layer_norm, softmax  # noqa: E402
from posenc.encodings.causal import causal_mask  # noqa: E402
from posenc.encodings.learned import interpolate  # noqa: E402
from posenc.encodings.positions import positions_from_mask  # noqa: E402

functional = torch.nn.functional
TOLERANCE = {np.float32: 2e-6, np.float64: 1e-13}


def draw(dtype, *shapes):
    rng = np.random.default_rng(0)
    return [rng.normal(size=shape).astype(dtype) for shape in shapes]


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("kind", ["none", "causal", "random", "bias"])
def test_scaled_dot_product_attention(kind, dtype):
    """The random mask leaves some rows without a key: zero in both."""
    q, k, v, bias = draw(dtype, (2, 3, 17, 8), (2, 3, 29, 8), (2, 3, 29, 5), (17, 29))
    mask = {
        "causal": causal_mask(12 + np.arange(17), np.arange(29)),
        "random": np.random.default_rng(1).random((17, 29)) < 0.05,
    }.get(kind)
    ours = attention(q, k, v, mask=mask, bias=bias if kind == "bias" else None)
    given = torch.tensor(bias) if kind == "bias" else None if mask is None else torch.tensor(mask)
    theirs = functional.scaled_dot_product_attention(*map(torch.tensor, (q, k, v)), attn_mask=given).numpy()
    np.testing.assert_allclose(ours, theirs, atol=TOLERANCE[dtype])
    if kind == "random":
        assert not mask.any(axis=-1).all()


@pytest.mark.parametrize("dtype", TOLERANCE)
def test_softmax_and_layer_norm(dtype):
    x, gain, shift = draw(dtype, (4, 9), (9,), (9,))
    np.testing.assert_allclose(softmax(x), torch.softmax(torch.tensor(x), -1), atol=TOLERANCE[dtype])
    theirs = functional.layer_norm(torch.tensor(x), (9,), torch.tensor(gain), torch.tensor(shift))
    np.testing.assert_allclose(layer_norm(x, gain, shift), theirs, atol=TOLERANCE[dtype])


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize(("old", "new"), [(4, 9), (9, 4), (5, 1), (1, 5), (512, 2048), (7, 7)])
def test_interpolated_tables(old, new, dtype):
    (table,) = draw(dtype, (old, 6))
    theirs = functional.interpolate(torch.tensor(table.T[None]), new, mode="linear", align_corners=True)[0].T
    tolerance = 2e-4 if dtype == np.float32 else 1e-10  # theirs rounds the place between two rows
    np.testing.assert_allclose(interpolate(table, new), theirs, atol=tolerance)


def test_positions_behind_padding():
    ids = np.array([[0, 5, 6, 2], [0, 5, 2, 1], [1, 1, 7, 8]])
    theirs = roberta.RobertaEmbeddings.create_position_ids_from_input_ids(torch.tensor(ids), 1).numpy()
    real = ids != 1
    np.testing.assert_array_equal(np.where(real, positions_from_mask(real) + 2, 1), theirs)
