"""Training many models at once, one process each, with a count of the steps done and a way to stop."""

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import Any

from posenc.lab.results import Row
from posenc.lab.settings import Settings
from posenc.lab.training import training
from posenc.lab.variants import variants

Run = tuple[str, int]  # scheme and seed
_EVERY = 25  # steps between two looks at whether to stop
_REFRESH = 0.1  # seconds


def train_all(
    runs: Sequence[Run], settings: Settings, *, workers: int, watch: Callable[[int], None]
) -> Iterator[tuple[Run, list[Row]]]:
    """Train and test each run in processes of their own; yield the rows of each as it ends.

    `watch` is told the number of steps done so far, ten times a second. Whoever stops iterating, by an interrupt
    too, stops the processes after their next few steps.
    """
    context = multiprocessing.get_context("spawn")
    done, stop = context.Value("q", 0), context.Event()
    pool = ProcessPoolExecutor(min(workers, max(len(runs), 1)), context, _prepare, (done, stop))
    try:
        with _interrupts_held_back():
            open_runs: dict[Future[list[Row]], Run] = {pool.submit(_train_one, *run, settings): run for run in runs}
        while open_runs:
            ended, _ = wait(open_runs, timeout=_REFRESH, return_when=FIRST_COMPLETED)
            watch(done.value)
            for future in ended:
                yield open_runs.pop(future), future.result()
    finally:
        with _interrupts_held_back():
            stop.set()
            pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Interrupts wait until the processes have started, which inherit that they do not hear of any, or have ended.

    Otherwise one that comes while a process is given its work leaves it with half of it, and its complaint on stderr;
    and a second one, of an impatient user, would leave the pool before it has told its processes to end, which then
    wait for ever.
    """
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield  # Windows, or a thread that no interrupt reaches
        return
    came: list[int] = []  # by another thread, whose interrupts Python hands to this one nevertheless
    handler = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
    if came:
        signal.raise_signal(signal.SIGINT)


_done: Any
_stop: Any


def _prepare(done: Any, stop: Any) -> None:
    """In each new process: leave interrupts to the parent, keep what is shared with it."""
    global _done, _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _done, _stop = done, stop


def _train_one(scheme: str, seed: int, settings: Settings) -> list[Row]:
    """Train, and test under each variant; empty-handed if told to stop."""
    before = 0
    for trained in training(scheme, settings, seed=seed, every=_EVERY):
        with _done.get_lock():
            _done.value += len(trained.losses) - before
        before = len(trained.losses)
        if _stop.is_set():
            return []
    rows = []
    for name, variant in variants(scheme, settings).items():
        if _stop.is_set():
            return []
        for task, accuracy in variant.accuracies(trained).items():
            shares = tuple(round(share, 4) for share in accuracy)
            rows.append(Row(scheme, name, seed, task, shares, round(trained.seconds, 2)))
    return rows
