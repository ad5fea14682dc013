"""The theorem ledger: why self-attention is permutation-equivariant, lemma by lemma.

In rational arithmetic the two sides of a lemma are compared with `==`: no tolerance, no rounding.
The exponential is irrational, so the exact proof puts another positive function in its place;
the lemmas never use more of `exp` than that it is positive.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from posenc.symmetry.lemmas import LEDGER, Lemma
from posenc.symmetry.theorem_inputs import Inputs, make_inputs

__all__ = ["LEDGER", "Inputs", "Lemma", "Proof", "make_inputs", "prove"]


@dataclass(frozen=True)
class Proof:
    """A lemma with the largest difference between its two sides: 0 when exact."""

    lemma: Lemma
    gap: float


def prove(
    n: int = 4, d: int = 3, exact: bool = True, *, perm: ArrayLike | None = None, seed: int = 0
) -> tuple[Proof, ...]:
    r"""Run every lemma of the ledger, up to the self-attention theorem.

    .. math:: f(PX) = P f(X)

    With `exact`, both sides are fractions and must be equal (`==`). Without, they are float64 and
    must agree to 1e-9 of the larger side.

    Shapes: n tokens, d channels; one `Proof` a lemma, in the order of the ledger.

    Raises: ArithmeticError naming the first lemma whose sides differ; ValueError as `make_inputs`.

    Source: the argument of Zaheer et al. 2017 and Lee et al. 2019, in lemmas.

    >>> [proof.gap for proof in prove(3, 2)] == [0.0] * len(LEDGER)
    True
    """
    inputs = make_inputs(n, d, exact=exact, perm=perm, seed=seed)
    return tuple(_run(lemma, inputs, exact) for lemma in LEDGER)


def _run(lemma: Lemma, inputs: Inputs, exact: bool) -> Proof:
    left, right = lemma.sides(inputs)
    if left.shape != right.shape:
        raise ArithmeticError(f"lemma '{lemma.name}' fails: its sides have shapes {left.shape} and {right.shape}")
    gap = float(np.max(np.abs(left - right)))
    holds = bool((left == right).all()) if exact else gap <= 1e-9 * max(1.0, float(np.max(np.abs(right))))
    if not holds:
        raise ArithmeticError(f"lemma '{lemma.name}' fails: its sides differ by {gap:.3g}")
    return Proof(lemma, gap)
