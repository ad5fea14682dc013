"""The exercises of lesson 05, in the order in which the lesson asks them."""

from posenc.exercises.alibi import (
    alibi_bias,
    alibi_causal_row,
    alibi_slopes,
    bug_hunt,
    decode_bias,
    effective_window,
)

ALL = (
    alibi_bias.EXERCISE,
    alibi_slopes.EXERCISE,
    alibi_causal_row.EXERCISE,
    effective_window.EXERCISE,
    decode_bias.EXERCISE,
    bug_hunt.EXERCISE,
)
