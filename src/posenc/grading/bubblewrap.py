"""The command line of bubblewrap: a machine with a Python, a few libraries, an empty folder, and nothing else."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from posenc.environment.launch import ROOT

FOLDER = "/work"
FOLDER_BYTES = 64 << 20
SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
SPACES = ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")


def shut_in(bwrap: str, command: list[str], packages: list[str], environment: dict[str, str]) -> list[str]:
    """The command that runs `command` in bubblewrap: no network, no other process, no file but what it needs.

    Root gets no user namespace, since the limit on processes does not bind it there; it keeps the right to become
    another user, which the warden uses at once.
    """
    if os.geteuid():
        user = ["--unshare-user", "--cap-drop", "ALL"]
    else:
        user = ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    variables = [part for name, value in environment.items() for part in ("--setenv", name, value)]
    return [
        bwrap, *user, *SPACES, "--die-with-parent", "--new-session", "--clearenv", *variables,
        *_binds(packages), "--perms", "1777", "--size", str(FOLDER_BYTES), "--tmpfs", FOLDER,
        "--chdir", FOLDER, "--remount-ro", "/", "--", *command,
    ]  # fmt: skip


def _binds(packages: list[str]) -> Iterator[str]:
    """What is seen, read-only; then what is hidden again; then what lies inside of what was hidden."""
    for path in SYSTEM:
        yield from ("--ro-bind-try", path, path)
    for path in DEVICES:
        yield from ("--dev-bind-try", path, path)
    needed = [sys.base_prefix, *packages]
    for path in needed:
        for folder in reversed(Path(path).parents[:-1]):
            yield from ("--perms", "0755", "--dir", str(folder))  # else the user that root becomes could not pass
        yield from ("--ro-bind", path, path)
    for hidden in dict.fromkeys([*_own_files(), *(Path(path, "posenc") for path in packages)]):
        if hidden.is_dir() and any(hidden.is_relative_to(seen) for seen in (*SYSTEM, *needed)):
            yield from ("--tmpfs", str(hidden))
            for inner in needed:
                if Path(inner).is_relative_to(hidden):
                    yield from ("--ro-bind", inner, inner)


def _own_files() -> tuple[Path, ...]:
    """The repository, if posenc runs from one, and the package."""
    package = Path(__file__).resolve().parents[1]
    return (ROOT, package) if (ROOT / "pyproject.toml").is_file() else (package,)
