"""The scalings equal transformers'; YaRN has the released code's ramp and the paper's."""

import numpy as np
import pytest

from posenc.encodings.rotary import rotary_frequencies
from posenc.encodings.scaling import dynamic_ntk, linear, llama3, longrope, ntk, yarn

NAMES = [
    "inv_freq.linear.d16_f4",
    "inv_freq.ntk_static.d16_s4",
    "inv_freq.ntk_static.d128_s4",
    "inv_freq.dynamic.d16_f2_L2048_seq2048",
    "inv_freq.dynamic.d16_f2_L2048_seq4096",
    "inv_freq.dynamic.d16_f2_L2048_seq8192",
    "inv_freq.yarn.d16_f4_L2048",
    "inv_freq.yarn.d64_f16_L4096",
    "inv_freq.yarn.d128_f16_L4096",
    "inv_freq.yarn_PAPER_EQUATION.d16_f4_L2048",
    "inv_freq.yarn_PAPER_EQUATION.d128_f16_L4096",
    "inv_freq.llama3.d64_f32_llama32_1b",
    "inv_freq.llama3.d16_f8_b10000_L512",
    "inv_freq.longrope.d16_L4096_max131072_seq2048",
    "inv_freq.longrope.d16_L4096_max131072_seq4096",
]


def scaled(name, p):
    """Call the function that the entry's name says with the parameters it was made with."""
    kind, d, base = name.split(".")[1], p["head_dim"], p["base"]
    trained = p.get("original_max_position_embeddings", p.get("max_position_embeddings"))
    match kind:
        case "linear":
            return linear(rotary_frequencies(d, base), p["factor"])
        case "ntk_static":
            return ntk(d, base, p["s"])
        case "dynamic":
            return dynamic_ntk(d, base, p["factor"], p["seq_len"], trained)
        case "yarn":
            return yarn(d, base, p["factor"], trained)
        case "yarn_PAPER_EQUATION":
            return yarn(d, base, p["factor"], trained, beta_slow=p["alpha"], beta_fast=p["beta"], ramp="turns")
        case "llama3":
            frequencies = rotary_frequencies(d, base)
            return llama3(frequencies, p["factor"], p["low_freq_factor"], p["high_freq_factor"], trained)
        case "longrope":
            lists = p["short_factor"], p["long_factor"]
            return longrope(d, base, *lists, p["seq_len"], trained, p["max_position_embeddings"])


@pytest.mark.parametrize("name", NAMES)
def test_frequencies_and_attention_factor(golden, name):
    entry = golden("scaling")[name]
    frequencies, attention_factor = scaled(name, entry.params)
    # Relative, since the slowest pairs are the point, and no absolute tolerance is small beside them.
    np.testing.assert_allclose(frequencies, entry.values, rtol=4 * np.finfo(entry.values.dtype).eps, atol=0)
    if "attention_factor" in entry.params:
        assert attention_factor == pytest.approx(entry.params["attention_factor"], rel=1e-14)


def test_every_entry_is_compared(golden):
    assert set(NAMES) == set(golden("scaling"))


def test_the_two_ramps_of_yarn_differ_by_a_factor_of_three(golden):
    code, paper = (golden("scaling")[f"inv_freq.yarn{ramp}.d128_f16_L4096"].values for ramp in ("", "_PAPER_EQUATION"))
    assert (code / paper).max() == pytest.approx(3.0414, abs=1e-4)
