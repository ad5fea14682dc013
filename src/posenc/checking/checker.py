"""`check(function)`, as a lesson uses it: the verdict in place, noted in the learner's log."""

from dataclasses import dataclass, field
from html import escape
from typing import Any

from posenc.checking.judging import judge
from posenc.checking.verdict import Outcome, Verdict
from posenc.exercises import EXERCISES, Exercise
from posenc.progress import Log


@dataclass(frozen=True)
class Note:
    """A sentence in the place of a verdict."""

    words: str

    def __repr__(self) -> str:
        """The sentence itself."""
        return self.words

    def _repr_html_(self) -> str:
        """The sentence, broken between words however narrow the notebook is."""
        return f'<div style="white-space:pre-wrap">{escape(self.words)}</div>'


@dataclass
class Checker:
    """Checks the functions of one lesson by their names.

    >>> check = Checker("blindness", record=False)
    >>> check(lambda x: x)
    Lesson 'blindness' has no exercise for '<lambda>'. Its exercises: softmax, scores, self_attention,
    permute_rows, conjugate, equivariance_gap, presence, multi_head_attention.
    """

    lesson: str
    record: bool = True
    log: Log = field(default_factory=Log)

    def __call__(self, function: Any) -> Verdict | Note:
        """Judge the function; never raise, whatever it is and does."""
        exercise = self._find(function)
        if isinstance(exercise, Note):
            return exercise
        verdict = judge(exercise.id, function)
        if self.record and verdict.outcome not in (Outcome.NOT_STARTED, Outcome.MISSING):
            note = self._note(verdict)
            if note:
                return Verdict(exercise, verdict.outcome, f"{verdict.message} {note}", verdict.slip, verdict.failure)
        return verdict

    def hint(self, function: Any, number: int = 1) -> Note:
        """Give the hint of that number, where a verdict shows no hints to open (a terminal)."""
        exercise = self._find(function)
        if isinstance(exercise, Note):
            return exercise
        if not 1 <= number <= len(exercise.hints):
            return Note(f"{exercise.name} has hints 1 to {len(exercise.hints)}.")
        return Note(f"Hint {number}: {exercise.hints[number - 1]}")

    def _find(self, function: Any) -> Exercise | Note:
        name = _name(function)
        own = {exercise.name: exercise for exercise in EXERCISES.values() if exercise.lesson == self.lesson}
        missing = Note(f"Lesson {self.lesson!r} has no exercise for {name!r}. Its exercises: {', '.join(own)}.")
        return own.get(name, missing)

    def _note(self, verdict: Verdict) -> str:
        """Log the verdict; a log that can't be written costs a sentence, not the verdict."""
        try:
            self.log.append("check", exercise=verdict.exercise.id, outcome=str(verdict.outcome), slip=verdict.slip)
        except Exception as error:
            return f"(Not saved to your progress: {error})"
        return ""


def _name(function: Any) -> str:
    """Its name, or its type's; an object may answer anything when it is asked, or raise."""
    try:
        name = function.__name__
    except BaseException:
        name = None
    return name if type(name) is str else type(function).__name__
