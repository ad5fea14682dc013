"""The learner's function, as the parent sees it: something to call that answers from the child process."""

import copy
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from posenc.grading.answering import (
    ChangedInputError,
    GoneError,
    LearnerError,
    OtherAnswerError,
    Piece,
    error_told,
)
from posenc.grading.batch import Batch
from posenc.grading.inside.calls import Key, key_of
from posenc.grading.inside.frames import Frame, packed
from posenc.grading.line import Line
from posenc.grading.sandbox import Sandbox

ROOM = 16  # how many times as large as what went in an answer may be
BROKEN = "it broke the protocol"


class Held:
    """One exercise's function in a sandbox. Once it is gone it stays gone: every later call raises `GoneError`.

    `found` is "function", "nothing" or the type of what else has its name; `trouble` holds what went wrong in the
    pieces that the function needs: number and error.
    """

    def __init__(
        self, sandbox: Sandbox, name: str, pieces: list[Piece], *, library: bytes, seconds: float, largest: int
    ) -> None:
        """Fork a process and run the pieces of source there, within `seconds` for all that follows.

        `library` is what they may import (`given_for`). An answer may have `largest` bytes, more where more goes in.
        Raises: GoneError.
        """
        self.pieces = pieces
        self._largest = largest
        self._waiting: dict[Key, int] = {}  # calls that are sent and not yet answered -> largest answer, in their order
        self._answers: dict[Key, Frame] = {}
        self._line = Line(sandbox, seconds=seconds)
        text = json.dumps(pieces).encode()
        sent = (np.frombuffer(library, np.uint8), np.frombuffer(text, np.uint8))
        self._line.send(packed({"name": name}, sent))
        header, _ = self._line.receive(limit=0)
        said = header.get("trouble")
        self.found = str(header.get("found"))[:80]
        self.trouble = list(_troubles(said, pieces))

    def __call__(self, *inputs: Any) -> Any:
        """Call the function; it is asked each question once, and the answer kept.

        Raises: LearnerError, ChangedInputError, OtherAnswerError, GoneError.
        """
        self._line.check()
        key = key_of(inputs)
        if key not in self._answers and key not in self._waiting:
            self._send(Batch.of([inputs]))
        while key not in self._answers:
            self._read_answer()
        return self._value(*self._answers[key])

    def ask_ahead(self, batch: Batch) -> None:
        """Send calls that will be made: each then takes its answer. What goes wrong is raised by the calls."""
        with suppress(GoneError):
            self._send(batch)

    def release(self) -> bool:
        """Let the process end; say whether the sandbox is sound, so that another exercise may use it."""
        return self._line.release()

    def _send(self, batch: Batch) -> None:
        while self._waiting:  # else each side might wait for the other to read
            self._read_answer()
        self._waiting = {key: self._largest + ROOM * size for key, size in batch.sizes.items()}
        self._line.send(batch.frame)

    def _read_answer(self) -> None:
        """Answers come in the order of the calls, numbered."""
        key = next(iter(self._waiting))
        header, values = self._line.receive(limit=self._waiting.pop(key))
        if header.get("number") != len(self._answers) + 1:
            raise self._line.end(BROKEN)
        self._answers[key] = header, values

    def _value(self, header: dict[str, Any], values: list[Any]) -> Any:
        if header.get("changed") is True:
            raise ChangedInputError
        if "other" in header:
            raise OtherAnswerError(str(header["other"])[:80])
        error = error_told(header, self.pieces)
        if error is not None:
            raise error
        if len(values) != 1:
            raise self._line.end(BROKEN)
        return copy.deepcopy(values[0])  # a property may write to it


def _troubles(said: Any, pieces: list[Piece]) -> Iterator[tuple[int, LearnerError]]:
    for each in said[: len(pieces)] if isinstance(said, list) else []:
        error = error_told(each, pieces)
        if error is not None and type(each.get("piece")) is int and 0 <= each["piece"] < len(pieces):
            yield each["piece"], error
