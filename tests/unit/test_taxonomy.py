"""The taxonomy as it is taught comes out of experiments, and schemes made to break one symmetry are found out."""

import numpy as np
import pytest

from posenc.encodings.schemes import SCHEMES, Scheme, alibi_scheme, causal_scheme, compose
from posenc.symmetry import acts_on, remaining_symmetry

ROTARY = ("rotary", "linear", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope")
TAUGHT = {
    "none": ((), "full permutation group"),
    "sinusoidal": (("inputs",), "trivial"),
    "learned": (("inputs",), "trivial"),
    "shaw": (("scores", "values"), "translation"),
    "t5": (("scores",), "translation"),
    **dict.fromkeys(ROTARY, (("queries and keys",), "translation")),
    "alibi": (("scores",), "translation and reflection"),
    "causal": (("mask",), "orders of the prefix"),
}


def test_every_scheme_is_classified():
    assert set(TAUGHT) == set(SCHEMES)


@pytest.mark.parametrize("name", SCHEMES)
def test_the_table_of_the_course(name):
    parts, symmetry = TAUGHT[name]
    assert acts_on(SCHEMES[name]) == parts
    assert str(remaining_symmetry(SCHEMES[name])) == symmetry


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_weights_do_not_matter(name, seed):
    assert remaining_symmetry(SCHEMES[name], seed=seed) == remaining_symmetry(SCHEMES[name])


@pytest.mark.parametrize("name", sorted(set(SCHEMES) - {"causal"}))
def test_depth_does_not_matter_without_a_mask(name):
    assert remaining_symmetry(SCHEMES[name], depth=2) == remaining_symmetry(SCHEMES[name])


def test_two_causal_layers_read_the_order_of_the_prefix():
    one, two = (remaining_symmetry(causal_scheme(), depth=depth) for depth in (1, 2))
    assert one.prefix
    assert not two.prefix
    assert not one.permutation
    assert not two.permutation


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (("alibi", "causal"), "translation"),  # the mask looks one way only
        (("rotary", "causal"), "translation"),
        (("alibi", "alibi"), "translation and reflection"),
        (("sinusoidal", "alibi"), "trivial"),
        (("none", "none"), "full permutation group"),
    ],
)
def test_compositions(parts, expected):
    assert str(remaining_symmetry(compose(*(SCHEMES[name] for name in parts)))) == expected


def test_values_that_know_absolute_positions_break_translation():
    def values(weights, q_positions, k_positions):
        return weights @ np.sin(k_positions)[:, None] * np.ones(8)

    assert not remaining_symmetry(compose(SCHEMES["rotary"], Scheme(values=values))).translation


def test_a_bias_that_looks_ahead_only_breaks_reflection():
    def ahead(q, k, q_positions, k_positions):
        return -np.maximum(k_positions[None, :] - q_positions[:, None], 0.0)[None]

    symmetry = remaining_symmetry(Scheme(scores=ahead))
    assert symmetry.translation
    assert not symmetry.reflection


def test_reflection_alone():
    """A bias by distance from the middle of the positions in use is mirrored, but not shifted, onto itself."""

    def central(q, k, q_positions, k_positions):
        return np.abs(k_positions - 3.5)[None, None, :] * np.ones((1, len(q_positions), 1))

    assert str(remaining_symmetry(Scheme(scores=central))) == "reflection"


def test_other_sizes():
    scheme = alibi_scheme([0.5, 0.25])
    assert str(remaining_symmetry(scheme, d_model=6, n_heads=2)) == "translation and reflection"
    assert acts_on(scheme, d_model=6, n_heads=2) == ("scores",)
