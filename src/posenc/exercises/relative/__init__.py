"""The exercises of lesson 03, in the order in which the lesson asks them."""

from posenc.exercises.relative import (
    bug_hunt,
    clip_offsets,
    relative_cost,
    relative_offsets,
    shaw_output,
    shaw_scores,
    t5_bucket,
    translation_gap,
)

ALL = (
    relative_offsets.EXERCISE,
    translation_gap.EXERCISE,
    clip_offsets.EXERCISE,
    shaw_scores.EXERCISE,
    shaw_output.EXERCISE,
    relative_cost.EXERCISE,
    t5_bucket.EXERCISE,
    bug_hunt.EXERCISE,
)
