"""Notebook files as people hand them in: broken, rearranged, from other programs, or no notebooks at all."""

import copy
import json
import os

import pytest

from posenc.environment.launch import ROOT
from posenc.exercises import EXERCISES

from .conftest import SETUP, notebook, solution

ANSWERS = [SETUP, solution("blindness.scores"), solution("blindness.permute_rows")]
KEYS = {"submission", "student", "lesson", "points", "possible", "exercises", "problems", "seed", "isolation",
        "version", "sha256"}  # fmt: skip


@pytest.fixture
def points(graded, sealed):
    """The points of a file (4 are right for ANSWERS), its row being whole."""

    def run(file, **options):
        result = graded(file, sealed, **options)
        assert set(result) == KEYS
        json.dumps(result)
        return result["points"]

    return run


def shipped(folder, stem="01_blindness"):
    return json.loads((ROOT / folder / f"{stem}.ipynb").read_text(encoding="utf-8"))


def lesson_with(**sources):
    """The shipped lesson with some exercises' cells filled in."""
    made = shipped("lessons")
    for cell in made["cells"]:
        name = cell["metadata"].get("posenc", {}).get("exercise", "").partition(".")[2]
        if name in sources:
            cell["source"] = f"{sources[name]}\n\n\ncheck({name})"
    return made


UNREADABLE = {
    "empty": b"",
    "blank": b" \n ",
    "cut off": json.dumps(notebook(ANSWERS)).encode()[:-200],
    "no JSON": b"def softmax(scores): pass",
    "a number": b"4",
    "a list": b"[]",
    "null": b"null",
    "another thing": b'{"cells": {"a": 1}}',
    "nested deeply": b'{"cells": ' + b"[" * 10**5 + b"]" * 10**5 + b"}",
    "UTF-16": json.dumps(notebook(ANSWERS)).encode("utf-16"),
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "no cells": json.dumps(notebook([])).encode(),
    "cells that are none": b'{"cells": [1, null, "a", [], {"cell_type": "code"}, {"cell_type": "code", "source": 5}]}',
    "worksheets that are none": b'{"worksheets": [1, {"cells": 5}]}',
    "infinite numbers": b'{"cells": [], "nbformat": Infinity}',
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_an_unreadable_file_has_its_row_and_a_reason(graded, sealed, what):
    result = graded(UNREADABLE[what], sealed)
    assert (result["lesson"], result["points"], result["exercises"]) == ("", 0, {})
    assert result["problems"]
    assert all(sentence.endswith(".") for sentence in result["problems"])


def test_no_file_a_folder_and_a_loop(tmp_path, graded, sealed, monkeypatch):
    from posenc.grading import Job, grade

    (tmp_path / "folder.ipynb").mkdir()
    (tmp_path / "loop.ipynb").symlink_to(tmp_path / "loop.ipynb")
    os.mkfifo(tmp_path / "pipe.ipynb")
    for name in ("none.ipynb", "folder.ipynb", "loop.ipynb", "pipe.ipynb", "\0.ipynb", "a" * 5000):
        assert grade(Job(name, "student", tmp_path / name))["problems"], name


VERSIONS = {
    "nbformat 4.0": lambda made: made | {"nbformat_minor": 0},
    "nbformat 4.9": lambda made: made | {"nbformat_minor": 9, "unknown": [1]},
    "nbformat 3": lambda made: {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": [
        {"cell_type": "code", "input": cell["source"], "outputs": []} for cell in made["cells"]]}]},
    "nbformat 2": lambda made: {"nbformat": 2, "worksheets": [{"cells": [
        {"cell_type": "code", "input": cell["source"]}]} for cell in made["cells"]]},
    "lines": lambda made: made | {"cells": [
        cell | {"source": cell["source"].splitlines(keepends=True)} for cell in made["cells"]]},
    "no metadata": lambda made: {"cells": [
        {"cell_type": "code", "source": cell["source"]} for cell in made["cells"]]},
    "metadata of another kind": lambda made: made | {"metadata": [], "cells": [
        cell | {"metadata": {"posenc": ["exercise"]}} for cell in made["cells"]]},
    "the same id everywhere": lambda made: made | {"cells": [cell | {"id": "c"} for cell in made["cells"]]},
    "another kernel": lambda made: made | {"metadata": {"kernelspec": {"name": "ir", "language": "R"}}},
    "every cell twice": lambda made: made | {"cells": made["cells"] * 2},
    "another order": lambda made: made | {"cells": made["cells"][::-1]},
    "without the setup": lambda made: made | {"cells": made["cells"][1:]},
    "all in one cell": lambda made: made | {"cells": [
        made["cells"][0] | {"source": "\n".join(cell["source"] for cell in made["cells"])}]},
    "Windows line ends": lambda made: made | {"cells": [
        cell | {"source": cell["source"].replace("\n", "\r\n")} for cell in made["cells"]]},
    "large outputs": lambda made: made | {"cells": [cell | {"outputs": [
        {"output_type": "stream", "name": "stdout", "text": "x" * 5_000_000}]} for cell in made["cells"]]},
    "widgets": lambda made: made | {"metadata": {"widgets": {"state": {"a": 1}}}},
    "other cells": lambda made: made | {"cells": [{"cell_type": "raw", "source": "x = ("}, {"cell_type": "heading"},
        {"cell_type": "markdown", "source": "# text"}, *made["cells"]]},
}  # fmt: skip


