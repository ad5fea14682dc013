"""The exercises of lesson 06, in the order in which the lesson asks them."""

from posenc.exercises.masks import (
    bug_hunt,
    causal_mask,
    masked_attention,
    prefix_orders,
    read_position,
    resample_table,
    sincos_2d,
    swin_index,
    which_symmetry,
)

ALL = (
    causal_mask.EXERCISE,
    masked_attention.EXERCISE,
    prefix_orders.EXERCISE,
    read_position.EXERCISE,
    sincos_2d.EXERCISE,
    swin_index.EXERCISE,
    resample_table.EXERCISE,
    bug_hunt.EXERCISE,
    which_symmetry.EXERCISE,
)
