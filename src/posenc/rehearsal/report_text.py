"""The report in words, for a terminal."""

from datetime import date

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from posenc.rehearsal.rendering import to_text
from posenc.rehearsal.report import Report, Tally

MISSED = 12  # ideas shown, musts first


def report_text(report: Report) -> RenderableType:
    """Tables of topics and of confidence, and the ideas that were missed."""
    topics = Table("topic", "answers", "recall", "time", title="Recall")
    for row in topic_rows(report):
        topics.add_row(*row)
    bands = Table("you said", "answers", "complete", title="Calibration")
    for row in band_rows(report):
        bands.add_row(*row)
    ideas = list(dict.fromkeys(report.missed))
    lines = [f"{card}: {'(must) ' if idea.must else ''}{to_text(idea.idea)}" for card, idea in ideas[:MISSED]]
    more = [f"and {len(ideas) - MISSED} more"] if len(ideas) > MISSED else []
    missed = Text("\n".join(["Missed:", *lines, *more]) if lines else "No idea was missed.")
    return Group(topics, bands, missed)


def topic_rows(report: Report) -> list[list[str]]:
    """Topic, answers, recall and time, and a last row for all together."""
    tallies = [*report.topics.items(), ("all", report.whole)]
    return [[topic, str(tally.answers), share(tally.recall), _time(tally)] for topic, tally in tallies]


def band_rows(report: Report) -> list[list[str]]:
    """Confidence, answers, and the share of them that was complete."""
    told = report.bands.items()
    rows = [[f"{band} %", str(tally.answers), share(tally.complete / tally.answers)] for band, tally in told]
    return rows + ([["don't know", str(report.unknown), ""]] if report.unknown else [])


def share(of_one: float | None) -> str:
    """A share in per cent.

    >>> share(0.666), share(None)
    ('67 %', '')
    """
    return "" if of_one is None else f"{100 * of_one:.0f} %"


def clock_face(seconds: float) -> str:
    """Minutes and seconds, with a sign when the time is up.

    >>> clock_face(65), clock_face(-5)
    ('1:05', '-0:05')
    """
    whole = round(seconds)
    return f"{'-' if whole < 0 else ''}{abs(whole) // 60}:{abs(whole) % 60:02}"


def when(day: date, today: date) -> str:
    """A day as it is said.

    >>> when(date(2026, 1, 4), date(2026, 1, 3))
    'tomorrow (2026-01-04)'
    """
    days = (day - today).days
    return f"{'today' if days <= 0 else 'tomorrow' if days == 1 else f'in {days} days'} ({day.isoformat()})"


def _time(tally: Tally) -> str:
    late = f", {tally.late} late" if tally.late else ""
    return f"{clock_face(tally.seconds)} of {clock_face(tally.allowed)}{late}"
