"""The first process in the sandbox: it has NumPy ready, and forks a process for each exercise.

It runs nothing of the learner's. The forked process reads its own orders, so that the memory that is forked holds
nothing of an earlier exercise; it reads them from a line of its own, so that nothing of an earlier one is in it either.
"""

import contextlib
import gc
import os
import signal
import socket
from importlib import import_module
from typing import Any

from posenc.grading.inside.frames import send
from posenc.grading.inside.holder import hold
from posenc.grading.inside.loader import Given

FORK = b"F"
# What many exercises import: loaded once, and forked with the rest. What is withheld from some exercise is not in the
# warden's reach, so nothing that needs it can be among them.
SHARED = (
    "dataclasses", "resource", "numpy.typing", "posenc.encodings.phasors", "posenc.encodings.rowwise",
    "posenc.encodings.scheme",
)  # fmt: skip
OPEN_TO_ALL = 0o1777  # the folder's mode, as bubblewrap makes it
FIRST_FEW = 9  # the warden is among the first processes of a sandbox that counts them anew
# (option, value) of prctl. The warden ends with the grading process, an exercise with the warden. Nobody of the same
# user may look into the warden's memory, or change it. Where nobody else could find orphans, they become children of
# the warden, and the grading process finds them there.
END_WITH_PARENT, NOT_DUMPABLE, ADOPT_ORPHANS = (1, signal.SIGKILL), (4, 0), (36, 1)


def serve(sock: socket.socket, given: Given, settings: dict[str, Any]) -> None:
    """Fork on each order, wait for the process, say how it ended; until the parent hangs up."""
    if settings["uid"] is not None:
        _become(settings["uid"])
    if settings["landlock"]:
        from posenc.grading.inside.landlock import restrict

        restrict(*settings["landlock"])
    _prctl(*END_WITH_PARENT)
    _prctl(*(NOT_DUMPABLE if settings["alone"] else ADOPT_ORPHANS))
    for name in SHARED:
        import_module(name)
    gc.freeze()  # what is forked shares this memory for as long as nobody writes to it
    send(sock, {"is": "up"})
    while (line := _line(sock)) is not None:
        child = os.fork()
        if not child:
            try:
                sock.close()
                if not settings["alone"]:  # there it ends with the sandbox
                    _prctl(*END_WITH_PARENT)
                hold(line, given, settings["limits"])
            finally:
                os._exit(0)
        line.close()
        status = _wait(child)
        if settings["alone"]:
            _end_all_others()
            _empty_folder()
        send(sock, {"is": "over", "status": os.waitstatus_to_exitcode(status)})


def _line(sock: socket.socket) -> socket.socket | None:
    """The line that comes with an order to fork."""
    order, descriptors, _, _ = socket.recv_fds(sock, len(FORK), 1)
    return socket.socket(fileno=descriptors[0]) if order == FORK else None


def _wait(child: int) -> int:
    """How the child ended; adopted processes that end before it are let go."""
    while True:
        pid, status = os.wait()
        if pid == child:
            return status


def _become(uid: int) -> None:
    """A user that owns nothing: root is bound by few limits, whatever its namespaces."""
    os.setgroups([])
    os.setgid(uid)
    os.setuid(uid)


def _prctl(option: int, value: int) -> None:
    with contextlib.suppress(OSError, AttributeError):  # another system than Linux
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _end_all_others() -> None:
    """Where this sandbox has process numbers of its own: whatever the exercise has left running.

    Raises: OSError where it has not, before anybody else's process is ended.
    """
    if os.getpid() > FIRST_FEW:
        raise OSError("the sandbox shares its process numbers with others")
    with contextlib.suppress(OSError):
        while True:
            os.kill(-1, signal.SIGKILL)  # raises once nobody is left
            with contextlib.suppress(ChildProcessError):
                os.waitpid(-1, os.WNOHANG)


def _empty_folder() -> None:
    """What one exercise writes, no other reads. Raises: OSError if something can't be removed."""
    with contextlib.suppress(PermissionError):  # of another user's folder, which an exercise can't change either
        os.chmod(".", OPEN_TO_ALL)
    for entry in os.scandir():
        if entry.is_dir(follow_symlinks=False):
            import shutil  # not before it is needed: its imports would lengthen every fork

            shutil.rmtree(entry.path)
        else:
            os.unlink(entry.path)
