"""The record and the table: what each entry is built for, and codes that do not fit."""

import subprocess
import sys

import numpy as np
import pytest

from posenc.encodings.schemes import (
    D_MODEL,
    N_HEADS,
    N_POSITIONS,
    SCHEMES,
    Scheme,
    alibi_scheme,
    compose,
    learned_scheme,
    rotary_scheme,
    shaw_scheme,
    sinusoidal_scheme,
    t5_scheme,
)
from posenc.encodings.shaw import shaw_output, shaw_scores
from posenc.encodings.sinusoidal import sinusoidal


def test_the_table_names_the_schemes_of_the_course():
    assert {"none", "sinusoidal", "learned", "shaw", "t5", "rotary", "yarn", "ntk", "linear", "alibi", "causal"} <= set(
        SCHEMES
    )


def test_the_table_and_its_entries_can_not_be_changed():
    with pytest.raises(TypeError):
        SCHEMES["none"] = Scheme()
    with pytest.raises(AttributeError):
        SCHEMES["none"].scores = None


def test_a_scheme_does_nothing_by_default():
    scheme, where = Scheme(), np.arange(3)
    x, q, k = np.ones((3, 4)), np.ones((2, 3, 2)), np.ones((2, 3, 2))
    assert scheme.inputs(x, where) is x
    assert scheme.query_key(q, k, where, where) == (q, k)
    assert scheme.scores(q, k, where, where) is None
    assert scheme.values(np.ones((2, 3, 3)), where, where) is None


def test_sinusoidal_options_are_handed_on():
    x, where = np.zeros((3, 8)), np.array([5, 0, 2])
    options = {"base": 100.0, "layout": "concatenated", "spacing": "tensor2tensor"}
    np.testing.assert_array_equal(sinusoidal_scheme(**options).inputs(x, where), sinusoidal(where, 8, **options))


def test_shaw_terms_are_what_the_whole_functions_add():
    rng, where = np.random.default_rng(0), np.arange(5)
    q, k, v = rng.normal(size=(3, 2, 5, 4))
    tables, weights = rng.normal(size=(2, 7, 4)), rng.normal(size=(2, 5, 5))
    scheme, offsets = shaw_scheme(*tables), where - where[:, None]
    whole = shaw_scores(q, k, tables[0], offsets)
    content = q @ np.swapaxes(k, -1, -2) / 2
    np.testing.assert_allclose(content + scheme.scores(q, k, where, where), whole, atol=1e-12)
    output = shaw_output(weights, v, tables[1], offsets)
    np.testing.assert_allclose(weights @ v + scheme.values(weights, where, where), output, atol=1e-12)


@pytest.mark.parametrize("name", SCHEMES)
def test_queries_and_keys_may_differ_in_number(name):
    """Biases are `(heads, n_q, n_k)`, or `(batch, heads, n_q, n_k)` if positions have a batch axis."""
    scheme, d_head = SCHEMES[name], D_MODEL // N_HEADS
    q, k = np.ones((3, N_HEADS, 2, d_head)), np.ones((3, N_HEADS, 5, d_head))
    for q_positions, k_positions in [
        (np.array([4, 5]), np.arange(5)),
        (np.array([[4, 5]] * 3), np.array([np.arange(5)] * 3)),
    ]:
        turned_q, turned_k = scheme.query_key(q, k, q_positions, k_positions)
        assert (turned_q.shape, turned_k.shape) == (q.shape, k.shape)
        bias = scheme.scores(q, k, q_positions, k_positions)
        if bias is not None:
            heads = 1 if name == "causal" else N_HEADS  # one mask for all heads
            lead = (3,) if name == "shaw" or q_positions.ndim == 2 else ()
            assert bias.shape == (*lead, heads, 2, 5)
        added = scheme.values(np.ones((3, N_HEADS, 2, 5)), q_positions, k_positions)
        assert added is None or added.shape == (3, N_HEADS, 2, d_head)


@pytest.mark.parametrize("positions", [np.zeros((2, 3), dtype=int), np.zeros(1, dtype=int), np.zeros(4, dtype=int)])
def test_a_code_does_not_broadcast_over_the_inputs(positions):
    with pytest.raises(ValueError, match=r"the positions' code .* does not fit x \(3, 8\)"):
        sinusoidal_scheme().inputs(np.zeros((3, 8)), positions)


def test_a_table_of_another_width_does_not_fit():
    with pytest.raises(ValueError, match=r"code \(3, 6\) does not fit x \(3, 8\)"):
        learned_scheme(np.zeros((9, 6))).inputs(np.zeros((3, 8)), np.arange(3))


def test_positions_past_the_learned_table():
    with pytest.raises(IndexError, match=f"position {N_POSITIONS} is outside the table of {N_POSITIONS} rows"):
        SCHEMES["learned"].inputs(np.zeros((1, D_MODEL)), np.array([N_POSITIONS]))


@pytest.mark.parametrize("scheme", [alibi_scheme([0.5, 0.25, 0.125]), t5_scheme(np.zeros((32, 3)))])
def test_a_bias_for_other_heads_is_refused_by_attention(scheme):
    from posenc.encodings.attention import self_attention

    with pytest.raises(ValueError, match=r"bias \(3, 4, 4\) does not fit scores \(2, 4, 4\)"):
        self_attention(np.ones((4, 8)), *[np.eye(8)] * 4, n_heads=2, scheme=scheme, positions=np.arange(4))


def test_rotary_layout_has_to_be_named():
    with pytest.raises(TypeError, match="layout"):
        rotary_scheme([1.0])


def test_rotations_compose_into_one():
    q = np.random.default_rng(0).normal(size=(2, 3, 4))
    where = np.arange(3)
    both = compose(rotary_scheme([1.0, 0.5], layout="half_split"), rotary_scheme([0.25, 0.5], layout="half_split"))
    one = rotary_scheme([1.25, 1.0], layout="half_split")
    for got, expected in zip(both.query_key(q, q, where, where), one.query_key(q, q, where, where), strict=True):
        np.testing.assert_allclose(got, expected, atol=1e-14)


def test_the_encodings_pull_in_numpy_and_nothing_else():
    """Neither a third package, nor the rest of the course, nor NumPy's random generators."""
    program = (
        "import sys, numpy; before = set(sys.modules)\n"
        "import posenc.encodings, posenc.encodings.schemes\n"
        "new = {name for name in set(sys.modules) - before if not name.startswith(('posenc.encodings', 'numpy'))}\n"
        "print(sorted({name.split('.')[0] for name in new} - set(sys.stdlib_module_names) - {'posenc'}))\n"
        "print(sorted(name for name in new if name.startswith('posenc.')), 'numpy.random' in sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split("\n")[:2] == ["[]", "[] False"]
