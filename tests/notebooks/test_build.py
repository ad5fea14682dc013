"""`posenc build`: what it writes, what it refuses, and what `--check` notices. Kernels run where they must only."""

import json
import shutil

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from posenc.cli import main
from posenc.notebooks import build as building
from posenc.notebooks import command
from posenc.notebooks.build import build, stale
from posenc.notebooks.cut import cut

from .conftest import SCORES, code, markdown, notebook


@pytest.fixture
def root(tmp_path, solution, monkeypatch):
    """A repository with one solution, `01_scores`, that posenc takes for its own."""
    (tmp_path / "solutions").mkdir()
    nbformat.write(solution, tmp_path / "solutions" / "01_scores.ipynb")
    monkeypatch.setattr(command, "ROOT", tmp_path)
    return tmp_path


@pytest.fixture
def without_kernel(monkeypatch):
    """Cells are counted, not run."""

    def count(book, folder):
        for number, cell in enumerate((cell for cell in book.cells if cell.cell_type == "code"), start=1):
            cell.execution_count = number
        return book

    monkeypatch.setattr(building, "execute", count)


def write(book, root, stem="01_scores"):
    nbformat.write(book, root / "solutions" / f"{stem}.ipynb")


def files(root):
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*.ipynb")}


# With a kernel


def runnable():
    return notebook(
        markdown("title", "# Scores"),
        code("setup", "import numpy as np\nfrom posenc.checking import Checker\n\n"
             "check = Checker('blindness', record=False)", lesson="check = print"),
        code("scores", "", exercise="blindness.scores"),
        code("where", "import os\nprint(os.environ['POSENC_STATIC'], os.path.basename(os.getcwd()))\n"
             "print(os.listdir(os.environ['POSENC_HOME']))"),
        code("picture", "from posenc.demos import shuffle_demo\n\nshuffle_demo('a b')", keep=True),
    )  # fmt: skip


def test_a_build_runs_the_solution_and_cuts_the_lesson(root):
    write(runnable(), root)
    assert build(root) == [root / "solutions" / "01_scores.ipynb", root / "lessons" / "01_scores.ipynb"]

    solution = nbformat.read(root / "solutions" / "01_scores.ipynb", as_version=4)
    cells = {cell.id: cell for cell in solution.cells}
    assert [cell.execution_count for cell in solution.cells[1:]] == [1, 2, 3, 4]
    assert cells["scores"].source.startswith(SCORES.solution)
    assert "passed" in cells["scores"].outputs[0].data["text/plain"]
    assert cells["where"].outputs[0].text == "1 solutions\n[]\n"
    assert set(cells["picture"].outputs[0].data) == {"image/png", "text/plain"}

    lesson = nbformat.read(root / "lessons" / "01_scores.ipynb", as_version=4)
    assert lesson.cells[4].outputs[0].data == cells["picture"].outputs[0].data
    assert stale(root) == []

    before = files(root)
    build(root)
    assert files(root) == before, "a second build gives the same bytes"


def test_a_cell_that_raises_stops_the_build_and_nothing_is_written(root, capsys):
    write(notebook(code("fails", "1 / 0")), root)
    before = files(root)
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        build(root)
    assert main(["build"]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert files(root) == before


# Without


def test_a_leak_stops_the_build_and_nothing_is_written(root, solution, without_kernel, capsys):
    build(root)
    solution.cells.append(nbformat.from_dict(markdown("spoiler", "Hint: `q @ k.T / np.sqrt(q.shape[-1])`")))
    write(solution, root)
    before = files(root)
    with pytest.raises(ValueError, match=r"01_scores\.ipynb would give answers away:\ncell spoiler holds a line"):
        build(root)
    assert main(["build"]) == 1
    assert "cell spoiler holds a line of blindness.scores" in capsys.readouterr().err
    assert files(root) == before


UNSOUND = {
    "no JSON": "nonsense",
    "no notebook": "[1]",
    "no cells": "{}",
    "cells without ids": json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{}]}),
    "two cells of one id": nbformat.writes(notebook(markdown("a", ""), markdown("b", ""))).replace('"b"', '"a"'),
    "an id with spaces": nbformat.writes(notebook(markdown("a", ""))).replace('"a"', '"a b"'),
    "a cell of no type": nbformat.writes(notebook(markdown("a", ""))).replace('"markdown"', '"song"'),
    "an exercise that does not exist": nbformat.writes(notebook(code("a", "", exercise="a.b"))),
}


@pytest.mark.parametrize("text", UNSOUND.values(), ids=UNSOUND)
def test_an_unsound_solution_is_refused_in_a_sentence(root, without_kernel, text, capsys):
    (root / "solutions" / "01_scores.ipynb").write_text(text, encoding="utf-8")
    for arguments in (["build"], ["build", "--check"]):
        assert main(arguments) == 1
        said = capsys.readouterr().err
        assert "01_scores.ipynb" in said or "'a.b', which does not exist" in said
        assert "Traceback" not in said
    assert set(files(root)) == {"solutions/01_scores.ipynb"}


def test_only_what_is_named_is_built(root, solution, without_kernel):
    write(solution, root, "02_more")
    assert [path.name for path in build(root, ["02_more"])] == ["02_more.ipynb"] * 2
    assert set(files(root)) == {"solutions/01_scores.ipynb", "solutions/02_more.ipynb", "lessons/02_more.ipynb"}
    assert len(build(root, ["01_scores.ipynb", "02_more"])) == 4


