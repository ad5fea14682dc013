"""What a learner may do in a session: state, time and choice in, one event out; nothing is written here.

Each function returns the event without id and version, which the log gives it. It raises OutOfTurn if the
session stands elsewhere, ValueError for a choice that does not exist.
"""

import zlib
from collections.abc import Collection
from datetime import datetime

from posenc.rehearsal.bank import Bank
from posenc.rehearsal.card import LEVELS, Card
from posenc.rehearsal.events import CONFIDENCES, WAYS, Event, stamp
from posenc.rehearsal.posing import number, pose
from posenc.rehearsal.session import Session
from posenc.rehearsal.turn import Step, Turn


class OutOfTurn(ValueError):
    """An action that does not fit where the session stands."""


def ask(state: Session, bank: Bank, at: datetime) -> Event:
    """Put the next question on the table and start its clock."""
    _expect(state, "between")
    step = state.pending[0]
    card = bank[step.card]
    facts = {"card": card.id, "parent": step.parent, "minutes": card.minutes, "seed": _drawn(state, card.id)}
    return _event(state, "asked", at, **facts)


def pause(state: Session, at: datetime) -> Event:
    """Stop the clock, or let it go on if it is stopped."""
    _expect(state, "asked")
    return _event(state, "resumed" if _turn(state).paused else "paused", at)


def answer(state: Session, bank: Bank, at: datetime, how: str, words: str = "") -> Event:
    """Say that the own answer is done, and how it was given: aloud, on paper, typed, or unknown ("I don't know").

    Raises: ValueError if a numeric question gets no number, and no "unknown".
    """
    _expect(state, "asked")
    if how not in WAYS:
        raise ValueError(f"how must be one of {', '.join(WAYS)}, not {how!r}")
    if how != "unknown" and bank[_turn(state).card].machine_checked:
        number(words)
    return _event(state, "answered", at, how=how, words=words)


def rate(state: Session, at: datetime, confidence: int) -> Event:
    """Say how sure you are, before the answer is shown; not asked for after "I don't know"."""
    _expect(state, "answered")
    if confidence not in CONFIDENCES:
        raise ValueError(f"confidence must be 50, 70 or 90, not {confidence!r}")
    return _event(state, "rated", at, confidence=confidence)


def reveal(state: Session, at: datetime) -> Event:
    """Show the answers and the rubric."""
    _expect(state, "rated")
    return _event(state, "revealed", at)


def grade(state: Session, bank: Bank, at: datetime, ticked: Collection[str] = ()) -> Event:
    """Derive the grade from the ticked idea units, or, for a numeric question, from the number.

    A missed `must`, a wrong number or "I don't know" is "again"; complete but late is "hard"; else "good".
    """
    _expect(state, "revealed")
    turn = _turn(state)
    card = bank[turn.card]
    ideas = [idea.id for idea in card.rubric]
    if unknown := sorted(set(ticked) - set(ideas)):
        raise ValueError(f"ticked must be ideas of {card.id}, not {', '.join(unknown)}")
    if card.machine_checked:
        complete = turn.how != "unknown" and pose(card, turn.seed).right(turn.words)
    else:
        complete = turn.how != "unknown" and card.complete(ticked)
    late = turn.left(at) < 0
    result = "again" if not complete else "hard" if late else "good"
    return _event(
        state,
        "graded",
        at,
        card=card.id,
        version=card.version,
        topic=card.topic,
        level=card.level,
        grade=result,
        by="machine" if card.machine_checked else "self",
        how=turn.how,
        confidence=turn.confidence,
        seconds=round(turn.seconds(at), 1),
        minutes=turn.minutes,
        late=late,
        ticked=[idea for idea in ideas if idea in ticked],
        missed=[idea for idea in ideas if idea not in ticked] if not card.machine_checked else [],
        follow_up="" if result == "again" else _follow_up(state, bank, card),
        wrong=_wrong(state, card),
    )


def skip(state: Session, at: datetime) -> Event:
    """Put aside what is on the table, or what comes next; it gets no grade and stays due."""
    _expect(state, "between", "challenged", "asked", "answered", "rated", "revealed")
    return _event(state, "skipped", at)


def refute(state: Session, at: datetime, words: str = "") -> Event:
    """Say that the own refutation of the wrong answer is done; the refutation and its experiment are shown."""
    _expect(state, "challenged")
    step = state.pending[0]
    return _event(state, "refuted", at, card=step.card, wrong=step.wrong, words=words)


def settle(state: Session, at: datetime, held: bool) -> Event:
    """Say whether the own refutation held beside the one shown."""
    _expect(state, "refuted")
    return _event(state, "settled", at, held=held)


def end(state: Session, at: datetime) -> Event:
    """End the session, at its end or before."""
    if state.stage == "ended":
        raise OutOfTurn("the session has ended")
    return _event(state, "ended", at)


def with_follow_up(bank: Bank, card: Card) -> float:
    """Minutes of a card and of its shortest follow-up."""
    return card.minutes + min((bank[id].minutes for id in card.follow_ups if id in bank), default=0)


def _follow_up(state: Session, bank: Bank, card: Card) -> str:
    """The follow-up of the lowest level that was not asked, is of a chosen level and fits beside what is planned."""
    order = list(LEVELS)
    known = (bank[id] for id in card.follow_ups if id in bank)
    fit = [other for other in known if other.id not in state.seen and (not state.levels or other.level in state.levels)]
    if state.minutes:
        used = sum(event["minutes"] for event in state.graded) + _turn(state).minutes
        planned = {step.card: with_follow_up(bank, bank[step.card]) for step in _questions(state, bank)}
        left = state.minutes - used - sum(planned.values())
        fit = [other for other in fit if other.minutes <= left or other.id in planned]
    return min(fit, key=lambda other: (order.index(other.level), _drawn(state, other.id))).id if fit else ""


def _questions(state: Session, bank: Bank) -> list[Step]:
    return [step for step in state.pending if not step.wrong and step.card in bank]


def _wrong(state: Session, card: Card) -> str:
    """One of the card's wrong answers, after the card that began a chain; another one with another seed."""
    if _turn(state).parent or not card.wrong_answers:
        return ""
    return card.wrong_answers[_drawn(state, card.id) % len(card.wrong_answers)].id


def _drawn(state: Session, id: str) -> int:
    """A number that depends on the session's seed and an id alone, on any machine."""
    return zlib.crc32(f"{state.seed} {id}".encode())


def _turn(state: Session) -> Turn:
    assert state.turn is not None
    return state.turn


def _expect(state: Session, *stages: str) -> None:
    if state.stage not in stages:
        raise OutOfTurn(f"the session stands at {state.stage!r}; this needs {' or '.join(map(repr, stages))}")


def _event(state: Session, kind: str, at: datetime, **facts: object) -> Event:
    return {"kind": f"rehearsal {kind}", "at": stamp(at), "session": state.id, **facts}
