"""The command line of bubblewrap: a machine with a Python, a few libraries, an empty folder, and nothing else."""

import os
from collections.abc import Iterator
from pathlib import Path

from posenc.grading.visible import DEVICES, SYSTEM, hidden, needed

FOLDER = "/work"
FOLDER_BYTES = 64 << 20
SPACES = ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")


def shut_in(bwrap: str, command: list[str], environment: dict[str, str], seccomp: int | None = None) -> list[str]:
    """The command that runs `command` in bubblewrap: no network, no other process, no file but what it needs.

    `seccomp`: the descriptor that bubblewrap reads a filter of system calls from.
    Root gets no user namespace, since the limit on processes does not bind it there; it keeps the right to become
    another user, which the warden uses at once.
    """
    if os.geteuid():
        user = ["--unshare-user", "--cap-drop", "ALL"]
    else:
        user = ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    filtered = [] if seccomp is None else ["--seccomp", str(seccomp)]
    variables = [part for name, value in environment.items() for part in ("--setenv", name, value)]
    return [
        bwrap, *user, *SPACES, *filtered, "--die-with-parent", "--new-session", "--clearenv", *variables,
        *_binds(), "--perms", "1777", "--size", str(FOLDER_BYTES), "--tmpfs", FOLDER,
        "--chdir", FOLDER, "--remount-ro", "/", "--", *command,
    ]  # fmt: skip


def _binds() -> Iterator[str]:
    """What is seen, read-only; then what is hidden again; then what lies inside of what was hidden."""
    for path in SYSTEM:
        yield from ("--ro-bind-try", path, path)
    yield from ("--perms", "0755", "--dir", "/dev")  # else the user that root becomes could not pass
    for path in DEVICES:
        yield from ("--dev-bind-try", path, path)
    for path in needed():
        for folder in reversed(Path(path).parents[:-1]):
            yield from ("--perms", "0755", "--dir", str(folder))  # here too
        yield from ("--ro-bind", path, path)
    for away in hidden():
        if any(away.is_relative_to(seen) for seen in (*SYSTEM, *needed())):
            yield from ("--perms", "0755", "--tmpfs", str(away))
            for inner in needed():
                if Path(inner).is_relative_to(away):
                    yield from ("--ro-bind", inner, inner)
            yield from ("--remount-ro", str(away))