@pytest.mark.parametrize("what", VERSIONS)
def test_what_is_right_counts_in_any_form(points, what):
    assert points(VERSIONS[what](notebook(ANSWERS))) == 4


@pytest.mark.slow
def test_50_mb_of_outputs(points):
    made = notebook(ANSWERS)
    made["cells"][0]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "x" * 50_000_000}]
    assert points(made) == 4


def test_bytes_that_are_no_utf_8(points):
    made = notebook([*ANSWERS, "note = 'caf\u00e9'"])
    assert points(json.dumps(made, ensure_ascii=False).encode("latin-1")) == 4
    assert points(b"\xef\xbb\xbf" + json.dumps(made).encode()) == 4


STRANGE = {
    "magics": "%matplotlib inline\n%load_ext autoreload\n%%time\n",
    "shell lines": "!rm -rf ~\n!touch /tmp/posenc_shell\n?softmax\nsoftmax??\n",
    "input()": "name = input('Your name: ')\n",
    "an error": "1 / 0\n",
    "plots": "import matplotlib.pyplot as plt\nplt.plot([1, 2])\ndisplay(np)\nget_ipython().magic('a')\n",
    "an endless loop": "while True:\n    pass\n",
    "no Python": "def softmax(:\n",
    "await": "await something()\n",
    "a star": "from numpy import *\n",
    "a nul": "x = 1\0\n",
    "a shell line with a name": "files = !ls\n",
    "a deep expression": "x = " + "(" * 300 + ")" * 300 + "\n",
    "another language": "%%bash\nrm -rf ~\n",
}


@pytest.mark.parametrize("what", STRANGE)
def test_strange_cells_cost_nothing(points, what):
    assert points(notebook([ANSWERS[0], STRANGE[what], *ANSWERS[1:]])) == 4


def test_shell_lines_are_dropped_not_run(points, tmp_path):
    for text in ("!touch {}", "%%bash\ntouch {}", "x = !touch {}", "%sx touch {}", "%%time\n!touch {}"):
        points(notebook([text.format(tmp_path / "ran"), *ANSWERS]))
    assert not (tmp_path / "ran").exists()


def test_a_timed_cell_counts(points):
    assert points(notebook([SETUP, "%%time\n" + ANSWERS[1], "%%capture out\n" + ANSWERS[2]])) == 4


def test_a_magic_line_inside_of_a_function_is_dropped(points):
    timed = "def permute_rows(x, perm):\n    %timeit x + 1\n    !ls\n    return x[perm]"
    assert points(notebook([SETUP, ANSWERS[1], timed])) == 4


def test_the_last_definition_wins(points):
    wrong = "def permute_rows(x, perm):\n    return x"
    assert points(notebook([*ANSWERS, wrong])) == 2
    assert points(notebook([SETUP, wrong, *ANSWERS])) == 4


