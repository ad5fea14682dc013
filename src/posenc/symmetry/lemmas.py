"""The lemmas: each an equation, with both of its sides computed."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc.symmetry.permutations import conjugate, permute_columns, permute_rows
from posenc.symmetry.theorem_inputs import Inputs

Sides = tuple[NDArray, NDArray]


@dataclass(frozen=True)
class Lemma:
    """One step of the proof."""

    name: str
    statement: str
    purpose: str
    limits: str
    sides: Callable[[Inputs], Sides]


def _rows(g: Inputs) -> Sides:
    return permute_rows(g.x, g.perm), np.stack([g.x[i] for i in g.perm])


def _columns(g: Inputs) -> Sides:
    return permute_columns(g.x.T, g.perm), np.stack([g.x.T[:, j] for j in g.perm], axis=1)


def _conjugated(g: Inputs) -> Sides:
    return conjugate(g.scores, g.perm), np.array([[g.scores[i, j] for j in g.perm] for i in g.perm])


def _softmax_vector(g: Inputs) -> Sides:
    vector = g.scores[0]
    return g.softmax(vector[g.perm]), g.softmax(vector)[g.perm]


def _softmax_matrix(g: Inputs) -> Sides:
    return g.softmax(conjugate(g.scores, g.perm)), conjugate(g.softmax(g.scores), g.perm)


def _matmul_both(g: Inputs) -> Sides:
    q, k_t = g.x @ g.w_q, (g.x @ g.w_k).T
    return permute_rows(q, g.perm) @ permute_columns(k_t, g.perm), conjugate(q @ k_t, g.perm)


def _matmul_left(g: Inputs) -> Sides:
    return permute_rows(g.x, g.perm) @ g.w_q, permute_rows(g.x @ g.w_q, g.perm)


def _transpose(g: Inputs) -> Sides:
    return permute_rows(g.x, g.perm).T, permute_columns(g.x.T, g.perm)


def _scale(g: Inputs) -> Sides:
    return g.scale * conjugate(g.scores, g.perm), conjugate(g.scale * g.scores, g.perm)


def _weights_times_values(g: Inputs) -> Sides:
    weights, values = g.softmax(g.scores), g.x @ g.w_v
    return conjugate(weights, g.perm) @ permute_rows(values, g.perm), permute_rows(weights @ values, g.perm)


def _self_attention(g: Inputs) -> Sides:
    return g.self_attention(permute_rows(g.x, g.perm)), permute_rows(g.self_attention(g.x), g.perm)


LEDGER: tuple[Lemma, ...] = (
    Lemma(
        "reindex get, rows", "(PX)[i] = X[perm[i]]",
        "Says what permuting rows means, entry by entry.", "Nothing about sums yet.", _rows,
    ),
    Lemma(
        "reindex get, columns", "(XPᵀ)[:, j] = X[:, perm[j]]",
        "The same for columns: keys stand in the columns of the scores.", "Nothing about sums yet.", _columns,
    ),
    Lemma(
        "reindex get, conjugated", "(PSPᵀ)[i, j] = S[perm[i], perm[j]]",
        "Queries and keys move together: a score follows its pair.",
        "Cross-attention, where only one side moves.", _conjugated,
    ),
    Lemma(
        "softmax of a vector", "softmax(Ps) = P softmax(s)",
        "The denominator sums over the same set, in whatever order.",
        "A mask by place, or a sum that is rounded.", _softmax_vector,
    ),
    Lemma(
        "softmax of a conjugated matrix", "softmax(PSPᵀ) = P softmax(S) Pᵀ",
        "The vector lemma in every row, and the rows reordered.",
        "A softmax along the rows and columns at once.", _softmax_matrix,
    ),
    Lemma(
        "matmul with rows and columns reindexed", "(PA)(BPᵀ) = P(AB)Pᵀ",
        "Turns permuted queries and keys into conjugated scores.",
        "A product whose inner axis is permuted on one side only.", _matmul_both,
    ),
    Lemma(
        "matmul left", "(PX)W = P(XW)",
        "A projection works row by row.", "A weight that depends on the place of its row.", _matmul_left,
    ),
    Lemma(
        "transpose", "(PX)ᵀ = XᵀPᵀ",
        "Permuted rows of K become permuted columns of Kᵀ.", "Nothing else.", _transpose,
    ),
    Lemma(
        "scale", "c(PSPᵀ) = P(cS)Pᵀ",
        "Dividing by √d changes no order.", "A scale that depends on the place: a relative bias is one.", _scale,
    ),
    Lemma(
        "conjugated weights times permuted values", "(PWPᵀ)(PV) = P(WV)",
        "The inner sum runs over the same keys.", "Dropout, which picks entries by place.", _weights_times_values,
    ),
    Lemma(
        "self-attention", "f(PX) = P f(X)",
        "The theorem: reorder the tokens, and the output rows are reordered alike.",
        "Masks, positions, n = 0, and floating point, where it holds to rounding only.", _self_attention,
    ),
)  # fmt: skip
