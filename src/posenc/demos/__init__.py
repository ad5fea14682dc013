"""Interactive pictures: Python computes all frames, a small front end paints them."""

from posenc.demos.shuffle import shuffle_demo

__all__ = ["shuffle_demo"]
