"""A rehearsal at work: the bank, the learner's log and a clock around the pure session.

Each action is written to the log before it counts, so that a kernel or a terminal that dies loses nothing;
`Desk.resume` goes on where the log ends.
"""

import secrets
import uuid
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Self

from posenc.progress import Log
from posenc.rehearsal import acting, choosing
from posenc.rehearsal.bank import Bank, load
from posenc.rehearsal.card import Card, WrongAnswer, sort_levels
from posenc.rehearsal.days import Clock, now
from posenc.rehearsal.events import Event, stamp
from posenc.rehearsal.experiment import Experiment
from posenc.rehearsal.named import find
from posenc.rehearsal.posing import Posed, pose
from posenc.rehearsal.session import Session, apply, begin, replay, unfinished
from posenc.rehearsal.spacing import schedule
from posenc.rehearsal.turn import Step


@dataclass
class Desk:
    """One session, driven by a widget or a terminal: what to show, and what the learner may do."""

    state: Session
    bank: Bank
    log: Log
    clock: Clock = field(default=now, repr=False)

    @classmethod
    def start(
        cls,
        *,
        mode: str = "daily",
        minutes: float = 20,
        topics: Collection[str] = (),
        levels: Collection[str] = (),
        card: str = "",
        seed: int | None = None,
        bank: Bank | None = None,
        log: Log | None = None,
        clock: Clock = now,
    ) -> Self:
        """Begin a session: "daily" (what is due, then new), "mock" (a balanced set), or "card" (that one).

        Raises: ValueError for a mode, topic, level or card that does not exist, or minutes not above 0;
        OSError, or what `Log.events` raises, if the log can't be used.
        """
        bank, log = bank or load(), log or Log()
        seed = secrets.randbelow(2**32) if seed is None else seed
        levels = sort_levels(levels)
        at = clock()
        cards = choosing.plan(
            bank, schedule(log.events(), until=at.date()), at.date(),
            mode=mode, minutes=minutes, topics=topics, levels=levels, card=card, seed=seed,
        )  # fmt: skip
        minutes = 0 if mode == "card" else minutes
        facts = {"cards": cards, "levels": levels, "minutes": minutes, "seed": seed, "session": uuid.uuid4().hex}
        event = log.append("rehearsal started", at=stamp(at), mode=mode, **facts)
        return cls(begin(event), bank, log, clock)

    @classmethod
    def resume(cls, *, bank: Bank | None = None, log: Log | None = None, clock: Clock = now) -> Self | None:
        """The last session where the log left it, if it has not ended; else None."""
        bank, log = bank or load(), log or Log()
        events = log.events()
        session = unfinished(events)
        state = replay(events, session) if session is not None else None
        if state is None:
            return None
        desk = cls(state, bank, log, clock)
        desk._drop_what_is_gone()
        return desk

    # What to show

    @property
    def stage(self) -> str:
        """Where the session stands: see `Session.stage`."""
        return self.state.stage

    @property
    def card(self) -> Card | None:
        """The card on the table, or the one that comes next, or the one whose wrong answer is refuted."""
        step = self.state.next
        return self.bank[step.card] if step is not None else None

    @property
    def posed(self) -> Posed | None:
        """The texts of the card on the table, with the numbers of a numeric one; None between questions."""
        turn = self.state.turn
        return pose(self.bank[turn.card], turn.seed) if turn else None

    @property
    def wrong(self) -> WrongAnswer | None:
        """The wrong answer to refute, at the stages challenged and refuted."""
        step = self.state.next
        return self.bank[step.card].wrong_answer(step.wrong) if step is not None and step.wrong else None

    def experiment(self) -> Experiment:
        """Run the experiment of the wrong answer just refuted."""
        if self.stage != "refuted" or self.wrong is None:
            raise acting.OutOfTurn(f"the session stands at {self.stage!r}; experiments come at 'refuted'")
        result: Experiment = find(self.wrong.experiment, "experiments")()
        return result

    @property
    def left(self) -> float:
        """Seconds left on the clock, negative when the time is up; 0 between questions."""
        return self.state.turn.left(self.clock()) if self.state.turn else 0.0

    # What the learner may do

    def ask(self) -> None:
        """Put the next question on the table; its clock starts."""
        self._do(acting.ask(self.state, self.bank, self.clock()))

    def pause(self) -> None:
        """Stop the clock, or let it go on."""
        self._do(acting.pause(self.state, self.clock()))

    def answer(self, how: str, words: str = "") -> None:
        """The own answer is done: aloud, on paper, typed, or unknown."""
        self._do(acting.answer(self.state, self.bank, self.clock(), how, words))

    def rate(self, confidence: int) -> None:
        """How sure you are: 50, 70 or 90."""
        self._do(acting.rate(self.state, self.clock(), confidence))

    def reveal(self) -> None:
        """Show the answer."""
        self._do(acting.reveal(self.state, self.clock()))

    def grade(self, ticked: Collection[str] = ()) -> Event:
        """Tick the idea units that the own answer had; return the graded event."""
        return self._do(acting.grade(self.state, self.bank, self.clock(), ticked))

    def refute(self, words: str = "") -> None:
        """The own refutation is done; show the one of the card and run its experiment."""
        self._do(acting.refute(self.state, self.clock(), words))

    def settle(self, held: bool) -> None:
        """Whether the own refutation held."""
        self._do(acting.settle(self.state, self.clock(), held))

    def skip(self) -> None:
        """Put this question aside; it stays due."""
        self._do(acting.skip(self.state, self.clock()))

    def end(self) -> None:
        """End the session."""
        self._do(acting.end(self.state, self.clock()))

    def _do(self, event: Event) -> Event:
        event = self.log.append(**event)
        self.state = apply(self.state, event)
        return event

    def _drop_what_is_gone(self) -> None:
        """A newer posenc may have ended a card that was planned, or a wrong answer of it."""
        while (step := self.state.next) is not None and not _is_there(self.bank, step):
            self.skip()


def _is_there(bank: Bank, step: Step) -> bool:
    card = bank.get(step.card)
    return card is not None and (not step.wrong or any(wrong.id == step.wrong for wrong in card.wrong_answers))
