"""The child process that holds a notebook's functions."""

import contextlib
import marshal
import math
import os
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
from typing import Any

from posenc.grading import seccomp
from posenc.grading.given import given_to_all
from posenc.grading.inside.frames import BrokenFrameError, Reader
from posenc.grading.inside.warden import FORK
from posenc.grading.isolation import BUBBLEWRAP, ENVIRONMENT, LANDLOCK, command, user
from posenc.grading.leftovers import MARK, end_leftovers
from posenc.grading.visible import DEVICES, packages, without_hidden

ENDING = 5.0  # seconds that a killed sandbox may take to be gone
STARTING = 30.0  # seconds until a sandbox must be up, on a machine however busy
# The child reads its program from the socket: no file of posenc is needed, so none has to be visible.
BOOT = """
import marshal, socket, struct, sys
sock = socket.socket(fileno=int(sys.argv[1]))
sys.path += sys.argv[2:]
def exactly(count):
    data = b""
    while len(data) < count:
        piece = sock.recv(count - len(data))
        if not piece: sys.exit()
        data += piece
    return data
def part():
    return marshal.loads(exactly(*struct.unpack("!I", exactly(4))))
modules, settings = part(), part()
space = {"__name__": "boot"}
exec(marshal.loads(modules["posenc.grading.inside.loader"][0]), space)
given = space["install"](modules)
from posenc.grading.inside.warden import serve
serve(sock, given, settings)
"""


class Sandbox:
    """A warden in its isolation, ready to fork a process for each exercise; `close` ends all of it."""

    def __init__(self, level: str, *, seconds: float, memory_mib: int) -> None:
        """Start it. Raises: OSError (TimeoutError included) if it does not come up."""
        self.level, self.seconds, self.memory_mib = level, seconds, memory_mib
        self.mark = f"{os.getpid()}.{secrets.token_hex(8)}"
        self.lasts = False  # whether it may grade more than one notebook
        self.sock, theirs = socket.socketpair()
        self._reader = Reader(self.sock)
        self.line: socket.socket | None = None  # to the process of the exercise at hand
        self.folder = None if level == BUBBLEWRAP else tempfile.mkdtemp(prefix="posenc_")
        self.process: subprocess.Popen[bytes] | None = None
        try:
            with theirs:
                self._start(theirs)
            self._brief(self._settings())
        except BaseException:
            self.close()
            raise

    def _start(self, theirs: socket.socket) -> None:
        environment = {**ENVIRONMENT, MARK: self.mark}
        arguments = ["-c", BOOT, str(theirs.fileno()), *packages()]
        with seccomp.opened() as rules:
            self.lasts = self.level == BUBBLEWRAP and rules is not None
            self.process = subprocess.Popen(
                command(self.level, arguments, environment, rules), cwd=self.folder, start_new_session=True,
                pass_fds=[theirs.fileno(), *([] if rules is None else [rules])], env=environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip

    def _settings(self) -> bytes:
        limits = {
            "RLIMIT_AS": self.memory_mib << 20, "RLIMIT_CPU": math.ceil(self.seconds) + 1, "RLIMIT_FSIZE": 16 << 20,
            "RLIMIT_NPROC": 8, "RLIMIT_NOFILE": 64, "RLIMIT_CORE": 0,
        }  # fmt: skip
        alone = self.level == BUBBLEWRAP
        rules = (without_hidden(), DEVICES, self.folder) if self.level == LANDLOCK else None
        return marshal.dumps({"alone": alone, "uid": user() if alone else None, "landlock": rules, "limits": limits})

    def _brief(self, settings: bytes) -> None:
        self.sock.settimeout(STARTING)
        try:
            for part in (given_to_all(), settings):
                self.sock.sendall(struct.pack("!I", len(part)) + part)
            self._reader.receive(limit=0, deadline=time.monotonic() + STARTING)
        except (EOFError, BrokenFrameError, BrokenPipeError, ConnectionResetError) as error:
            raise OSError("the sandbox ended while it started") from error

    def is_alive(self) -> bool:
        """Whether it has not ended meanwhile: it does with the thread that started it."""
        return self.process is not None and self.process.poll() is None

    def fork(self) -> socket.socket:
        """Have the warden fork a process; the line to it, which no later process can write to. Raises: OSError."""
        self.line, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self.sock, [FORK], [theirs.fileno()])
        return self.line

    def ended(self, deadline: float) -> Any:
        """Wait until the warden says that the process is over; its exit code.

        Raises: as `Reader.receive`, if the warden does not say so.
        """
        header, _ = self._reader.receive(limit=0, deadline=deadline)
        return header.get("status")

    def tidy(self) -> None:
        """Between two exercises: hang up, and end what the first left running, where the warden can't see it all."""
        if self.line is not None:
            self.line.close()
        if self.level != BUBBLEWRAP and self.process is not None:
            end_leftovers(self.mark, self.process.pid, keep_root=True)

    def close(self) -> None:
        """End every process of the sandbox, and remove its folder."""
        if self.process is not None:
            if self.level != BUBBLEWRAP:
                end_leftovers(self.mark, self.process.pid)
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        for each in (self.sock, self.line):
            if each is not None:
                self._drain(each)
                each.close()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _drain(self, sock: socket.socket) -> None:
        """Read to the end, which comes when the last process that can write is gone."""
        with contextlib.suppress(OSError):  # of one that is closed, too
            sock.settimeout(ENDING)
            while sock.recv(1 << 20):
                pass
