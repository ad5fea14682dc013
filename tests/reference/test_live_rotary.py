"""Rotary encoding, its scalings and resampling, live against torch and transformers on random input."""

import numpy as np
import pytest

from posenc.encodings.grid import resample_table, rotate_2d, swin_index
from posenc.encodings.rotary import rotary_frequencies, rotate
from posenc.encodings.scaling import dynamic_ntk, linear, llama3, longrope, yarn

torch = pytest.importorskip("torch", reason="live comparison needs the extra `reference`")
pytest.importorskip("transformers", minversion="5.0", reason="live comparison needs the extra `reference`")

from transformers import DINOv3ViTConfig, GPTNeoXConfig, LlamaConfig  # noqa: E402
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS  # noqa: E402
from transformers.models.dinov3_vit import modeling_dinov3_vit as dinov3  # noqa: E402
from transformers.models.gpt_neox import modeling_gpt_neox as gpt_neox  # noqa: E402
from transformers.models.gptj import modeling_gptj as gptj  # noqa: E402
from transformers.models.llama import modeling_llama as llama  # noqa: E402
from transformers.models.swin.modeling_swin import SwinRelativePositionBias  # noqa: E402

FLOAT32 = float(np.finfo(np.float32).eps)
SEEDS = range(20)


def config(d, base, max_length, **rope):
    rope_parameters = {"rope_theta": base, **rope}
    return LlamaConfig(
        head_dim=d, hidden_size=2 * d, num_attention_heads=2, max_position_embeddings=max_length,
        rope_parameters=rope_parameters,
    )  # fmt: skip


def same_as_transformers(scaled, settings, *, seq_len=None):
    """Compare to the function behind `rope_type`; it works in float32, so powers are good to a few ulps."""
    kind = settings.rope_parameters["rope_type"]
    expected, expected_attention = ROPE_INIT_FUNCTIONS[kind](settings, torch.device("cpu"), seq_len=seq_len)
    frequencies, attention_factor = scaled
    np.testing.assert_allclose(frequencies, expected.numpy(), rtol=32 * FLOAT32, atol=0)
    assert attention_factor == pytest.approx(expected_attention, rel=1e-12)


@pytest.fixture(params=SEEDS)
def drawn(request):
    """A seeded generator and a head size, base, factor and trained length drawn from it."""
    rng = np.random.default_rng(request.param)
    d = 2 * int(rng.integers(2, 129))
    base, factor = float(10 ** rng.uniform(2, 7)), float(rng.uniform(1.1, 64))
    return rng, d, base, factor, int(2 ** rng.uniform(6, 15))


@pytest.mark.parametrize("partial", [1.0, 0.5, 0.25])
@pytest.mark.parametrize("seed", range(5))
def test_half_split_rotation(seed, partial):
    """GPT-NeoX's rotation, which passes the channels past the rotary part through; whole, it is Llama's."""
    rng = np.random.default_rng(seed)
    d, heads, n, base = 8 * int(rng.integers(1, 17)), 3, 17, float(10 ** rng.uniform(2, 6))
    settings = GPTNeoXConfig(
        hidden_size=d * heads, num_attention_heads=heads,
        rope_parameters={"rope_theta": base, "rope_type": "default", "partial_rotary_factor": partial},
    )  # fmt: skip
    q, positions = rng.standard_normal((2, heads, n, d)).astype(np.float32), rng.integers(0, 512, (2, n))
    cos, sin = gpt_neox.GPTNeoXRotaryEmbedding(settings)(torch.from_numpy(q), torch.from_numpy(positions))
    expected, _ = gpt_neox.apply_rotary_pos_emb(*[torch.from_numpy(q)] * 2, cos, sin)
    got = rotate(q, positions[:, None, :], rotary_frequencies(int(d * partial), base), layout="half_split")
    np.testing.assert_allclose(got, expected.numpy(), rtol=0, atol=512 * 8 * FLOAT32)  # their angles are float32
    if partial == 1.0:
        whole, _ = llama.apply_rotary_pos_emb(*[torch.from_numpy(q)] * 2, cos, sin)
        np.testing.assert_array_equal(whole, expected)


@pytest.mark.parametrize("seed", range(5))
def test_half_split_rotation_with_a_scaling(seed):
    """Llama's module with YaRN: the attention factor multiplies cos and sin once."""
    rng = np.random.default_rng(seed)
    settings = config(64, 10000.0, 8192, rope_type="yarn", factor=4.0, original_max_position_embeddings=2048)
    q, positions = rng.standard_normal((1, 2, 9, 64)).astype(np.float32), rng.integers(0, 64, (1, 9))
    cos, sin = llama.LlamaRotaryEmbedding(settings)(torch.from_numpy(q), torch.from_numpy(positions))
    expected, _ = llama.apply_rotary_pos_emb(*[torch.from_numpy(q)] * 2, cos, sin)
    frequencies, factor = yarn(64, 10000.0, 4.0, 2048)
    got = rotate(q, positions[:, None, :], frequencies, layout="half_split", factor=factor)
    np.testing.assert_allclose(got, expected.numpy(), rtol=0, atol=64 * 16 * FLOAT32)


