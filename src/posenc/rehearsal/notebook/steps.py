"""The view of each stage of a session: one function a stage. Answers are in it from the reveal on, and not before."""

from collections.abc import Callable

from posenc.rehearsal.card import LEVELS, Card, minutes
from posenc.rehearsal.desk import Desk
from posenc.rehearsal.notebook.outcome import outcome, report_blocks
from posenc.rehearsal.notebook.view import Button, View, block, plain_block, tick
from posenc.rehearsal.posing import Posed
from posenc.rehearsal.turn import Turn

SKIP, END = Button("Skip", "s", "skip"), Button("End the session", "e", "end")


def view_of(desk: Desk) -> View:
    """What to show now."""
    return STEPS[desk.stage](desk)


def _between(desk: Desk) -> View:
    follows = desk.state.pending[0].parent
    return View(
        _step(desk),
        "A follow-up" if follows else "The next question",
        _facts(_card(desk)),
        blocks=(*outcome(desk), block(f"{_to_go(desk)} The clock starts when you ask for the question.")),
        buttons=(Button("Ask me", "1", "ask", main=True), SKIP, END),
    )


def _asked(desk: Desk) -> View:
    posed, turn = _posed(desk), _turn(desk)
    paused = turn.paused is not None
    pause = Button("Go on" if paused else "Pause", "p", "pause")
    unknown = Button("I don't know", "4", "answer", "unknown")
    typed = Button("I typed it", "3", "answer", "typed", takes="words")
    open_ways = (Button("I said it aloud", "1", "answer", "aloud", main=True),
                 Button("On paper", "2", "answer", "on paper"), typed)  # fmt: skip
    numeric = posed.numeric
    ways = (Button("Check this number", "1", "answer", "typed", main=True, takes="words"),) if numeric else open_ways
    indexing = (block(f"({numeric.indexing})"),) if numeric and numeric.indexing else ()
    return View(
        _step(desk),
        "Your answer first",
        f"{_facts(_card(desk))} · {'machine-checked' if numeric else 'self-graded'}",
        blocks=(block(posed.question, "question"), *indexing),
        label="Your number" if numeric else "Type here if you like, or answer aloud or on paper",
        number=numeric is not None,
        buttons=(*ways, unknown, pause, SKIP, END),
        clock={"left": desk.left, "total": 60 * turn.minutes, "paused": paused},
    )


def _answered(desk: Desk) -> View:
    bands = tuple(Button(f"{band} %", key, "rate", band) for band, key in ((50, "1"), (70, "2"), (90, "3")))
    return View(
        _step(desk), "How sure are you?", _facts(_card(desk)),
        blocks=(block(_posed(desk).question, "question"), block("Would you bet on it, before you see the answer?")),
        buttons=(*bands, SKIP),
    )  # fmt: skip


def _rated(desk: Desk) -> View:
    return View(
        _step(desk), "Ready?", _facts(_card(desk)),
        blocks=(block(_posed(desk).question, "question"), *_own(desk)),
        buttons=(Button("Reveal the answer", "1", "reveal", main=True), SKIP),
    )  # fmt: skip


def _revealed(desk: Desk) -> View:
    posed, card, turn = _posed(desk), _card(desk), _turn(desk)
    right = posed.numeric is not None and turn.how != "unknown" and posed.right(turn.words)
    verdict = "Right." if right else "Not known." if turn.how == "unknown" else "Not right."
    checked = (plain_block(f"{verdict} {posed.solution}", "said", "Machine-checked"),) if posed.numeric else ()
    ticks = () if posed.numeric else tuple(tick(idea.id, idea.idea, idea.must) for idea in card.rubric)
    return View(
        _step(desk), "The answer", f"{_facts(card)} · {'machine-checked' if posed.numeric else 'self-graded'}",
        blocks=(block(posed.question, "question"), *_own(desk), *checked,
                block(posed.short_answer, "answer", "Short answer"), block(posed.full_answer, "full", "Full answer")),
        ticks=ticks,
        buttons=(Button("Grade it" if ticks else "Go on", "Enter", "grade", main=True, takes="ticks"), SKIP),
    )  # fmt: skip


def _challenged(desk: Desk) -> View:
    assert desk.wrong is not None
    return View(
        _step(desk), "Refute this", _facts(_card(desk)),
        blocks=(*outcome(desk), block(f"Someone says: “{desk.wrong.says}”", "question")),
        label="Your refutation: type it if you like, or say it aloud",
        buttons=(Button("I have refuted it", "1", "refute", main=True, takes="words"), SKIP),
    )  # fmt: skip


def _refuted(desk: Desk) -> View:
    assert desk.wrong is not None
    found = desk.experiment()
    return View(
        _step(desk), "The refutation", _facts(_card(desk)),
        blocks=(block(f"Someone says: “{desk.wrong.says}”", "question"), block(desk.wrong.refutation, "answer"),
                plain_block("\n".join(found.lines), "experiment", f"Run just now: {found.shows}")),
        buttons=(Button("Mine held", "1", "settle", True), Button("Mine did not", "2", "settle", False)),
    )  # fmt: skip


def _done(desk: Desk) -> View:
    over = desk.stage == "ended"
    nothing = "Nothing is due today. `rehearse(mock=True)` draws a screen all the same." if not over else "Ended."
    blocks = report_blocks(desk) if desk.state.graded else (block(nothing),)
    again = Button("A new session", "1", "new", main=True)
    return View(_step(desk), "How it went" if desk.state.graded else "No question", blocks=(*outcome(desk), *blocks),
                buttons=(again,) if over else (Button("End the session", "1", "end", main=True),))  # fmt: skip


STEPS: dict[str, Callable[[Desk], View]] = {
    "between": _between, "asked": _asked, "answered": _answered, "rated": _rated, "revealed": _revealed,
    "challenged": _challenged, "refuted": _refuted, "done": _done, "ended": _done,
}  # fmt: skip


def _own(desk: Desk) -> tuple[tuple[str, str], ...]:
    words = _turn(desk).words.strip()
    return (plain_block(words, "own", "You wrote"),) if words else ()


def _to_go(desk: Desk) -> str:
    left = len({step.card for step in desk.state.pending if not step.wrong})
    return f"{len(desk.state.graded)} answered, {left} to go."


def _facts(card: Card) -> str:
    return f"{card.id} · {card.level} {LEVELS[card.level]} · {minutes(card.minutes)}"


def _step(desk: Desk) -> str:
    """Differs from step to step, and is the same after a pause or a refresh."""
    state, card = desk.state, desk.card
    return f"{state.id}/{len(state.graded)}/{len(state.settled)}/{len(state.pending)}/{card and card.id}/{desk.stage}"


def _card(desk: Desk) -> Card:
    assert desk.card is not None
    return desk.card


def _posed(desk: Desk) -> Posed:
    assert desk.posed is not None
    return desk.posed


def _turn(desk: Desk) -> Turn:
    assert desk.state.turn is not None
    return desk.state.turn
