"""The exercises of lesson 07, in the order in which the lesson asks them."""

from posenc.exercises.extrapolation import (
    accuracy_by_position,
    critical_pairs,
    predict_table,
    read_the_curve,
    scale_slow_pairs,
    window_mask,
    your_scheme,
)

ALL = (
    read_the_curve.EXERCISE,
    accuracy_by_position.EXERCISE,
    window_mask.EXERCISE,
    critical_pairs.EXERCISE,
    scale_slow_pairs.EXERCISE,
    predict_table.EXERCISE,
    your_scheme.EXERCISE,
)
