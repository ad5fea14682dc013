"""What a check comes to."""

from dataclasses import dataclass
from enum import StrEnum

from posenc.exercises import Exercise


class Outcome(StrEnum):
    """How far an exercise got."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_STARTED = "not started"
    RAISED = "raised"
    TIMED_OUT = "timed out"
    MISSING = "missing"


@dataclass(frozen=True)
class Failure:
    """The smallest failing call: what it tried, its inputs, expected beside got, the invariant that broke."""

    tries: str
    inputs: tuple[tuple[str, str], ...]
    expected: str = ""
    got: str = ""
    invariant: str = ""


@dataclass(frozen=True)
class Verdict:
    """The outcome of one exercise; it shows itself as HTML in a notebook, as text elsewhere.

    `slip` is the id of the wrong answer that was recognised, if any. Two verdicts are equal when
    everything that they say is.
    """

    exercise: Exercise
    outcome: Outcome
    message: str
    slip: str | None = None
    failure: Failure | None = None

    @property
    def possible(self) -> int:
        """The exercise's points."""
        return self.exercise.points

    @property
    def points(self) -> int:
        """All points for a pass, none otherwise."""
        return self.possible if self.outcome is Outcome.PASSED else 0

    def __str__(self) -> str:
        """Plain text, for terminals and logs."""
        from posenc.checking.rendering import to_text

        return to_text(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from posenc.checking.rendering import to_html

        return to_html(self)