@pytest.mark.parametrize("seed", range(5))
def test_interleaved_rotation(seed):
    """GPT-J's rotation, tokens before heads there."""
    rng = np.random.default_rng(seed)
    n, d = 300, 2 * int(rng.integers(1, 65))
    q, positions = rng.standard_normal((2, 3, n, d)).astype(np.float32), rng.permutation(n)
    sin, cos = gptj.create_sinusoidal_positions(n, d)[torch.from_numpy(positions)][None].split(d // 2, dim=-1)
    expected = gptj.apply_rotary_pos_emb(torch.from_numpy(q).transpose(1, 2), sin, cos).transpose(1, 2)
    got = rotate(q, positions, rotary_frequencies(d), layout="interleaved")
    np.testing.assert_allclose(got, expected.numpy(), rtol=0, atol=n * 8 * FLOAT32)


def test_linear(drawn):
    _, d, base, factor, trained = drawn
    settings = config(d, base, trained, rope_type="linear", factor=factor)
    same_as_transformers(linear(rotary_frequencies(d, base), factor), settings)


def test_dynamic_ntk(drawn):
    rng, d, base, factor, trained = drawn
    settings = config(d, base, trained, rope_type="dynamic", factor=factor)
    for length in (1, trained - 1, trained, trained + 1, int(trained * rng.uniform(1, 40))):
        same_as_transformers(dynamic_ntk(d, base, factor, length, trained), settings, seq_len=length)


@pytest.mark.parametrize("truncate", [True, False])
@pytest.mark.parametrize("given", ["nothing", "mscale", "mscale_all_dim", "both", "attention_factor", "all"])
def test_yarn(drawn, given, truncate):
    rng, d, base, factor, trained = drawn
    betas = {"beta_slow": float(rng.uniform(0.5, 4)), "beta_fast": float(rng.uniform(5, 64))}
    drawn_options = {name: float(rng.uniform(0.3, 2)) for name in ("mscale", "mscale_all_dim", "attention_factor")}
    names = {"nothing": [], "both": ["mscale", "mscale_all_dim"], "all": list(drawn_options)}.get(given, [given])
    options = {**betas, "truncate": truncate, **{name: drawn_options[name] for name in names}}
    rope = {"rope_type": "yarn", "factor": factor, "original_max_position_embeddings": trained, **options}
    same_as_transformers(yarn(d, base, factor, trained, **options), config(d, base, int(factor * trained), **rope))


def test_llama3(drawn):
    rng, d, base, factor, trained = drawn
    low = float(rng.uniform(0.5, 4))
    bounds = {"low_freq_factor": low, "high_freq_factor": low + float(rng.uniform(0.5, 8))}
    rope = {"rope_type": "llama3", "factor": factor, "original_max_position_embeddings": trained, **bounds}
    settings = config(d, base, int(factor * trained), **rope)
    same_as_transformers(llama3(rotary_frequencies(d, base), factor, *bounds.values(), trained), settings)


def test_longrope(drawn):
    rng, d, base, factor, trained = drawn
    max_length = int(factor * trained)
    short, long = (rng.uniform(0.9, top, d // 2).tolist() for top in (2, 60))
    settings = config(
        d, base, max_length, rope_type="longrope", short_factor=short, long_factor=long,
        original_max_position_embeddings=trained, factor=max_length / trained,
    )  # fmt: skip
    for length in (1, trained, trained + 1, max_length):
        scaled = longrope(d, base, short, long, length, trained, max_length)
        same_as_transformers(scaled, settings, seq_len=length)


@pytest.mark.parametrize("seed", range(5))
def test_rotation_on_a_grid(seed):
    """DINOv3's module: half-split pairs, rows and columns from −2π to 2π."""
    rng = np.random.default_rng(seed)
    height, width, d, heads = *rng.integers(1, 9, 2), 4 * int(rng.integers(1, 17)), 2
    settings = DINOv3ViTConfig(hidden_size=heads * d, num_attention_heads=heads, patch_size=1, rope_theta=100.0)
    q = rng.standard_normal((2, heads, height * width, d)).astype(np.float32)
    cos, sin = dinov3.DINOv3ViTRopePositionEmbedding(settings).eval()(torch.zeros(1, 3, height, width))
    expected, _ = dinov3.apply_rotary_pos_emb(*[torch.from_numpy(q)] * 2, cos, sin)
    centres = dinov3.get_patches_center_coordinates(height, width, torch.float64, torch.device("cpu")).numpy()
    got = rotate_2d(q, 2 * np.pi * centres, rotary_frequencies(d // 2, 100.0), layout="half_split")
    np.testing.assert_allclose(got, expected.numpy(), rtol=0, atol=64 * FLOAT32)


@pytest.mark.parametrize("window", [(1, 1), (2, 3), (5, 2), (7, 7)])
def test_swin_index(window):
    theirs = SwinRelativePositionBias(1, window).relative_position_index.numpy()
    np.testing.assert_array_equal(swin_index(*window).ravel(), theirs)


@pytest.mark.parametrize("antialias", [False, True])
@pytest.mark.parametrize("method", ["bilinear", "bicubic"])
@pytest.mark.parametrize("seed", SEEDS)
def test_resampling(seed, method, antialias):
    rng = np.random.default_rng(seed)
    old, new, d = rng.integers(1, 25, 2).tolist(), rng.integers(1, 25, 2).tolist(), 3
    table = rng.standard_normal((2, old[0] * old[1], d))
    images = torch.from_numpy(table).reshape(2, *old, d).permute(0, 3, 1, 2)
    resized = torch.nn.functional.interpolate(images, new, mode=method, align_corners=False, antialias=antialias)
    expected = resized.permute(0, 2, 3, 1).reshape(2, -1, d).numpy()
    got = resample_table(table, old, new, method=method, antialias=antialias)
    np.testing.assert_allclose(got, expected, rtol=0, atol=1e-12)