def test_a_renamed_function_is_missing(graded, sealed):
    result = graded(notebook([*ANSWERS[:2], "def permute(x, perm):\n    return x[perm]"]), sealed)
    assert result["exercises"]["blindness.permute_rows"]["outcome"] == "missing"
    assert result["points"] == 2


PICK, CALL = "def pick(x, perm):\n    return x[perm]", "def permute_rows(x, perm):\n    return pick(x, perm)"
HELPED = {
    "a helper above": [PICK, CALL],
    "a helper below": [CALL, PICK],
    "a lambda": ["permute_rows = lambda x, perm: x[perm]"],
    "another name": ["def pick(x, perm):\n    return x[perm]", "permute_rows = pick"],
    "a class": ["class Pick:\n    def __call__(self, x, perm):\n        return x[perm]\n", "permute_rows = Pick()"],
    "decorators": ["import functools\n\n@functools.cache\ndef n():\n    return 1\n",
                   "def once(f):\n    return lambda *a: f(*a)",
                   "@once\ndef permute_rows(x, perm):\n    return x[perm] * n()"],
    "a table filled in a loop": ["names = {}\nfor k in range(3):\n    names[k] = k", "names['x'] = 7",
                                 "def permute_rows(x, perm):\n    return x[perm] if names['x'] == 7 else x"],
    "in a branch": ["if True:\n    def permute_rows(x, perm):\n        return x[perm]"],
    "annotated": ["from typing import Any\n\ndef permute_rows(x: 'Any', perm: Any) -> Any:\n    return x[perm]"],
    "one line": ["a = 1; permute_rows = lambda x, perm: x[perm]; b = 2"],
    "with the library": ["from posenc import encodings, symmetry\nfrom posenc.demos import shuffle_demo",
                         "def permute_rows(x, perm):\n    return x[encodings.positions.np.asarray(perm)]"],
}  # fmt: skip


@pytest.mark.parametrize("what", HELPED)
def test_what_a_function_needs_is_run(points, what):
    assert points(notebook([*ANSWERS[:2], *HELPED[what]])) == 4


def test_a_lesson_as_shipped_is_not_started_and_needs_no_sandbox(graded):
    result = graded(shipped("lessons"), "no level at all")
    assert (result["lesson"], result["points"], result["possible"]) == ("01_blindness", 0, 35)
    assert {mark["outcome"] for mark in result["exercises"].values()} == {"not started"}


@pytest.mark.parametrize("stem", sorted(path.stem for path in (ROOT / "solutions").glob("*.ipynb")))
def test_a_solution_earns_all(graded, sealed, stem):
    result = graded(shipped("solutions", stem), sealed, name=f"{stem}.ipynb", seconds=20.0)
    assert result["lesson"] == stem
    assert result["points"] == result["possible"]
    assert {mark["outcome"] for mark in result["exercises"].values()} <= {"passed"}
    assert result["problems"] == []


def test_a_lesson_is_known_by_its_metadata_or_its_functions(graded, sealed):
    made = lesson_with(permute_rows=solution("blindness.permute_rows"))
    bare = copy.deepcopy(made)
    for cell in bare["cells"]:
        cell["metadata"] = {}
    assert graded(made, sealed) | {"sha256": ""} == graded(bare, sealed) | {"sha256": ""}
    assert graded(made, sealed)["points"] == 2


def test_every_exercise_has_a_row_in_the_lessons_order(graded, sealed):
    result = graded(notebook(ANSWERS), sealed)
    assert list(result["exercises"]) == [name for name in EXERCISES if name.startswith("blindness.")]


def test_the_same_job_gives_the_same_result(graded, sealed):
    source = "def permute_rows(x, perm):\n    return [hash(word) for word in {'a', 'b', 'c'}]"
    first, second = (graded(notebook([*ANSWERS[:2], source]), sealed) for _ in range(2))
    assert first == second


def test_a_line_may_begin_with_an_operator(points):
    source = "def permute_rows(x, perm):\n    return x[(perm\n    % len(x)\n    )]"
    assert points(notebook([*ANSWERS[:2], source])) == 4


def test_a_notebook_of_another_language_says_so(graded, sealed):
    result = graded(VERSIONS["another kernel"](notebook(ANSWERS)), sealed)
    assert result["problems"] == ["The notebook says that it is written in R; it was read as Python."]
