"""Clock jumps: time that ran backwards or leapt within a session is flagged, and never fatal."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from posenc.rehearsal.events import Event, moment, rehearsed, study_day

SLACK = timedelta(seconds=2)  # two windows on one session may write out of order by that much
LEAP = timedelta(hours=12)  # more than that between two events of one session


@dataclass(frozen=True)
class Jump:
    """Two times of one session that do not follow each other."""

    session: str
    before: datetime
    after: datetime

    def __str__(self) -> str:
        if self.after < self.before:
            return f"The clock ran backwards, from {self.before:%Y-%m-%d %H:%M} to {self.after:%Y-%m-%d %H:%M}."
        return (
            f"From {self.before:%Y-%m-%d %H:%M} to {self.after:%Y-%m-%d %H:%M} nothing was said: left open, or a leap?"
        )


def jumps(events: Iterable[Event]) -> list[Jump]:
    """The jumps within each session, in the order of the log."""
    last: dict[str, datetime] = {}
    found = []
    for event in rehearsed(events):
        session, at = event.get("session"), moment(event)
        if session is None:
            continue
        before = last.get(session, at)
        if at < before - SLACK or at > before + LEAP:
            found.append(Jump(session, before, at))
        last[session] = at
    return found


def ahead(events: Iterable[Event], today: date) -> int:
    """How many answers are dated after today: they do not count before their day comes."""
    return sum(event["kind"] == "rehearsal graded" and study_day(event) > today for event in rehearsed(events))
