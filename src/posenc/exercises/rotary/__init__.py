"""The exercises of lesson 04, in the order in which the lesson asks them."""

from posenc.exercises.rotary import (
    bug_hunt,
    decode_step,
    ntk_base,
    position_interpolation,
    rotary_frequencies,
    rotate,
    rotate_half_split,
    to_half_split,
    unwrapped_pairs,
    yarn_frequencies,
)

ALL = (
    rotary_frequencies.EXERCISE,
    rotate.EXERCISE,
    rotate_half_split.EXERCISE,
    to_half_split.EXERCISE,
    decode_step.EXERCISE,
    unwrapped_pairs.EXERCISE,
    position_interpolation.EXERCISE,
    ntk_base.EXERCISE,
    yarn_frequencies.EXERCISE,
    bug_hunt.EXERCISE,
)
