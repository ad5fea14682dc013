"""Many notebooks at once, each graded in a worker process; a worker that dies costs the run nothing."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from types import FrameType
from typing import Any, Protocol

from posenc.grading.job import Job
from posenc.grading.rows import lost

Result = dict[str, Any]
Grade = Callable[[Job], Result]


class Run(Protocol):
    """Something that grades jobs, here or elsewhere."""

    def __call__(self, jobs: Iterable[Job], *, grade: Grade) -> Generator[tuple[Job, Result]]:
        """Yield each job with its result as soon as it is there."""


TRIES = 2
GRACE = 5.0  # seconds for a worker to stop what it has started
AT_WORK = threading.Event()  # in a worker: it has a job


def run(jobs: Iterable[Job], *, workers: int, grade: Grade) -> Generator[tuple[Job, Result]]:
    """Yield each job with its result as soon as it is there, in whatever order they end.

    As many jobs are taken from `jobs` as there are workers, and no more. `grade` must be importable by its name.
    """
    slots: list[_Slot] = []
    waiting = iter(jobs)
    running: dict[Future[Result], tuple[_Slot, Job, int]] = {}
    try:
        for job in islice(waiting, workers):
            slots.append(_Slot(grade))
            running[slots[-1].submit(job)] = slots[-1], job, 1
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                slot, job, tries = running.pop(future)
                if _died(future) and tries < TRIES:
                    running[slot.submit(job)] = slot, job, tries + 1
                    continue
                following = next(waiting, None)
                if following is not None:
                    running[slot.submit(following)] = slot, following, 1
                yield job, _result(future, job)
    finally:
        for slot in slots:
            slot.tell()
        for slot in slots:
            slot.stop()


class _Slot:
    """A pool of one worker: when it breaks, it is known which job it broke on."""

    def __init__(self, grade: Grade) -> None:
        self._grade = grade
        self._open()

    def _open(self) -> None:
        others = multiprocessing.active_children()
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_prepare_worker)
        self._pool.submit(os.getpid)  # the first call starts the worker
        self._workers = [child for child in multiprocessing.active_children() if child not in others]

    def submit(self, job: Job) -> Future[Result]:
        try:
            return self._pool.submit(_work, self._grade, job)
        except BrokenProcessPool:
            self._open()
            return self._pool.submit(_work, self._grade, job)

    def tell(self) -> None:
        """Ask the worker to leave, in the middle of a job if need be."""
        for worker in self._workers:
            worker.terminate()

    def stop(self) -> None:
        """Wait for the worker to leave, but not for long."""
        for worker in self._workers:
            worker.join(GRACE)
            worker.kill()
        self._pool.shutdown()


def _died(future: Future[Result]) -> bool:
    return isinstance(future.exception(), BrokenProcessPool)


def _result(future: Future[Result], job: Job) -> Result:
    error = future.exception()
    if error is None:
        return future.result()
    if isinstance(error, BrokenProcessPool):
        return lost(job, f"The grading process died on this notebook, {TRIES} times.")
    return lost(job, f"The grader failed on this notebook ({type(error).__name__}: {error}).")


def _prepare_worker() -> None:
    """In the worker: Ctrl-C is the parent's to handle; SIGTERM, or the parent's death, ends the work tidily."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _work(grade: Grade, job: Job) -> Result:
    try:
        AT_WORK.set()
        return grade(job)
    except SystemExit:
        os._exit(1)
    finally:
        AT_WORK.clear()


def _leave(number: int, frame: FrameType | None) -> None:
    """What a job has started it must end itself; the pool's own code takes no hint, so it is not asked."""
    if AT_WORK.is_set():
        raise SystemExit(128 + number)
    os._exit(1)


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)  # to the main thread, which may be waiting for a notebook
        threading.Event().wait(GRACE)
        os._exit(1)
