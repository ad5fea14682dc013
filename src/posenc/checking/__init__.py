"""Checks that say what is wrong, and are themselves proved to reject wrong answers."""

from posenc.checking.checker import Checker
from posenc.checking.judging import judge
from posenc.checking.predictions import Predictions
from posenc.checking.verdict import Outcome, Verdict

__all__ = ["Checker", "Outcome", "Predictions", "Verdict", "judge"]
