"""The ledger: complete, exact, and able to fail."""

from dataclasses import fields, replace
from fractions import Fraction

import numpy as np
import pytest

from posenc.symmetry import lemmas, theorems
from posenc.symmetry.theorems import LEDGER, Lemma, make_inputs, prove

NAMES = [
    "reindex get, rows", "reindex get, columns", "reindex get, conjugated", "softmax of a vector",
    "softmax of a conjugated matrix", "matmul with rows and columns reindexed", "matmul left", "transpose", "scale",
    "conjugated weights times permuted values", "self-attention",
]  # fmt: skip


def named(lemma):
    return lemma.name.replace(" ", "_")


LEMMA = pytest.mark.parametrize("lemma", LEDGER, ids=named)
RING = [1, 2, 3, 4, 0]


def test_the_ledger_is_complete_and_ends_in_the_theorem():
    assert [lemma.name for lemma in LEDGER] == NAMES


@LEMMA
def test_a_lemma_says_what_it_states_what_for_and_what_not(lemma):
    words = [lemma.statement, lemma.purpose, lemma.limits]
    assert all(text.strip() for text in words)
    assert len(set(words)) == 3
    assert "=" in lemma.statement


def test_no_two_lemmas_say_the_same():
    for part in ("name", "statement", "purpose"):
        assert len({getattr(lemma, part) for lemma in LEDGER}) == len(LEDGER)


# Exactly


def exact(values):
    return all(type(value) in (Fraction, int) for value in np.ravel(values))


def test_exact_inputs_hold_fractions_and_nothing_else():
    inputs = make_inputs(4, 3)
    for part in (inputs.x, inputs.w_q, inputs.w_k, inputs.w_v, inputs.w_o, inputs.scale, inputs.scores):
        assert exact(part)
    assert inputs.perm.dtype.kind == "i"
    assert exact(inputs.softmax(inputs.scores))
    assert exact(inputs.self_attention(inputs.x))


@LEMMA
def test_exact_sides_hold_no_float(lemma):
    left, right = lemma.sides(make_inputs(3, 2))
    assert exact(left)
    assert exact(right)
    assert left.shape == right.shape
    assert left.size


def test_the_exact_softmax_is_positive_and_sums_to_one():
    weights = (inputs := make_inputs(4, 2)).softmax(inputs.scores)
    assert (weights > 0).all()
    assert (weights.sum(axis=-1) == 1).all()


@pytest.mark.parametrize("perm", [None, [0, 1, 2, 3], [1, 0, 2, 3], [1, 2, 3, 0], [3, 1, 0, 2]])
@pytest.mark.parametrize("seed", [0, 1])
def test_the_chain_holds_exactly(perm, seed):
    proofs = prove(4, 2, perm=perm, seed=seed)
    assert [proof.lemma for proof in proofs] == list(LEDGER)
    assert [proof.gap for proof in proofs] == [0] * len(LEDGER)


@pytest.mark.parametrize(("n", "d"), [(1, 1), (1, 3), (2, 1), (3, 5), (6, 2)])
def test_the_chain_holds_at_other_sizes(n, d):
    assert all(proof.gap == 0 for proof in prove(n, d))
    assert all(proof.gap < 1e-9 for proof in prove(n, d, exact=False))


def test_in_floats_it_holds_to_rounding():
    gaps = [proof.gap for proof in prove(32, 16, exact=False)]
    assert 0 < max(gaps) < 1e-9
    assert make_inputs(3, 2, exact=False).x.dtype == np.float64


def test_the_float_layer_is_the_librarys():
    from posenc.encodings.attention import self_attention

    g = make_inputs(5, 4, exact=False)
    np.testing.assert_allclose(g.self_attention(g.x), self_attention(g.x, g.w_q, g.w_k, g.w_v, g.w_o), rtol=1e-12)


def test_inputs_depend_on_the_seed_only():
    one, again, other = make_inputs(4, 3, seed=5), make_inputs(4, 3, seed=5), make_inputs(4, 3, seed=6)
    for part in fields(one):
        if part.name != "positive":
            np.testing.assert_array_equal(getattr(one, part.name), getattr(again, part.name))
    assert (one.x != other.x).any()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((0, 3), ValueError, "n must be at least 1, not 0"),
        ((3, 0), ValueError, "d must be at least 1, not 0"),
        ((2.0, 3), TypeError, r"n must be a whole number, not 2\.0"),
        ((True, 3), TypeError, "n must be a whole number, not True"),
    ],
)
def test_sizes_that_are_no_sizes(arguments, error, message):
    with pytest.raises(error, match=message):
        prove(*arguments)


