"""Which reorderings and shifts a layer does not notice: measured, and proved."""

from posenc.symmetry.gaps import equivariance_gap, translation_gap
from posenc.symmetry.permutations import conjugate, permute_columns, permute_rows
from posenc.symmetry.taxonomy import Symmetry, acts_on, remaining_symmetry

__all__ = [
    "Symmetry",
    "acts_on",
    "conjugate",
    "equivariance_gap",
    "permute_columns",
    "permute_rows",
    "remaining_symmetry",
    "translation_gap",
]
