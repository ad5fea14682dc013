"""What the tests around the grader share: a grader that only pretends, and jobs for it."""

from collections.abc import Callable
from pathlib import Path

import pytest

FAKES = Path(__file__).parent / "fakes"


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """The module of the pretending grader, importable in worker processes too; it logs whom it graded."""
    monkeypatch.syspath_prepend(str(FAKES))
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "graded.log"))
    import fake_grader

    return fake_grader


@pytest.fixture
def graded(tmp_path) -> Callable[[], list[str]]:
    """The submissions that the fake was asked to grade so far, in that order."""
    log = tmp_path / "graded.log"
    return lambda: log.read_text(encoding="utf-8").splitlines() if log.exists() else []


@pytest.fixture
def job(tmp_path):
    """`job("name", "what the notebook says")` writes a notebook and returns its job."""
    from posenc.grading.job import Job

    def make(name: str, says: str = "") -> Job:
        path = tmp_path / f"{name}.ipynb"
        path.write_text(says, encoding="utf-8")
        return Job(submission=name, student=name, path=path)

    return make
