"""The command `posenc grade`."""

import argparse
import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

from filelock import FileLock
from rich.console import Console
from rich.progress import track

from posenc.environment import NotReady
from posenc.grading.finding import Submission, find
from posenc.grading.grade import grade
from posenc.grading.isolation import isolation
from posenc.grading.jobs import Settings, fingerprint, job_for, key_for
from posenc.grading.journal import Journal
from posenc.grading.lessons import STEMS, is_asked
from posenc.grading.report import Results, write_report
from posenc.grading.rows import lost
from posenc.grading.running import Run, run
from posenc.grading.summary import print_summary
from posenc.reasons import in_words

DONE, MISUSED, INTERRUPTED = 0, 2, 3


def grade_command(given: argparse.Namespace) -> int:
    """Grade what is found under `paths` into the folder `out`; return the exit code.

    0: every submission has its row. 2: the arguments are unusable, and one sentence says why. 3: interrupted; the
    same command goes on where this one stopped.
    """
    try:
        return _grade(given)
    except KeyboardInterrupt:
        print("posenc grade: interrupted; the same command goes on where this one stopped", file=sys.stderr)
        return INTERRUPTED


def _grade(given: argparse.Namespace) -> int:
    with ExitStack() as stack:
        try:
            if os.name != "posix":
                raise NotReady("grading runs on Linux and macOS; on Windows use WSL or a container")
            submissions = find(given.paths)
            lessons = _lessons(given.lessons)
            runner = _runner(given, stack)
            journal = stack.enter_context(_report_folder(given.out))
            settings = Settings(_seed(given.seed, journal), lessons, given.timeout, given.memory, given.sandbox)
        except (OSError, ValueError, NotReady) as reason:
            print(f"posenc grade: {in_words(reason)}", file=sys.stderr)
            return MISUSED
        results = Results(journal, _grade_all(submissions, settings, journal, runner))
        write_report(given.out, submissions, results, seed=settings.seed)
    print_summary(results, seed=settings.seed, out=given.out)
    return DONE


def _grade_all(submissions: Sequence[Submission], settings: Settings, journal: Journal, runner: Run) -> list[str]:
    """Grade what the journal does not hold yet; return where it holds the result of each submission."""
    grader = fingerprint()
    keys: dict[str, str] = {}
    waiting: list[Submission] = []
    for submission in submissions:
        key, problem = _key(submission, settings, grader)
        keys[submission.name] = key
        if problem:
            journal.append(key, lost(job_for(submission, settings), problem))
        elif key not in journal:
            waiting.append(submission)
    jobs = (job_for(submission, settings) for submission in waiting)
    with closing(runner(jobs, grade=grade)) as graded:
        for job, result in track(graded, "Grading", total=len(waiting), console=Console(stderr=True)):
            if not result["sha256"]:  # nobody's fault but the machine's: another run tries again
                keys[job.submission] = f"lost {job.submission}"
            journal.append(keys[job.submission], result)
    return list(keys.values())


def _key(submission: Submission, settings: Settings, grader: str) -> tuple[str, str]:
    """The key of the result, and why there can be none."""
    if submission.problem:
        return f"lost {submission.name}", submission.problem
    try:
        return key_for(submission, settings, grader), ""
    except OSError as error:
        return f"lost {submission.name}", f"The file cannot be read ({error.strerror})."


def _runner(given: argparse.Namespace, stack: ExitStack) -> Run:
    """Where the jobs run. Raises: NotReady if the isolation asked for is not to be had there."""
    if given.scheduler:
        from posenc.grading.dask import connect, run_on_cluster

        return partial(run_on_cluster, client=stack.enter_context(connect(given.scheduler, given.sandbox)))
    if given.sandbox == "require":
        isolation(given.sandbox)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # a worker a core: more threads would only be in each other's way
    return partial(run, workers=given.jobs or _cores())


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _lessons(names: str | None) -> tuple[str, ...] | None:
    if names is None:
        return None
    chosen = tuple(name.strip() for name in names.split(","))
    unknown = [name for name in chosen if not any(is_asked(lesson, (name,)) for lesson in STEMS)]
    if unknown:
        raise ValueError(f"there is no lesson {unknown[0]!r}; there are {', '.join(STEMS.values())}")
    return chosen


@contextmanager
def _report_folder(out: Path) -> Iterator[Journal]:
    """The journal in the folder `out`, which is made if need be and belongs to this run alone.

    Raises: ValueError if the folder holds something else; TimeoutError if another run writes there.
    """
    out.mkdir(parents=True, exist_ok=True)
    journal, lock = out / "journal.jsonl", out / ".lock"
    if not journal.exists() and any(path != lock for path in out.iterdir()):
        raise ValueError(f"{out} holds something else than a report: give --out a new folder")
    with FileLock(lock, timeout=0):
        yield Journal(journal)


def _seed(given: int | None, journal: Journal) -> int:
    """The seed asked for, or that of the run which this one goes on with, or a new one."""
    if given is None:
        given = journal["seed"]["seed"] if "seed" in journal else secrets.randbelow(2**32)
    journal.append("seed", {"seed": given})
    return given
