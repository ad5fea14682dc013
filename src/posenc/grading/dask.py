"""Beyond one machine: the same jobs on a Dask cluster. The notebook's bytes travel with the job."""

import threading
import warnings
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import posenc
from posenc.environment import NotReady
from posenc.grading.isolation import isolation
from posenc.grading.job import Job, Sandboxing
from posenc.grading.reading import LARGEST
from posenc.grading.rows import lost
from posenc.grading.running import Grade, Result

PATIENCE = 10  # seconds to find the scheduler
AHEAD = 2  # jobs in flight a thread of the cluster: one that runs, one that waits
ONE_AT_A_TIME = threading.Lock()  # a worker with many threads grades one notebook after another


@contextmanager
def connect(scheduler: str, sandbox: Sandboxing) -> Iterator[Any]:
    """A Dask client of the scheduler at an address such as tcp://10.0.0.1:8786.

    Raises: ConnectionError if there is none, or if it has no workers with this posenc; NotReady if Dask is not
    installed, or if a worker's machine does not give the isolation asked for.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise NotReady("--scheduler needs Dask: install the extra, pip install -e '.[dask]'") from error
    try:
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ConnectionError(f"there is no Dask scheduler at {scheduler} ({error})") from error
    with client:
        versions = set(client.run(_version).values())
        if versions != {posenc.__version__}:
            found = ", ".join(sorted(versions)) or "no workers"
            raise ConnectionError(f"posenc {posenc.__version__} must be on all workers at {scheduler}; found: {found}")
        client.run(isolation, sandbox)
        yield client


def run_on_cluster(jobs: Iterable[Job], *, client: Any, grade: Grade) -> Generator[tuple[Job, Result]]:
    """Yield each job with its result as soon as it is there. The jobs of a worker that is lost run again elsewhere."""
    from distributed import as_completed

    waiting = iter(jobs)
    flying: dict[str, Job] = {}
    finished = as_completed(loop=client.loop)

    def send(job: Job) -> None:
        future = _submit(client, grade, job)
        flying[future.key] = job
        finished.add(future)

    for job in islice(waiting, AHEAD * sum(client.nthreads().values())):
        send(job)
    for future in finished:
        job = flying.pop(future.key)
        for following in islice(waiting, 1):
            send(following)
        yield job, _result(future, job)


def _submit(client: Any, grade: Grade, job: Job) -> Any:
    try:
        with job.path.open("rb") as file:
            notebook = file.read(LARGEST + 1)  # of one that is too large, no more than shows it
    except OSError as error:
        return client.submit(lost, job, f"The file cannot be read ({error.strerror}).", pure=False)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Sending large graph")  # a notebook with many pictures
        return client.submit(grade_bytes, grade, job, notebook, pure=False)


def grade_bytes(grade: Grade, job: Job, notebook: bytes) -> Result:
    """On the worker: put the notebook into a folder of its own and grade it there.

    The folder lies in the worker's, which Dask removes even when the worker was killed.
    """
    from distributed import get_worker

    with ONE_AT_A_TIME, TemporaryDirectory(prefix="posenc-", dir=get_worker().local_directory) as folder:
        path = Path(folder, "submission.ipynb")
        path.write_bytes(notebook)
        return grade(replace(job, path=path))


def _version() -> str:
    return posenc.__version__


def _result(future: Any, job: Job) -> Result:
    if future.status == "finished":
        result: Result = future.result()
        return result
    reason = type(future.exception()).__name__ if future.status == "error" else future.status
    return lost(job, f"The cluster lost this notebook ({reason}).")
