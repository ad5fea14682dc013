"""A Dask cluster grades like one machine does: N in, N out, though a worker is killed midway."""

import os
import signal
from pathlib import Path

import pytest

if "CI" not in os.environ:
    pytest.importorskip("distributed", reason="the extra dask is not installed")

from distributed import LocalCluster

from posenc.environment import NotReady
from posenc.grading.dask import connect, grade_bytes, run_on_cluster
from posenc.grading.running import run

FAKES = Path(__file__).parent / "fakes"


@pytest.fixture
def cluster(fake, monkeypatch):
    """Two worker processes, as `dask worker` would start them, that can import the pretending grader."""
    monkeypatch.setenv("PYTHONPATH", str(FAKES))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        yield cluster


def test_all_jobs_end_though_a_worker_is_killed(cluster, job, fake, graded):
    jobs = [job(f"{number:02}", "slow") for number in range(24)] + [job("defect", "raise"), job("gone")]
    jobs[-1].path.unlink()
    taken = 0

    def taking():
        nonlocal taken
        for each in jobs:
            taken += 1
            yield each

    found = []
    with connect(cluster.scheduler_address, "off") as client:
        for each, result in run_on_cluster(taking(), client=client, grade=fake.grade):
            found.append((each, result))
            assert taken <= len(found) + 4  # two a worker: the rest is not read yet
            if len(found) == 6:
                os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
    assert sorted(result["submission"] for _, result in found) == sorted(each.submission for each in jobs)
    assert all(each.submission == result["submission"] for each, result in found)
    problems = {result["submission"]: " ".join(result["problems"]) for _, result in found}
    assert "lost this notebook (RuntimeError)" in problems.pop("defect")
    assert "cannot be read" in problems.pop("gone")
    assert set(problems.values()) == {""}
    here = dict(run(jobs[:2], workers=1, grade=fake.grade))
    assert here == {each: result for each, result in found if each in here}


def test_a_version_that_differs_is_refused(cluster, monkeypatch):
    monkeypatch.setattr("posenc.__version__", "9.9.9")
    with (
        pytest.raises(ConnectionError, match=r"posenc 9\.9\.9 must be on all workers.*found: 0"),
        connect(cluster.scheduler_address, "off"),
    ):
        pass


def test_the_isolation_asked_for_must_be_there_on_the_workers(cluster, fake):
    address = cluster.scheduler_address
    with connect(address, "off") as client:
        client.run(fake.forget_programs)
    with pytest.raises(NotReady, match="no bwrap"), connect(address, "require"):
        pass


def test_the_notebook_travels_with_the_job(cluster, job, fake):
    moved = job("a", "some words")
    expected = fake.grade(moved)
    moved.path.unlink()
    with connect(cluster.scheduler_address, "off") as client:
        assert client.submit(grade_bytes, fake.grade, moved, b"some words").result() == expected
