"""The row of a submission that could not be graded: every submission has one."""

from typing import Any

from posenc import __version__
from posenc.grading.job import Job


def lost(job: Job, problem: str) -> dict[str, Any]:
    """Return a result like `grade`'s, without points, that says what went wrong."""
    return {
        "submission": job.submission,
        "student": job.student,
        "lesson": "",
        "points": 0,
        "possible": 0,
        "exercises": {},
        "problems": [problem],
        "seed": job.seed,
        "isolation": "none",
        "version": __version__,
        "sha256": "",
    }
