"""The learner's event log: append-only JSON lines in the user's own data folder.

Every event is one line, written under a lock and flushed to the disk, so that a dying kernel loses
nothing that was said. State is never stored; it is folded from the events on reading.
"""

import json
import os
import uuid
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import platformdirs

VERSION = 1
Event = dict[str, Any]
FACTS = {"check": ("exercise", "outcome"), "prediction": ("prediction", "words")}  # what `fold` reads of an event
PATIENCE = 10  # seconds to wait for another writer before giving up


class NewerVersionError(RuntimeError):
    """The log was written by a later posenc; this one leaves it alone."""


def home() -> Path:
    """The folder of all that posenc keeps for a user: POSENC_HOME, or the system's data folder."""
    chosen = os.environ.get("POSENC_HOME")
    return Path(chosen) if chosen else platformdirs.user_data_path("posenc", appauthor=False)


@dataclass(frozen=True)
class Log:
    """An event log in one file.

    >>> import tempfile
    >>> log = Log(Path(tempfile.mkdtemp()) / "events.jsonl")
    >>> _ = log.append("check", exercise="blindness.scores", outcome="passed")
    >>> [event["outcome"] for event in log.events()]
    ['passed']
    """

    path: Path = field(default_factory=lambda: home() / "events.jsonl")

    def append(self, kind: str, **facts: Any) -> Event:
        """Write one event with its time and a unique id; raise OSError if that can't be done."""
        now = datetime.now(UTC).astimezone().isoformat(timespec="seconds")
        event = {"v": VERSION, "id": uuid.uuid4().hex, "at": now, "kind": kind, **facts}
        self.extend([event])
        return event

    def extend(self, events: Iterable[Event]) -> int:
        """Write the events that the log does not hold yet; return how many those were."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._lock():
            known = {event["id"] for event in self.events()}  # first: a newer log must not be touched
            self._set_torn_line_aside()
            new = {event["id"]: event for event in events if event["id"] not in known}
            with self.path.open("ab") as file:
                file.writelines(map(to_line, new.values()))
                file.flush()
                os.fsync(file.fileno())
        return len(new)

    def events(self) -> list[Event]:
        """Every whole event, oldest first; a torn last line is passed over.

        Raises: NewerVersionError if a later posenc wrote one of them; ValueError if another line is damaged.
        """
        data = self.path.read_bytes() if self.path.exists() else b""
        return read_events(data[: data.rfind(b"\n") + 1], str(self.path))

    def _lock(self) -> AbstractContextManager[Any]:
        from filelock import FileLock  # only where something is written: it brings asyncio, which takes long to load

        return FileLock(self.path.with_suffix(".lock"), timeout=PATIENCE)

    def _set_torn_line_aside(self) -> None:
        """A writer that died left half a line: keep it in a file of its own, go on after the last whole one."""
        data = self.path.read_bytes() if self.path.exists() else b""
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            with self.path.with_suffix(".torn").open("ab") as aside:
                aside.write(data[whole:] + b"\n")
            os.truncate(self.path, whole)


def to_line(event: Event) -> bytes:
    """The event as one line of the log, or of an export; half a character that a learner pasted does no harm."""
    return json.dumps(event, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def read_events(data: bytes, source: str) -> list[Event]:
    """Parse JSON lines; `source` names them in messages.

    Raises: NewerVersionError or ValueError, as `Log.events`.

    >>> read_events(b'{"v": 1, "id": "a", "kind": "study", "at": "2026-01-01T09:00:00+01:00"}', "an export")[0]["kind"]
    'study'
    """
    events = []
    for number, line in enumerate(data.splitlines(), start=1):
        try:
            events.append(_read_event(line))
        except NewerVersionError as error:
            raise NewerVersionError(f"{source}, line {number}: {error}") from None
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{source}, line {number}: not an event of posenc ({error})") from None
    return events


def _read_event(line: bytes) -> Event:
    event = json.loads(line)
    if not isinstance(event, dict) or type(event.get("v")) is not int:
        raise ValueError("no version 'v'")
    if event["v"] > VERSION:
        raise NewerVersionError(f"version {event['v']} is newer than {VERSION}; update posenc")
    for name in ("id", "kind", "at", *FACTS.get(str(event.get("kind")), ())):
        if not isinstance(event.get(name), str):
            raise ValueError(f"{name!r} is missing or no text")
    return event


@dataclass
class Progress:
    """What the events come to."""

    outcomes: dict[str, str] = field(default_factory=dict)
    attempts: dict[str, int] = field(default_factory=dict)
    predictions: dict[str, str] = field(default_factory=dict)
    last: str = ""

    @property
    def passed(self) -> set[str]:
        """The exercises passed at least once."""
        return {exercise for exercise, outcome in self.outcomes.items() if outcome == "passed"}


def fold(events: Iterable[Event]) -> Progress:
    """Fold events into state: a pass stays a pass, a later prediction replaces the earlier one.

    >>> fold([{"kind": "check", "exercise": "a.b", "outcome": "failed", "at": "2026-01-01T09:00:00+01:00"}]).attempts
    {'a.b': 1}
    """
    state = Progress()
    for event in events:
        if event["kind"] == "check":
            exercise, outcome = event["exercise"], event["outcome"]
            if outcome in ("passed", "failed", "raised", "timed out"):
                state.attempts[exercise] = state.attempts.get(exercise, 0) + 1
            if state.outcomes.get(exercise) != "passed":
                state.outcomes[exercise] = outcome
        elif event["kind"] == "prediction":
            state.predictions[event["prediction"]] = event["words"]
        state.last = event["at"]
    return state
