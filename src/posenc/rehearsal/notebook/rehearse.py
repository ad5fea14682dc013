"""`rehearse()`: a session in a notebook cell."""

import os
from collections.abc import Collection
from datetime import date
from typing import TYPE_CHECKING

from posenc.checking.checker import Note
from posenc.rehearsal.bank import load
from posenc.rehearsal.choosing import among
from posenc.rehearsal.days import set_interview, standing
from posenc.rehearsal.desk import Desk

if TYPE_CHECKING:
    from posenc.rehearsal.notebook.widget import Rehearsal


def rehearse(
    *,
    topics: Collection[str] = (),
    levels: Collection[str] = (),
    interview: date | str | None = None,
    card: str = "",
    mock: bool = False,
    minutes: float = 20,
    seed: int | None = None,
) -> "Rehearsal | Note":
    """Offer a session against the clock; it begins, or an open one goes on, when the learner says so.

    `interview` is its day, a date or "2026-12-24". When the course is built (POSENC_STATIC=1), a sentence stands in.

    Raises: ValueError for a topic, level or card that does not exist, minutes not above 0, or no date.
    """
    bank = load()
    among(bank, topics, levels)
    if card and card not in bank:
        raise ValueError(f"card must be one of the bank, not {card!r}")
    if not minutes > 0:
        raise ValueError(f"minutes must be above 0, not {minutes}")
    day = date.fromisoformat(interview) if isinstance(interview, str) else interview
    if os.environ.get("POSENC_STATIC", "") not in ("", "0"):
        return Note("The rehearsal runs here in JupyterLab. In a terminal: posenc rehearse")
    from posenc.rehearsal.notebook.conduct import Conduct, described  # here: a lesson that only asks needs no widget
    from posenc.rehearsal.notebook.widget import Rehearsal

    if day is not None and standing().interview != day:
        set_interview(day)
    mode = "card" if card else "mock" if mock else "daily"
    return Rehearsal(Conduct(
        begin=lambda: Desk.start(
            mode=mode, minutes=minutes, topics=topics, levels=levels, card=card, seed=seed, bank=bank
        ),
        resume=lambda: Desk.resume(bank=bank),
        what=described(bank, mock=mock, card=card, minutes=minutes),
    ))  # fmt: skip
