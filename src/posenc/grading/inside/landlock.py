"""Landlock, where bubblewrap does not work: the process gives up files, TCP and signals, for itself and its children.

The three system calls have no wrapper in the C library; their numbers are the same on every processor
(linux/landlock.h; Linux 6.7 and later for TCP, 6.12 for signals).
"""

import ctypes
import os
import struct
from collections.abc import Iterable

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
LEAST = 4  # the version of the interface that knows TCP
READ_FILE, EXECUTE, READ_DIR, WRITE_FILE, TRUNCATE = 1 << 2, 1 << 0, 1 << 3, 1 << 1, 1 << 14
FILES = (1 << 15) - 1  # every right to files that version 3 has
TCP = (1 << 2) - 1  # to bind and to connect
SCOPES = (1 << 2) - 1  # abstract Unix sockets and signals, to processes outside


def version() -> int:
    """The version of the interface in this kernel, 0 if there is none."""
    try:
        return max(0, _libc().syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1)))
    except (OSError, AttributeError):
        return 0


def restrict(readable: Iterable[str], devices: Iterable[str], folder: str) -> None:
    """Keep reading below `readable`, devices, and everything in `folder`; give up all other files, TCP, signals.

    Raises: OSError if the kernel refuses.
    """
    scopes = SCOPES if version() >= 6 else 0
    attributes = struct.pack("QQQ", FILES, TCP, scopes)[: 24 if scopes else 16]
    ruleset = _call(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    for path in readable:
        _allow(ruleset, path, READ_FILE | EXECUTE | READ_DIR)
    for path in devices:
        _allow(ruleset, path, READ_FILE | WRITE_FILE)
    _allow(ruleset, folder, FILES)
    if _libc().prctl(38, 1, 0, 0, 0):  # PR_SET_NO_NEW_PRIVS
        raise OSError(ctypes.get_errno(), "prctl")
    _call(RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # it is not there on this machine
    if not os.path.isdir(path):
        rights &= READ_FILE | WRITE_FILE | EXECUTE | TRUNCATE
    _call(ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(1), struct.pack("=Qi", rights, place), ctypes.c_uint32(0))
    os.close(place)


def _call(number: int, *arguments: object) -> int:
    result = int(_libc().syscall(number, *arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), f"Landlock: {os.strerror(ctypes.get_errno())}")
    return result


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
