"""What is said between the grader and the process of one exercise; whatever goes wrong there is the process's end."""

import socket
import time

from posenc.grading.answering import GoneError, OutOfTimeError
from posenc.grading.inside.frames import BrokenFrameError, Frame, Reader, packed
from posenc.grading.sandbox import Sandbox

ENDINGS = {-6: "it aborted", -9: "it was killed", -11: "the interpreter crashed", -24: "it used up its processor time"}
FAILURES = (EOFError, OSError, BrokenFrameError)


class Line:
    """The line to a process in a sandbox. Once the process is gone it stays gone: `gone` says why."""

    def __init__(self, sandbox: Sandbox, *, seconds: float) -> None:
        """Fork the process; it has `seconds` for all that it is asked. Raises: GoneError."""
        self.gone = ""
        self._sandbox, self._seconds = sandbox, seconds
        self._deadline = time.monotonic() + seconds
        self._sock = self._forked()
        self._reader = Reader(self._sock)

    def _forked(self) -> socket.socket:
        try:
            return self._sandbox.fork()
        except OSError:
            raise self.end("its process ended") from None

    def send(self, frame: bytes) -> None:
        """Send an order. Raises: GoneError."""
        self.check()
        try:
            self._sock.settimeout(max(self._deadline - time.monotonic(), 0.001))
            self._sock.sendall(frame)
        except FAILURES as error:
            raise self._failed(error) from None

    def receive(self, *, limit: int) -> Frame:
        """Read a frame of at most `limit` bytes of arrays. Raises: GoneError."""
        self.check()
        try:
            return self._reader.receive(limit=limit, deadline=self._deadline)
        except FAILURES as error:
            raise self._failed(error) from None

    def check(self) -> None:
        """Raises: GoneError if the process is gone."""
        if self.gone:
            raise GoneError(self.gone)

    def end(self, words: str, kind: type[GoneError] = GoneError) -> GoneError:
        """From now on the process is gone, for the reason in `words`; the error that says so."""
        self.gone = words
        return kind(words)

    def release(self) -> bool:
        """Let the process end; say whether the sandbox is sound, so that another exercise may use it."""
        try:
            self.send(packed({"is": "end"}))
            self._sandbox.ended(self._deadline)
        except (GoneError, *FAILURES):
            return False
        self._sandbox.tidy()
        return True

    def _failed(self, error: Exception) -> GoneError:
        if isinstance(error, TimeoutError):
            return self._out_of_time()
        if isinstance(error, BrokenFrameError):
            return self.end("it sent what is no answer, or far too large a one")
        return self._hung_up()

    def _hung_up(self) -> GoneError:
        """The warden knows how the process ended, once it has."""
        try:
            status = self._sandbox.ended(self._deadline)
        except TimeoutError:
            return self._out_of_time()
        except FAILURES:
            return self.end("its process ended")
        return self.end(f"its process ended ({ENDINGS.get(status, f'exit code {status}')})")

    def _out_of_time(self) -> GoneError:
        return self.end(f"no answer in {self._seconds:g} seconds", OutOfTimeError)
