"""What is asked of the grader for each submission, and a key that names all that the answer depends on."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

import posenc
from posenc.grading.finding import Submission
from posenc.grading.job import Job


@dataclass(frozen=True)
class Settings:
    """The choices of a run that its marks depend on."""

    seed: int
    lessons: tuple[str, ...] | None
    seconds: float
    memory_mib: int
    sandbox: str


def job_for(submission: Submission, settings: Settings) -> Job:
    """The job of one submission."""
    return Job(submission=submission.name, student=submission.student, path=submission.path, **asdict(settings))


def key_for(submission: Submission, settings: Settings, grader: str) -> str:
    """Return a key that changes with the file, the names that stand in the row, the settings and the grader.

    `grader` is `fingerprint()`. Raises: OSError if the file cannot be read.
    """
    with submission.path.open("rb") as file:
        content = hashlib.file_digest(file, "sha256").hexdigest()
    about = [content, submission.name, submission.student, asdict(settings), grader]
    return hashlib.sha256(json.dumps(about).encode()).hexdigest()


def fingerprint() -> str:
    """A digest of posenc's own code: when an exercise or the grader was mended, everything is judged anew."""
    root = Path(posenc.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
