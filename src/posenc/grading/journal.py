"""What has been graded already: an append-only file of results, so that a killed run goes on where it stopped."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Result = dict[str, Any]


class Journal:
    """Results on disk, a line each, found again by their key. In memory is only where each line begins.

    A key says all that a result depends on; the last line with a key counts. A line that its writer did not
    finish is forgotten, so its submission is graded again.

    >>> import tempfile
    >>> journal = Journal(Path(tempfile.mkdtemp()) / "journal.jsonl")
    >>> journal.append("a key", {"points": 3})
    >>> "a key" in journal, journal["a key"]
    (True, {'points': 3})
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._starts: dict[str, int] = {}
        path.touch()
        with path.open("r+b") as file:
            end = 0
            for start, line in _lines(file):
                end = start + len(line)
                key = _key(line)
                if key is not None:
                    self._starts[key] = start
            os.ftruncate(file.fileno(), end)

    def append(self, key: str, result: Result) -> None:
        """Write a result; it is handed to the operating system before this returns."""
        line = json.dumps({"key": key, "result": result}, ensure_ascii=True, allow_nan=False).encode() + b"\n"
        with self.path.open("ab") as file:
            start = file.tell()
            file.write(line)
        self._starts[key] = start

    def __contains__(self, key: str) -> bool:
        """Whether there is a result under this key."""
        return key in self._starts

    def __getitem__(self, key: str) -> Result:
        """The result under this key, read from the disk."""
        with self.path.open("rb") as file:
            file.seek(self._starts[key])
            result: Result = json.loads(file.readline())["result"]
            return result


def _lines(file: Any) -> Iterator[tuple[int, bytes]]:
    """Every finished line with its place."""
    start = 0
    for line in file:
        if line.endswith(b"\n"):
            yield start, line
            start += len(line)


def _key(line: bytes) -> str | None:
    """The key of a line, or nothing if the line is damaged."""
    try:
        entry = json.loads(line)
        return str(entry["key"]) if isinstance(entry["result"], dict) else None
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
