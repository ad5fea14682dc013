"""The learner's function, as the parent sees it: something to call that answers from the child process."""

import json
import socket
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
        self._sandbox = sandbox
        self._seconds, self._largest = seconds, largest
        self._deadline = time.monotonic() + seconds
        self._number, self._gone = 0, ""
        text = json.dumps(pieces).encode()
        sent = (np.frombuffer(given_library(exercise.id), np.uint8), np.frombuffer(text, np.uint8))
        self._line = self._forked()
        header, _ = self._exchange({"name": exercise.name}, sent)
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
        if self._gone:
            return False
        try:
            send(self._line, {"is": "end"})
            self._sandbox.ended(self._deadline)
        except (EOFError, OSError, BrokenFrameError):
            return False
        self._sandbox.tidy()
        return True

    def _forked(self) -> socket.socket:
        try:
            return self._sandbox.fork()
        except OSError:
            raise self._end("its process ended") from None

    def _exchange(self, order: dict[str, Any], values: tuple[Any, ...], *, limit: int = 0) -> Frame:
        """Send an order and read what comes back."""
        if self._gone:
            raise GoneError(self._gone)
        try:
            self._line.settimeout(max(self._deadline - time.monotonic(), 0.001))
            send(self._line, order, values)
            return receive(self._line, limit=limit, deadline=self._deadline)
        except TimeoutError:
            raise self._out_of_time() from None
        except (EOFError, OSError):
            raise self._ended() from None
        except BrokenFrameError:
            raise self._end("it sent what is no answer, or far too large a one") from None

    def _ended(self) -> GoneError:
        """It has hung up: the warden knows how it ended, once it has."""
        try:
            status = self._sandbox.ended(self._deadline)
        except TimeoutError:
            return self._out_of_time()
        except (EOFError, OSError, BrokenFrameError):
            return self._end("its process ended")
        return self._end(f"its process ended ({ENDINGS.get(status, f'exit code {status}')})")

    def _out_of_time(self) -> GoneError:
        return self._end(f"no answer in {self._seconds:g} seconds", OutOfTimeError)

    def _end(self, words: str, kind: type[GoneError] = GoneError) -> GoneError:
        self._gone = words
        return kind(words)


def _troubles(said: Any, pieces: list[Piece]) -> Iterator[tuple[int, LearnerError]]:
    for each in said[: len(pieces)] if isinstance(said, list) else []:
        error = error_told(each, pieces)
        if error is not None and type(each.get("piece")) is int and 0 <= each["piece"] < len(pieces):
            yield each["piece"], error
