"""Today, the day of the interview, and where every card stands."""

from collections.abc import Callable
from datetime import date, datetime

from posenc.progress import Log
from posenc.rehearsal.acting import stamp
from posenc.rehearsal.spacing import Schedule, schedule

Clock = Callable[[], datetime]


def now() -> datetime:
    """The time here, with its offset from UTC."""
    return datetime.now().astimezone()


def set_interview(day: date, *, log: Log | None = None, clock: Clock = now) -> None:
    """Tell the day of the interview: no card returns later than that."""
    (log or Log()).append("rehearsal interview", at=stamp(clock()), date=day.isoformat())


def standing(*, log: Log | None = None, clock: Clock = now) -> Schedule:
    """The schedule as of today."""
    return schedule((log or Log()).events(), until=clock().date())
