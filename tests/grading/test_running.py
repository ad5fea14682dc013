"""Many jobs on worker processes: N in, N out, whatever becomes of a worker; and nothing is left when it ends."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest

from posenc.grading.running import run

ORPHANS = """
import os, sys
from pathlib import Path
from posenc.grading.job import Job
from posenc.grading.running import run
import fake_grader

if __name__ == "__main__":
    jobs = [Job(submission=name, student=name, path=Path(sys.argv[1])) for name in "ab"]
    list(run(jobs, workers=2, grade=fake_grader.grade))
"""


def test_every_job_has_its_result_though_workers_die(job, fake, graded):
    jobs = [job("fine"), job("dies", "die"), job("dies once", "die-once"), job("raises", "raise"), job("last")]
    results = dict(run(jobs, workers=2, grade=fake.grade))
    assert set(results) == set(jobs)
    problems = {each.submission: result["problems"] for each, result in results.items()}
    assert problems["fine"] == problems["dies once"] == problems["last"] == []
    assert "died" in problems["dies"][0]
    assert "a defect of the grader" in problems["raises"][0]
    assert sorted(graded()) == sorted(["fine", "dies", "dies", "dies once", "dies once", "raises", "last"])
    assert {each.submission: result["submission"] for each, result in results.items()} == {
        each.submission: each.submission for each in jobs
    }
    assert multiprocessing.active_children() == []


def test_jobs_are_taken_as_they_are_needed(job, fake):
    taken = 0

    def jobs():
        nonlocal taken
        for number in range(12):
            taken += 1
            yield job(f"{number}")

    for finished, _ in enumerate(run(jobs(), workers=2, grade=fake.grade), start=1):
        assert taken <= finished + 2


def test_no_jobs_no_results(fake):
    assert list(run([], workers=2, grade=fake.grade)) == []


def test_stopping_ends_the_workers_in_the_middle_of_a_job(job, fake):
    running = run([job("quick"), job("long", "sleep")], workers=2, grade=fake.grade)
    next(running)
    running.close()
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
def test_a_killed_run_leaves_no_workers(job, fake, graded, tmp_path):
    script = tmp_path / "orphans.py"
    script.write_text(ORPHANS, encoding="utf-8")
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, script, job("long", "sleep").path], env=environ) as parent:
        wait_until(lambda: len(graded()) == 2)
        workers = children_of(parent.pid)
        assert workers
        os.kill(parent.pid, signal.SIGKILL)
    wait_until(lambda: not any(os.path.exists(f"/proc/{worker}") for worker in workers))


def children_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return [int(child) for child in file.read().split()]


def wait_until(come, patience=30):
    """A bound for a machine that hangs; nothing is measured."""
    until = time.monotonic() + patience
    while not come():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.02)
