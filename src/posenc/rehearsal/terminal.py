"""`posenc rehearse`: the session in a terminal, with plain input; Ctrl-C leaves it where it stands."""

import io
import sys
from collections.abc import Collection
from datetime import date

from rich.console import Console

from posenc.progress import NewerVersionError
from posenc.reasons import in_words
from posenc.rehearsal.bank import Bank, load
from posenc.rehearsal.choosing import among
from posenc.rehearsal.clocks import ahead, jumps
from posenc.rehearsal.days import Clock, now, set_interview
from posenc.rehearsal.desk import Desk
from posenc.rehearsal.talk import Talk


def rehearse_command(
    *,
    topics: Collection[str] = (),
    levels: Collection[str] = (),
    interview: date | None = None,
    minutes: float = 20,
    mock: bool = False,
    card: str = "",
    seed: int | None = None,
    clock: Clock = now,
) -> int:
    """Run or resume a session; 0 at its end, 1 if it can't run, 130 when left (it can be resumed)."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a sign shows "?"
    console = Console(highlight=False)
    try:
        bank = load()
        _check(bank, topics, levels, card)
        if interview is not None:
            if interview < clock().date():
                raise ValueError(f"the interview must be today or later, not on {interview}")
            set_interview(interview, clock=clock)
        desk = _resumed(console, bank, clock) or Desk.start(
            mode="card" if card else "mock" if mock else "daily",
            minutes=minutes, topics=topics, levels=levels, card=card, seed=seed, bank=bank, clock=clock,
        )  # fmt: skip
        if count := ahead(desk.log.events(), clock().date()):
            console.print(f"[yellow]{count} answers are dated after today; they count when their day comes.[/]")
        Talk(console, desk).run()
        for jump in jumps(event for event in desk.log.events() if event.get("session") == desk.state.id):
            console.print(f"[yellow]{jump}[/]")
    except (KeyboardInterrupt, EOFError):
        console.print("\nLeft. What you answered is kept; `posenc rehearse` goes on from here.")
        return 130
    except (OSError, ValueError, NewerVersionError) as error:
        print(f"posenc rehearse: {in_words(error)}", file=sys.stderr)
        return 1
    return 0


def _check(bank: Bank, topics: Collection[str], levels: Collection[str], card: str) -> None:
    """Say what does not exist before an open session asks whether to go on."""
    among(bank, topics, levels)
    if card and card not in bank:
        raise ValueError(f"no card is called {card!r}: `posenc cards export --sheet FILE` lists them all")


def _resumed(console: Console, bank: Bank, clock: Clock) -> Desk | None:
    desk = Desk.resume(bank=bank, clock=clock)
    if desk is None:
        return None
    done, left = len(desk.state.graded), len([step for step in desk.state.pending if not step.wrong])
    console.print(f"A session is open: {done} answered, {left + (desk.state.turn is not None)} to go.")
    if console.input("Go on with it? Enter, or n for a new one: ").strip().lower().startswith("n"):
        desk.end()
        return None
    return desk
