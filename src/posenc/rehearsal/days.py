"""Today, the day of the interview, and where every card stands."""

from collections.abc import Callable, Iterable
from datetime import date, datetime

from posenc.progress import Log
from posenc.rehearsal.events import Event, stamp
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


def so_far(events: Iterable[Event], today: date) -> str:
    """One line on the rehearsal: how many cards were answered, how many are due, when the interview is; or "".

    >>> so_far([], date(2026, 3, 2))
    ''
    """
    plan = schedule(events, until=today)
    if not plan.standings:
        return ""
    days = (plan.due(card) for card in plan.standings)
    due = sum(day is not None and day <= today for day in days)
    line = f"{_cards(len(plan.standings))} answered, {due} due today"
    if plan.interview is None or plan.interview < today:
        return line
    return f"{line}; the interview is in {(plan.interview - today).days} days"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"
