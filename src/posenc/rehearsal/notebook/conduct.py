"""What the learner did in the front end, done to the desk; knows no widget, so that tests need none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from posenc.progress import NewerVersionError
from posenc.rehearsal.bank import Bank
from posenc.rehearsal.desk import Desk
from posenc.rehearsal.notebook.steps import view_of
from posenc.rehearsal.notebook.view import Button, View, block


@dataclass
class Conduct:
    """One notebook cell's session: begun, or taken up, only when the learner says so."""

    begin: Callable[[], Desk]
    resume: Callable[[], Desk | None]
    what: str  # the session that `begin` begins, in words
    desk: Desk | None = None
    offered: Desk | None = field(default=None, init=False)

    def view(self) -> View:
        """What to show now."""
        if self.desk is not None:
            return view_of(self.desk)
        self.offered = self.resume()
        if self.offered is None:
            start = (Button("Begin", "1", "begin", main=True),)
            return View("start", "Rehearsal", blocks=(block(self.what),), buttons=start)
        done, turn = len(self.offered.state.graded), self.offered.state.turn
        left = len([step for step in self.offered.state.pending if not step.wrong]) + (turn is not None)
        running = " Its clock is running." if turn and turn.paused is None and not turn.answered else ""
        return View(
            "offer", "A session is open", blocks=(block(f"{done} answered, {left} to go.{running}"),),
            buttons=(Button("Go on with it", "1", "go on", main=True), Button("Begin a new one", "2", "new")),
        )  # fmt: skip

    def act(self, message: Mapping[str, Any]) -> str:
        """Do what a message says; return "" or the sentence that says why it could not be done."""
        try:
            self._act(str(message.get("do")), message)
        except (OSError, ValueError, NewerVersionError) as error:
            return str(error)
        return ""

    def _act(self, do: str, message: Mapping[str, Any]) -> None:
        if do in ("begin", "new"):
            self._new()
        elif do == "go on":
            self.desk = self.offered or self.resume() or self.begin()
        elif self.desk is None:
            raise ValueError("no session is open; begin one")
        else:
            _do(self.desk, do, message)

    def _new(self) -> None:
        open_one = self.desk if self.desk is not None and self.desk.stage != "ended" else self.resume()
        if open_one is not None:
            open_one.end()
        self.desk = self.begin()


def _do(desk: Desk, do: str, message: Mapping[str, Any]) -> None:
    value, words = message.get("value", ""), str(message.get("words", ""))
    actions: dict[str, Callable[[], object]] = {
        "ask": desk.ask, "skip": desk.skip, "end": desk.end, "pause": desk.pause, "reveal": desk.reveal,
        "answer": lambda: desk.answer(str(value), words), "rate": lambda: desk.rate(value),
        "grade": lambda: desk.grade([str(idea) for idea in message.get("ticks", ())]),
        "refute": lambda: desk.refute(words), "settle": lambda: desk.settle(value is True),
    }  # fmt: skip
    if do not in actions:
        raise ValueError(f"do must be one of {', '.join(actions)}, not {do!r}")
    actions[do]()


def described(bank: Bank, *, mock: bool, card: str, minutes: float) -> str:
    """The session to come, in a sentence."""
    if card:
        return f"One card, `{card}`, with its follow-ups and a wrong answer to refute."
    drawn = "a balanced set of questions, due or not" if mock else "what is due today, then new questions"
    return f"{minutes:g} minutes: {drawn}, from a bank of {len(bank)}. Nothing is asked before you begin."
