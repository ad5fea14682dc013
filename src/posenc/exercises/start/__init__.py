"""The exercise of lesson 00."""

from posenc.exercises.start import offset

ALL = (offset.EXERCISE,)
