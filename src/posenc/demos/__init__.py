"""Interactive pictures: Python computes all frames, a small front end paints them."""

from posenc.demos.aliasing import aliasing_demo
from posenc.demos.angle_precision import angle_precision_demo
from posenc.demos.scaled_angles import scaled_angles_demo
from posenc.demos.shuffle import shuffle_demo
from posenc.demos.turning_pairs import turning_pairs_demo

__all__ = ["aliasing_demo", "angle_precision_demo", "scaled_angles_demo", "shuffle_demo", "turning_pairs_demo"]
