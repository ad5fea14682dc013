"""The first process in the sandbox: it has NumPy ready, and forks a process for each exercise.

It runs nothing of the learner's. The forked process reads its own orders from the socket, so that the memory
that is forked holds nothing of an earlier exercise.
"""

import contextlib
import os
import signal
import socket
from pathlib import Path
from typing import Any

from posenc.grading.inside.frames import send
from posenc.grading.inside.holder import hold
from posenc.grading.inside.loader import Given

FORK = b"F"


def serve(sock: socket.socket, given: Given, settings: dict[str, Any]) -> None:
    """Fork on each order, wait for the process, end what it left running, say so; until the parent hangs up."""
    _give_up_root(settings.get("uid"))
    _adopt_orphans()
    send(sock, {"is": "up"})
    while sock.recv(1) == FORK:
        child = os.fork()
        if not child:
            try:
                hold(sock, given, settings)
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        _end_leftovers(settings["alone"])
        send(sock, {"is": "over", "status": os.waitstatus_to_exitcode(status)})


def _give_up_root(uid: int | None) -> None:
    """Become a user that owns nothing: root is bound by few limits, whatever its namespaces."""
    if uid is not None:
        os.setgroups([])
        os.setgid(uid)
        os.setuid(uid)


def _adopt_orphans() -> None:
    """On Linux: processes whose parent ends become children of this one, and can be found."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    except (OSError, AttributeError):
        pass  # another system: the parent ends the session as a whole


def _end_leftovers(alone: bool) -> None:
    """End every other process of this sandbox: all there are if it has its own process numbers, else all below."""
    while True:
        if alone:
            _kill(-1)
        for child in _children():
            _kill(child)
        try:
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        except ChildProcessError:
            return


def _children() -> list[int]:
    tasks = Path("/proc/self/task").glob("*/children") if Path("/proc/self/task").is_dir() else ()
    return [int(pid) for task in tasks for pid in task.read_text().split()]


def _kill(pid: int) -> None:
    with contextlib.suppress(OSError):  # it is gone already
        os.kill(pid, signal.SIGKILL)
