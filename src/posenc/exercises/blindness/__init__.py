"""The exercises of lesson 01, in the order in which the lesson asks them."""

from posenc.exercises.blindness import (
    bug_hunt,
    conjugate,
    equivariance_gap,
    permute_rows,
    presence,
    scores,
    self_attention,
    softmax,
)

ALL = (
    softmax.EXERCISE,
    scores.EXERCISE,
    self_attention.EXERCISE,
    permute_rows.EXERCISE,
    conjugate.EXERCISE,
    equivariance_gap.EXERCISE,
    presence.EXERCISE,
    bug_hunt.EXERCISE,
)
