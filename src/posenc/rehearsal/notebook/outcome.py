"""The grade of the last answer with its reason, and the report that ends a session, as blocks of HTML."""

from posenc.rehearsal.clocks import jumps
from posenc.rehearsal.days import standing
from posenc.rehearsal.desk import Desk
from posenc.rehearsal.notebook.view import plain_block, table
from posenc.rehearsal.rendering import to_text
from posenc.rehearsal.report import report
from posenc.rehearsal.report_text import MISSED, band_rows, clock_face, topic_rows, when

Blocks = tuple[tuple[str, str], ...]


def outcome(desk: Desk) -> Blocks:
    """The last answer's grade, why, and when its card returns; nothing before the first."""
    if not desk.state.graded:
        return ()
    event = desk.state.graded[-1]
    due = standing(log=desk.log, clock=desk.clock).due(event["card"])
    returns = f" It returns {when(due, desk.clock().date())}." if due is not None else ""
    text = f"{reason(desk)} {clock_face(event['seconds'])} of {clock_face(60 * event['minutes'])}.{returns}"
    return (plain_block(text, f"grade {event['grade']}", f"{event['card']}: {event['grade']} ({event['by']}-graded)"),)


def reason(desk: Desk) -> str:
    """Why the last answer got its grade, in one sentence."""
    event = desk.state.graded[-1]
    if event["how"] == "unknown":
        return "You did not know."
    if event["grade"] == "again" and event["by"] == "machine":
        return "The number was not right."
    if event["grade"] == "again":
        card = desk.bank.get(event["card"])
        musts = [idea.idea for idea in (card.rubric if card else ()) if idea.must and idea.id in event["missed"]]
        return f"A must was missed: {'; '.join(map(to_text, musts))}."
    return "Complete, but late." if event["late"] else "Complete, and in time."


def report_blocks(desk: Desk) -> Blocks:
    """Recall and time by topic, calibration, the ideas missed, and any leap of the clock."""
    made = report(desk.state.graded, desk.bank)
    ideas = list(dict.fromkeys(made.missed))
    missed = [f"{card}: {to_text(idea.idea)}{' (must)' if idea.must else ''}" for card, idea in ideas[:MISSED]]
    missed += [f"and {len(ideas) - MISSED} more"] if len(ideas) > MISSED else []
    leaps = [str(jump) for jump in jumps(e for e in desk.log.events() if e.get("session") == desk.state.id)]
    return (
        ("report", table(["topic", "answers", "recall", "time"], topic_rows(made), "Recall")
         + table(["you said", "answers", "complete"], band_rows(made), "Calibration")),
        plain_block("\n".join(missed) or "None.", "", "Ideas missed"),
        *((plain_block("\n".join(leaps), "", "The clock"),) if leaps else ()),
    )  # fmt: skip
