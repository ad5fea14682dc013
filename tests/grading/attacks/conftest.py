"""Notebooks that a test makes, graded under each isolation that this machine gives; nothing of them stays behind."""

import json
import os
import sys
import tempfile
from pathlib import Path

import pytest

from posenc.exercises import EXERCISES
from posenc.grading import Job, grade
from posenc.grading.isolation import BUBBLEWRAP, LANDLOCK, LIMITS, trouble
from posenc.grading.leftovers import MARK, _below
from posenc.grading.spare import close_spare

GRADE = sys.modules["posenc.grading.grade"]  # the module: the package shows the function under its name
SETUP = "import numpy as np\n\nfrom posenc.encodings import attention"


def usable(level):
    """The level, or a skip that says why not; a machine that must have bubblewrap fails without it."""
    why = trouble(level)
    if why and level == BUBBLEWRAP and os.environ.get("CI"):
        pytest.fail(f"bubblewrap must isolate here: {why}")
    return pytest.skip(why) if why else level


@pytest.fixture(params=[BUBBLEWRAP, LANDLOCK, LIMITS])
def level(request):
    """Every isolation: for what each of them promises."""
    return usable(request.param)


@pytest.fixture(params=[BUBBLEWRAP, LIMITS])
def unlike_level(request):
    """The two that differ in how processes are ended: for what takes its time."""
    return usable(request.param)


@pytest.fixture
def sealed():
    """Bubblewrap, which alone promises that nothing is seen or reached."""
    return usable(BUBBLEWRAP)


@pytest.fixture
def graded(tmp_path, monkeypatch):
    """`graded(notebook, level)` writes a notebook, or bytes, and grades the file."""

    def run(notebook, level=BUBBLEWRAP, *, seconds=5.0, memory_mib=1024, name="submission.ipynb"):
        monkeypatch.setattr(GRADE, "isolation", lambda sandbox: usable(level))
        path = tmp_path / name
        raw = notebook if isinstance(notebook, bytes) else json.dumps(notebook).encode()
        path.write_bytes(raw)
        return grade(Job("submission", "student", path, seconds=seconds, memory_mib=memory_mib))

    return run


@pytest.fixture
def attack(graded):
    """`attack(level, source)`: `source` defines permute_rows among two right answers; its mark, the others' checked.

    `alone`: without the others, where nothing could reach them.
    """

    def run(level, source, *, alone=False, **options):
        others = [] if alone else [solution("blindness.scores"), solution("blindness.conjugate")]
        result = graded(notebook([SETUP, *others[:1], source, *others[1:]]), level, **options)
        points = {name: mark["points"] for name, mark in result["exercises"].items()}
        assert alone or (points["blindness.scores"], points["blindness.conjugate"]) == (2, 3), result
        assert result["isolation"] == level
        return result["exercises"]["blindness.permute_rows"]

    return run


def solution(exercise_id):
    return EXERCISES[exercise_id].solution


def notebook(cells, **more):
    """A plain notebook of code cells."""
    made = [{"cell_type": "code", "id": f"c{n}", "source": source, "metadata": {}, "outputs": [],
             "execution_count": None} for n, source in enumerate(cells)]  # fmt: skip
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made} | more


@pytest.fixture(autouse=True)
def nothing_stays(tmp_path, monkeypatch):
    """Afterwards: no process of a sandbox of this test process, no folder of one."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    before = _below(os.getpid())
    yield
    close_spare()
    assert list(folder.iterdir()) == []
    sign = f"{MARK}={os.getpid()}.".encode()
    assert [pid for pid in Path("/proc").glob("[0-9]*") if sign in environment(pid)] == []
    assert _below(os.getpid()) - before == set()


def environment(process):
    try:
        return (process / "environ").read_bytes()
    except OSError:
        return b""
