"""Processes that a sandbox without process numbers of its own may leave: found by a mark in their environment."""

import contextlib
import os
import signal
from pathlib import Path

MARK = "POSENC_SANDBOX"


def end_marked(mark: str, keep: int = 0) -> None:
    """End every process whose environment holds the mark, but `keep`, until there is none (Linux only)."""
    while found := [pid for pid in marked(mark) if pid != keep]:
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def marked(mark: str) -> list[int]:
    """The processes whose environment holds the mark; zombies and other people's have none to read."""
    sign, proc = f"{MARK}={mark}".encode(), Path("/proc")
    numbers = [int(entry.name) for entry in proc.iterdir() if entry.name.isdigit()] if proc.is_dir() else []
    return [pid for pid in numbers if sign in _environment(pid)]


def _environment(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []
