"""When each card returns, folded from the graded answers in the log.

Study days are the learner's calendar days as the events recorded them, so that the same log gives the same
schedule on any machine, in any time zone, on any day, and in whatever order two logs were merged.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from posenc.rehearsal.events import Event, moment, rehearsed, study_day

STEPS = (1, 3, 7, 14)  # days until a card returns, after its first, second … good answer
RETURNS = (2, 7)  # days on which an answer returns that was wrong and sure


@dataclass(frozen=True)
class Standing:
    """Where a card stands: its step on the ladder, when it was answered last, and when it is due."""

    step: int
    last: date
    due: date
    grade: str
    sure: bool = False  # the last answer was given with confidence 90
    returns: tuple[date, ...] = ()  # days that are fixed, after a sure wrong answer


@dataclass(frozen=True)
class Schedule:
    """Every card that was ever answered, and the day of the interview if it was told."""

    standings: Mapping[str, Standing] = field(default_factory=dict)
    interview: date | None = None

    def due(self, card: str) -> date | None:
        """The day on which a card returns, no later than the interview; None if it was never answered."""
        standing = self.standings.get(card)
        if standing is None:
            return None
        if self.interview is not None and standing.last < self.interview:
            return min(standing.due, self.interview)
        return standing.due


def schedule(events: Iterable[Event], until: date | None = None) -> Schedule:
    """Fold a log into the schedule; with `until`, leave out answers that are dated later (the clock was wrong).

    >>> told = {"kind": "rehearsal interview", "id": "a", "at": "2026-01-01T09:00:00+01:00", "date": "2026-01-10"}
    >>> schedule([told]).interview.isoformat()
    '2026-01-10'
    """
    standings: dict[str, Standing] = {}
    interview = None
    for event in sorted(rehearsed(events), key=lambda event: (moment(event), event["id"])):
        if until is not None and study_day(event) > until:
            continue
        if event["kind"] == "rehearsal interview":
            interview = date.fromisoformat(event["date"])
        elif event["kind"] == "rehearsal graded":
            standings[event["card"]] = answered(standings.get(event["card"]), event)
    return Schedule(standings, interview)


def answered(before: Standing | None, event: Event) -> Standing:
    """The standing after one graded answer."""
    day, grade, sure = study_day(event), event["grade"], event["confidence"] == 90
    if grade == "again":
        left = _days(day, RETURNS) if sure else _left(before, day)
        due = left[0] if sure else min([day + timedelta(STEPS[0]), *left])
        return Standing(0, day, due, grade, sure, left)
    if before is not None and day < before.due:  # early, or once more on the same day: it proves nothing new
        return replace(before, last=max(day, before.last), grade=grade, sure=sure)
    step = before.step if before is not None else 0
    step = min(step + 1, len(STEPS)) if grade == "good" else max(step, 1)
    left = _left(before, day)
    return Standing(step, day, left[0] if left else day + timedelta(STEPS[step - 1]), grade, sure, left)


def _days(day: date, steps: Iterable[int]) -> tuple[date, ...]:
    return tuple(day + timedelta(step) for step in steps)


def _left(before: Standing | None, day: date) -> tuple[date, ...]:
    return tuple(fixed for fixed in before.returns if fixed > day) if before is not None else ()
