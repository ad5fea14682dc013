"""What a rehearsal writes to the log: each kind of event and what it holds. All of them begin with "rehearsal".

An event's `at` carries the local time and its offset from UTC, so that the study day is in the event and
a replay gives the same days on any machine.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from typing import Any

Event = dict[str, Any]
NUMBER = (int, float)
CONFIDENCES = (50, 70, 90)  # per cent sure that no `must` is missing
WAYS = ("aloud", "on paper", "typed", "unknown")  # of answering; the last is "I don't know"
GRADES = ("again", "hard", "good")
YEARS = range(1970, 9999)  # a clock that shows another one tells nothing

FIELDS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "rehearsal interview": {"date": str},
    "rehearsal started": {
        "session": str,
        "mode": str,  # daily | mock | card
        "cards": list,
        "levels": list,
        "minutes": NUMBER,  # 0: as long as it takes
        "seed": int,
    },
    "rehearsal asked": {"session": str, "card": str, "parent": str, "minutes": NUMBER, "seed": int},
    "rehearsal paused": {"session": str},
    "rehearsal resumed": {"session": str},
    "rehearsal answered": {"session": str, "how": str, "words": str},
    "rehearsal rated": {"session": str, "confidence": int},
    "rehearsal revealed": {"session": str},
    "rehearsal graded": {
        "session": str,
        "card": str,
        "topic": str,
        "level": str,
        "grade": str,
        "by": str,  # self | machine
        "confidence": int,  # 0 after "I don't know"
        "seconds": NUMBER,
        "minutes": NUMBER,
        "late": bool,
        "ticked": list,
        "missed": list,
        "follow_up": str,  # the card that is asked next, or ""
        "wrong": str,  # the wrong answer that is to be refuted, or ""
    },
    "rehearsal skipped": {"session": str},
    "rehearsal refuted": {"session": str, "card": str, "wrong": str, "words": str},
    "rehearsal settled": {"session": str, "held": bool},
    "rehearsal ended": {"session": str},
}


def rehearsed(events: Iterable[Event]) -> Iterator[Event]:
    """Those events that are a rehearsal's and whole; what other parts or later versions wrote is passed over."""
    return (event for event in events if _whole(event))


def moment(event: Event) -> datetime:
    """When it happened, with its offset; a time without one is taken for UTC."""
    at = datetime.fromisoformat(event["at"])
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def study_day(event: Event) -> date:
    """The learner's own calendar day, as recorded.

    >>> study_day({"at": "2026-01-01T23:30:00-08:00"}).isoformat()
    '2026-01-01'
    """
    return moment(event).date()


def stamp(at: datetime) -> str:
    """A time as the log holds it, with its offset. Raises: ValueError if it has none."""
    if at.tzinfo is None:
        raise ValueError(f"at must carry its offset from UTC, not {at}")
    return at.isoformat(timespec="milliseconds")


def _whole(event: Event) -> bool:
    fields = FIELDS.get(event["kind"])
    if fields is None or not all(isinstance(event.get(name), kind) for name, kind in fields.items()):
        return False
    try:
        days = [study_day(event), date.fromisoformat(event.get("date", "2026-01-01"))]
    except (ValueError, TypeError):
        return False
    lists = [value for value in event.values() if isinstance(value, list)]
    return (
        all(day.year in YEARS for day in days)
        and event.get("grade", "good") in GRADES
        and all(isinstance(item, str) for value in lists for item in value)
    )
