"""The learner's function, as the parent sees it: something to call that answers from the child process."""

import json
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from posenc.exercises import Exercise
from posenc.grading.answering import (
    ChangedInputError,
    GoneError,
    LearnerError,
    OtherAnswerError,
    OutOfTimeError,
    Piece,
    error_told,
)
from posenc.grading.given import given_library
from posenc.grading.inside.frames import BrokenFrameError, Frame, receive, send
from posenc.grading.inside.warden import FORK
from posenc.grading.sandbox import Sandbox

ROOM = 16  # how many times as large as what went in an answer may be
ENDINGS = {-6: "it aborted", -9: "it was killed", -11: "the interpreter crashed", -24: "it used up its processor time"}
BROKEN = "it broke the protocol"


class Held:
    """One exercise's function in a sandbox. Once it is gone it stays gone: every later call raises `GoneError`.

    `found` is "function", "nothing" or the type of what else has its name; `trouble` holds what went wrong in the
    pieces that the function needs: number and error.
    """

    def __init__(
        self, sandbox: Sandbox, exercise: Exercise, pieces: list[Piece], *, seconds: float, largest: int
    ) -> None:
        """Fork a process and run the pieces of source there, within `seconds` for all that follows.

        An answer may have `largest` bytes, more where more goes in. Raises: GoneError.
        """
        self.pieces = pieces
        self._sandbox, self._sock = sandbox, sandbox.sock
        self._seconds, self._largest = seconds, largest
        self._deadline = time.monotonic() + seconds
        self._number, self._gone = 0, ""
        text = json.dumps(pieces).encode()
        sent = (np.frombuffer(given_library(exercise.id), np.uint8), np.frombuffer(text, np.uint8))
        header, _ = self._exchange({"name": exercise.name}, sent, before=FORK)
        said = header.get("trouble")
        self.found = str(header.get("found"))[:80]
        self.trouble = list(_troubles(said, pieces))

    def __call__(self, *inputs: Any) -> Any:
        """Call the function. Raises: LearnerError, ChangedInputError, OtherAnswerError, GoneError."""
        self._number += 1
        room = ROOM * sum(value.nbytes for value in inputs if isinstance(value, np.ndarray))
        order = {"is": "call", "number": self._number}
        header, values = self._exchange(order, inputs, limit=self._largest + room)
        if header.get("number") != self._number:
            raise self._end(BROKEN)
        if header.get("changed") is True:
            raise ChangedInputError
        if "other" in header:
            raise OtherAnswerError(str(header["other"])[:80])
        error = error_told(header, self.pieces)
        if error is not None:
            raise error
        if len(values) != 1:
            raise self._end(BROKEN)
        return values[0]

    def release(self) -> bool:
        """Let the process end; say whether the sandbox is sound, so that another exercise may use it."""
        try:
            self._exchange({"is": "end"}, (), expected="over")
        except GoneError:
            return False
        self._sandbox.tidy()
        return True

    def _exchange(
        self, order: dict[str, Any], values: tuple[Any, ...], *, before: bytes = b"", expected: str = "", limit: int = 0
    ) -> Frame:
        """Send an order and read what comes back; anything out of turn is the end."""
        if self._gone:
            raise GoneError(self._gone)
        try:
            self._sock.settimeout(max(self._deadline - time.monotonic(), 0.001))
            self._sock.sendall(before)
            send(self._sock, order, values)
            header, results = receive(self._sock, limit=limit, deadline=self._deadline)
        except TimeoutError:
            raise self._end(f"no answer in {self._seconds:g} seconds", OutOfTimeError) from None
        except (EOFError, OSError):
            raise self._end("its process ended") from None
        except BrokenFrameError:
            raise self._end("it sent what is no answer, or far too large a one") from None
        if (header.get("is") == "over") != (expected == "over"):
            raise self._end(_ended(header.get("status")))
        return header, results

    def _end(self, words: str, kind: type[GoneError] = GoneError) -> GoneError:
        self._gone = words
        return kind(words)


def _troubles(said: Any, pieces: list[Piece]) -> Iterator[tuple[int, LearnerError]]:
    for each in said[: len(pieces)] if isinstance(said, list) else []:
        error = error_told(each, pieces)
        if error is not None and type(each.get("piece")) is int and 0 <= each["piece"] < len(pieces):
            yield each["piece"], error


def _ended(status: Any) -> str:
    if type(status) is not int:
        return BROKEN
    return f"its process ended ({ENDINGS.get(status, f'exit code {status}')})"
