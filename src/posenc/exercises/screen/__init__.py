"""The exercise of lesson 08."""

from posenc.exercises.screen import calibration

ALL = (calibration.EXERCISE,)
