"""Which reorderings and shifts a layer does not notice: measured, and proved."""

from posenc.symmetry.gaps import equivariance_gap, translation_gap
from posenc.symmetry.permutations import conjugate, permute_columns, permute_rows

__all__ = ["conjugate", "equivariance_gap", "permute_columns", "permute_rows", "translation_gap"]
