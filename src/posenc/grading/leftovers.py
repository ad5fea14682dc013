"""Processes that a sandbox without process numbers of its own may leave, found in /proc (Linux only).

Two traces lead to them: a mark in their environment, which a program started with another one lacks, and their
parents, which a process loses when a parent ends that does not adopt orphans.
"""

import contextlib
import os
import signal
from pathlib import Path

MARK = "POSENC_SANDBOX"
PROC = Path("/proc")


def end_leftovers(mark: str, root: int, *, keep_root: bool = False) -> None:
    """End the processes below `root` and all that hold the mark, until there is none; `root` too, unless kept."""
    while found := (_below(root) | _marked(mark)) - {root}:
        _kill(found)
    if not keep_root:
        _kill({root})


def _kill(pids: set[int]) -> None:
    for pid in pids:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def _marked(mark: str) -> set[int]:
    """Zombies and other people's processes have no environment to read."""
    sign = f"{MARK}={mark}".encode()
    return {pid for pid in _all() if sign in _read(pid, "environ").split(b"\0")}


def _below(root: int) -> set[int]:
    """Living descendants; state and parent are the first two fields behind the name, which may hold anything."""
    stats = {pid: _read(pid, "stat").rpartition(b")")[2].split()[:2] for pid in _all()}
    parents = {pid: int(fields[1]) for pid, fields in stats.items() if len(fields) == 2 and fields[0] != b"Z"}
    found: set[int] = set()
    fresh = {root}
    while fresh:
        fresh = {pid for pid, parent in parents.items() if parent in fresh} - found
        found |= fresh
    return found


def _all() -> list[int]:
    return [int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit()] if PROC.is_dir() else []


def _read(pid: int, name: str) -> bytes:
    try:
        return (PROC / str(pid) / name).read_bytes()
    except OSError:
        return b""
