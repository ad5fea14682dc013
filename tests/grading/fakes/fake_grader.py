"""A grader for tests of what stands around the grader: a notebook's text says how it behaves. Nothing is run."""

import hashlib
import os
import time
from pathlib import Path

EXERCISES = {"blindness.softmax": 4, "blindness.scores": 4}


def grade(job):
    """Do what the file says: die, die once, raise, sleep, wait at a gate; or pass one exercise and fail another."""
    with Path(os.environ["FAKE_LOG"]).open("a", encoding="utf-8") as log:
        log.write(f"{job.submission}\n")
    data = job.path.read_bytes()
    words = data.decode("utf-8", "replace").split()
    if "die" in words or ("die-once" in words and _first_time(job)):
        os._exit(9)
    if "raise" in words:
        raise RuntimeError("a defect of the grader")
    if "sleep" in words:
        time.sleep(60)
    while "gate" in words and not Path(os.environ["FAKE_LOG"] + ".open").exists():
        time.sleep(0.02)
    time.sleep(0.05 if "slow" in words else 0)
    return result_of(job, hashlib.sha256(data).hexdigest())


def _first_time(job):
    lines = Path(os.environ["FAKE_LOG"]).read_text(encoding="utf-8").splitlines()
    return lines.count(job.submission) == 1


def verdict(name, outcome="passed", points=None, **changes):
    """One exercise's verdict, in the shape of the real grader's."""
    possible = EXERCISES.get(name, 3)
    points = possible if points is None else points
    shape = {"slip": None, "message": "", "invariant": "", "hints": [], "visible": False}
    shares = [["right answers in every case", possible / 2, points == possible]]
    return {"outcome": outcome, "points": points, "possible": possible, "shares": shares, **shape, **changes}


def result_of(job, sha256="0" * 64, **changes):
    """A result in the shape of the real grader's."""
    exercises = {
        "blindness.softmax": verdict("blindness.softmax"),
        "blindness.scores": verdict("blindness.scores", "failed", 1.5, slip="no_scale", message="Divide by the root."),
    }
    return {
        "submission": job.submission,
        "student": job.student,
        "lesson": "01_blindness",
        "points": 5.5,
        "possible": 8,
        "exercises": exercises,
        "problems": [],
        "seed": job.seed,
        "isolation": "limits",
        "version": "0",
        "sha256": sha256,
        **changes,
    }


def forget_programs():
    """Leave no program to be found, bubblewrap included."""
    os.environ["PATH"] = ""
