"""What one grading job is: a file and how to treat it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Sandboxing = Literal["auto", "require", "off"]


@dataclass(frozen=True)
class Job:
    """One submission to grade; it can be pickled and sent to another process.

    `submission` is the name that the report uses, `lessons` the stems or numbers that are graded ("01_blindness",
    "01"; None: all), `seed` draws the unseen cases, `seconds` is the wall-clock time of one exercise, and
    `memory_mib` the memory of its process. `sandbox`: "auto" takes the strongest isolation that works here,
    "require" none but bubblewrap, "off" plain limits.
    """

    submission: str
    student: str
    path: Path
    lessons: tuple[str, ...] | None = None
    seed: int = 1
    seconds: float = 10.0
    memory_mib: int = 1024
    sandbox: Sandboxing = "auto"
