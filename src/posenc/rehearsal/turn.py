"""A question on the table, with its clock, and what comes after it."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True)
class Step:
    """What comes: a card to answer, or one of its wrong answers to refute."""

    card: str
    parent: str = ""  # the card that this one follows up
    wrong: str = ""  # the wrong answer to refute


@dataclass(frozen=True)
class Turn:
    """A question on the table, with its clock."""

    card: str
    parent: str
    minutes: float
    seed: int
    asked: datetime
    paused: datetime | None = None
    away: timedelta = timedelta()
    how: str = ""
    words: str = ""
    answered: datetime | None = None
    confidence: int = 0
    revealed: bool = False

    @property
    def deadline(self) -> datetime:
        """When the time is up; a pause that has ended moves it."""
        return self.asked + timedelta(minutes=self.minutes) + self.away

    def seconds(self, at: datetime) -> float:
        """Seconds spent on the answer by then: without pauses, and never below 0 if the clock ran backwards."""
        until = self.answered or self.paused or at
        return max(0.0, (until - self.asked - self.away).total_seconds())

    def left(self, at: datetime) -> float:
        """Seconds left by then, negative when the time is up."""
        return 60 * self.minutes - self.seconds(at)