# Able to fail


@pytest.mark.parametrize("lemma", [lemma for lemma in LEDGER if lemma.name != "softmax of a vector"], ids=named)
def test_a_lemma_fails_when_one_of_its_permutations_is_another(lemma, monkeypatch):
    """The first reordering is done by another permutation, all later ones by the right one.

    The softmax of a vector reorders by plain indexing; the next test breaks it.
    """
    calls = []

    def first_by_another(function):
        def reorder(x, perm):
            calls.append(function)
            return function(x, perm if len(calls) > 1 else np.roll(perm, 1))

        return reorder

    for name in ("permute_rows", "permute_columns", "conjugate"):
        monkeypatch.setattr(lemmas, name, first_by_another(getattr(lemmas, name)))
    monkeypatch.setattr(theorems, "LEDGER", (lemma,))
    with pytest.raises(ArithmeticError, match=f"lemma '{lemma.name}' fails: its sides differ by"):
        prove(5, 3, perm=RING)
    assert calls


@pytest.mark.parametrize(
    "name",
    [
        "softmax of a vector",
        "softmax of a conjugated matrix",
        "conjugated weights times permuted values",
        "self-attention",
    ],
)
def test_a_softmax_that_looks_at_places_breaks_the_lemmas_about_it(name):
    def by_place(scores):
        return 1 + scores * scores + np.arange(scores.shape[-1])

    lemma = next(lemma for lemma in LEDGER if lemma.name == name)
    left, right = lemma.sides(replace(make_inputs(5, 3, perm=RING), positive=by_place))
    changed = (left != right).any()
    assert changed == (name != "conjugated weights times permuted values"), "that lemma holds for any weights"


@LEMMA
def test_a_lemma_is_not_an_identity_of_one_expression(lemma):
    """Its sides are not what they would be without the permutation."""
    shuffled, kept = (lemma.sides(make_inputs(5, 3, perm=perm))[0] for perm in (RING, range(5)))
    assert (shuffled != kept).any()


def proof_of(monkeypatch, left, right, **options):
    lemma = Lemma("made up", "a = b", "For this test.", "Anything else.", lambda inputs: (left, right))
    monkeypatch.setattr(theorems, "LEDGER", (lemma,))
    return prove(2, 2, **options)


def test_exact_means_equal(monkeypatch):
    third = np.array([Fraction(1, 3)])
    assert proof_of(monkeypatch, third, third.copy())[0].gap == 0
    with pytest.raises(ArithmeticError, match="lemma 'made up' fails: its sides differ by 1e-40"):
        proof_of(monkeypatch, third, third + Fraction(1, 10**40))


def test_floats_may_differ_by_rounding_only(monkeypatch):
    big = np.array([1e6])
    assert proof_of(monkeypatch, big, big + 1e-4, exact=False)[0].gap == pytest.approx(1e-4, rel=1e-3)
    with pytest.raises(ArithmeticError, match=r"differ by 0\.01"):
        proof_of(monkeypatch, big, big + 1e-2, exact=False)
    with pytest.raises(ArithmeticError):
        proof_of(monkeypatch, np.array([0.0]), np.array([1e-8]), exact=False)


def test_nan_is_no_proof(monkeypatch):
    with pytest.raises(ArithmeticError):
        proof_of(monkeypatch, np.array([np.nan]), np.array([np.nan]), exact=False)


def test_sides_of_other_shapes_are_not_broadcast(monkeypatch):
    with pytest.raises(ArithmeticError, match=r"'made up' fails: its sides have shapes \(2,\) and \(1,\)"):
        proof_of(monkeypatch, np.zeros(2), np.zeros(1))


def test_the_first_lemma_that_fails_is_named(monkeypatch):
    broken = [replace(LEDGER[i], sides=lambda inputs: (np.zeros(1), np.ones(1))) for i in (3, 5)]
    monkeypatch.setattr(theorems, "LEDGER", (*LEDGER[:3], broken[0], LEDGER[4], broken[1]))
    with pytest.raises(ArithmeticError, match="softmax of a vector"):
        prove(3, 2)
