"""Checks that say what is wrong, and are themselves proved to reject wrong answers."""

from posenc.checking.judging import judge
from posenc.checking.verdict import Outcome, Verdict

__all__ = ["Outcome", "Verdict", "judge"]
