"""A session's state, folded from its events: what is asked, what is next, what has been graded.

No clock and no file: time comes in with the events. An event that does not fit the state leaves it as it
is, so that two windows on one session, or half a log, do no harm.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta

from posenc.rehearsal.events import Event, moment, rehearsed
from posenc.rehearsal.turn import Step, Turn


@dataclass(frozen=True)
class Session:
    """One rehearsal, from its start to its end.

    `stage` says what may come: between, asked, answered, rated, revealed, challenged, refuted, done, ended.
    """

    id: str
    mode: str
    minutes: float
    seed: int
    levels: tuple[str, ...]
    pending: tuple[Step, ...]
    turn: Turn | None = None
    refuted: Step | None = None
    graded: tuple[Event, ...] = ()
    settled: tuple[tuple[Step, bool], ...] = ()
    ended: bool = False

    @property
    def stage(self) -> str:
        """Where the session stands."""
        turn = self.turn
        if self.ended:
            return "ended"
        if turn is not None:
            rated = "rated" if turn.confidence or turn.how == "unknown" else "answered"
            return "revealed" if turn.revealed else rated if turn.answered else "asked"
        if self.refuted is not None:
            return "refuted"
        return ("challenged" if self.pending[0].wrong else "between") if self.pending else "done"

    @property
    def next(self) -> Step | None:
        """What is on the table, or else what comes next."""
        if self.turn is not None:
            return Step(self.turn.card, self.turn.parent)
        return self.refuted or (self.pending[0] if self.pending else None)

    @property
    def seen(self) -> set[str]:
        """The cards that this session has asked."""
        return {event["card"] for event in self.graded} | ({self.turn.card} if self.turn else set())


def begin(event: Event) -> Session:
    """The session that a "rehearsal started" begins."""
    return Session(
        id=event["session"],
        mode=event["mode"],
        minutes=event["minutes"],
        seed=event["seed"],
        levels=tuple(event["levels"]),
        pending=tuple(map(Step, event["cards"])),
    )


def replay(events: Iterable[Event], session: str) -> Session | None:
    """The state of one session, from a log of any events; None if it never began."""
    state = None
    for event in rehearsed(events):
        if event.get("session") == session:
            if state is not None:
                state = apply(state, event)
            elif event["kind"] == "rehearsal started":
                state = begin(event)
    return state


def unfinished(events: Iterable[Event]) -> str | None:
    """The id of the session that was begun last, if it has not ended."""
    events = list(rehearsed(events))
    begun = [event["session"] for event in events if event["kind"] == "rehearsal started"]
    if not begun:
        return None
    state = replay(events, begun[-1])
    return begun[-1] if state is not None and not state.ended else None


def apply(state: Session, event: Event) -> Session:
    """The state after a whole event of this session."""
    kind, turn, stage = event["kind"].removeprefix("rehearsal "), state.turn, state.stage
    if stage == "ended":
        return state
    if kind == "ended":
        return replace(state, ended=True)
    if turn is not None:
        return _within(state, turn, kind, event)
    if kind == "asked" and stage == "between":
        pending = state.pending[1:] if event["card"] == state.pending[0].card else state.pending
        new = Turn(event["card"], event["parent"], event["minutes"], event["seed"], moment(event))
        return replace(state, turn=new, pending=pending)
    if kind == "skipped" and stage in ("between", "challenged"):
        return replace(state, pending=state.pending[1:])
    if kind == "refuted" and stage == "challenged" and event["wrong"] == state.pending[0].wrong:
        return replace(state, refuted=state.pending[0], pending=state.pending[1:])
    if kind == "settled" and state.refuted is not None:
        return replace(state, refuted=None, settled=(*state.settled, (state.refuted, event["held"])))
    return state


def _within(state: Session, turn: Turn, kind: str, event: Event) -> Session:
    """The state after an event while a question is on the table."""
    stage, at = state.stage, moment(event)
    if kind == "skipped":
        return replace(state, turn=None)
    if kind == "graded" and stage == "revealed" and event["card"] == turn.card:
        return _after_grade(state, turn, event)
    if kind == "paused" and stage == "asked" and turn.paused is None:
        turn = replace(turn, paused=at)
    elif kind == "resumed" and stage == "asked" and turn.paused is not None:
        turn = replace(turn, paused=None, away=turn.away + max(at - turn.paused, timedelta()))
    elif kind == "answered" and stage == "asked":
        turn = replace(turn, how=event["how"], words=event["words"], answered=turn.paused or at, paused=None)
    elif kind == "rated" and stage == "answered":
        turn = replace(turn, confidence=event["confidence"])
    elif kind == "revealed" and stage == "rated":
        turn = replace(turn, revealed=True)
    return replace(state, turn=turn)


def _after_grade(state: Session, turn: Turn, event: Event) -> Session:
    """First the follow-up (which may have been planned for later), then the wrong answer, then the rest."""
    follow_up = (Step(event["follow_up"], parent=turn.card),) if event["follow_up"] else ()
    refute = (Step(turn.card, wrong=event["wrong"]),) if event["wrong"] else ()
    planned = [step for step in state.pending if step.wrong or step.card != event["follow_up"]]
    return replace(state, turn=None, graded=(*state.graded, event), pending=(*follow_up, *refute, *planned))