def test_a_name_that_is_none_stops_before_anything_is_written(root, without_kernel, capsys):
    before = files(root)
    assert main(["build", "01_scores", "09_nothing"]) == 1
    assert "no solution is called 09_nothing.ipynb" in capsys.readouterr().err
    assert files(root) == before


def test_what_was_built_is_said(root, without_kernel, capsys):
    assert main(["build"]) == 0
    assert capsys.readouterr().out.splitlines() == ["solutions/01_scores.ipynb", "lessons/01_scores.ipynb"]
    assert main(["build", "--check"]) == 0
    assert capsys.readouterr().out == "lessons/ is what solutions/ gives.\n"


def test_outside_a_clone_there_is_nothing_to_build(root, capsys):
    shutil.rmtree(root / "solutions")
    for arguments in (["build"], ["build", "--check"]):
        assert main(arguments) == 1
        assert "clone of the repository" in capsys.readouterr().err


# Staleness


def edit(path, change):
    book = nbformat.read(path, as_version=4)
    change({cell.id: cell for cell in book.cells}, book)
    path.write_text(nbformat.writes(book) + "\n", encoding="utf-8")


def assign(**values):
    """An edit: `scores__source="x"` gives the cell `scores` another source."""

    def change(cells, book):
        for name, value in values.items():
            cell, part = name.split("__")
            cells[cell][part] = value

    return change


SOLUTION, LESSON = "01_scores.ipynb: the solution is not as it was built", "lessons/01_scores.ipynb is not what"
ALT, MORE = {"text/plain": "another picture"}, nbformat.from_dict(markdown("more", "# More"))
STALE = {
    "an answer": ("solutions", assign(scores__source="def scores(q, k):\n    return 0"), [SOLUTION]),
    "a solution's words": ("solutions", assign(title__source="# Other"), [LESSON]),
    "a placeholder": ("solutions", lambda cells, _: cells["predict"].metadata.posenc.update(lesson="0"), [LESSON]),
    "an id": ("solutions", assign(title__id="other"), [LESSON]),
    "a solution's metadata": ("solutions", lambda _, book: book.metadata.update(author="me"), [SOLUTION]),
    "a cell's metadata": ("solutions", lambda cells, _: cells["title"].metadata.update(mine=1), [SOLUTION]),
    "a cell not run": ("solutions", assign(experiment__execution_count=None), ["cells that were not run"]),
    "a picture": ("solutions", lambda cells, _: cells["demo"].outputs[0].data.update(ALT), [LESSON]),
    "a cell more": (
        "solutions",
        lambda _, book: book.cells.append(nbformat.v4.new_markdown_cell("x", id="x")),
        [LESSON],
    ),
    "a leak": (
        "solutions",
        assign(title__source=SCORES.solution),
        [LESSON, "cell title holds a line of blindness.scores"],
    ),
    "a lesson's stub": ("lessons", assign(scores__source="def scores(q, k):\n    return 1"), [LESSON]),
    "a lesson's words": ("lessons", assign(title__source="# Other"), [LESSON]),
    "a lesson's output": ("lessons", lambda cells, _: cells["experiment"].update(execution_count=1), [LESSON]),
    "a lesson's metadata": ("lessons", lambda _, book: book.metadata.update(author="me"), [LESSON]),
    "a lesson's cell gone": ("lessons", lambda _, book: book.cells.pop(), [LESSON]),
    "a lesson's id": ("lessons", assign(title__id="other"), [LESSON]),
}


@pytest.mark.parametrize("what", STALE)
def test_check_notices_and_changes_nothing(root, without_kernel, capsys, what):
    build(root)
    folder, change, expected = STALE[what]
    edit(root / folder / "01_scores.ipynb", change)
    before = files(root)
    found = stale(root)
    for words in expected:
        assert any(words in line for line in found), found
    assert main(["build", "--check"]) == 1
    assert capsys.readouterr().out.splitlines()[:-1] == "\n".join(found).splitlines()
    assert files(root) == before
    if what != "a leak":
        build(root)
        assert stale(root) == []


def test_check_notices_files_that_are_missing_or_too_many(root, without_kernel):
    build(root)
    (root / "lessons" / "01_scores.ipynb").rename(root / "lessons" / "03_lost.ipynb")
    assert stale(root) == [
        "01_scores.ipynb: lessons/01_scores.ipynb is not what the solution gives",
        "03_lost.ipynb: a lesson without a solution",
    ]


def test_check_notices_an_exercise_that_changed(root, without_kernel, monkeypatch):
    """The reference is the source of the answer cell, and its stub of the lesson's."""
    build(root)
    monkeypatch.setitem(vars(SCORES), "solution", SCORES.solution.replace("q @ k.T", "q @ (k.T)"))
    monkeypatch.setitem(vars(SCORES), "stub", SCORES.stub.replace("your code", "here goes your code"))
    assert [line.partition(" (")[0] for line in stale(root)] == [
        "01_scores.ipynb: the solution is not as it was built",
        "01_scores.ipynb: lessons/01_scores.ipynb is not what the solution gives",
    ]


def test_files_end_in_one_newline_and_are_the_same_everywhere(root, solution, without_kernel):
    build(root)
    for data in files(root).values():
        assert data.endswith(b"}\n")
        assert not data.endswith(b"\n\n")
        assert b"\r" not in data
    lesson = (root / "lessons" / "01_scores.ipynb").read_text(encoding="utf-8")
    assert "Scores are …" in lesson, "text stays text, not escapes"
    assert nbformat.reads(lesson, as_version=4) == cut(
        nbformat.read(root / "solutions" / "01_scores.ipynb", as_version=4)
    )
