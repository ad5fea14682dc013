"""The lessons that are shipped: valid, short, stale in nothing but the learner's own work, and sound when untouched."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from posenc.exercises import EXERCISES
from posenc.notebooks.cut import cut, exercise_of, refresh
from posenc.notebooks.execute import execute

ROOT = Path(__file__).parents[2]
STEMS = sorted(path.stem for path in (ROOT / "solutions").glob("*.ipynb"))
FOLDERS = ("solutions", "lessons")


def read(folder, stem):
    return nbformat.read(ROOT / folder / f"{stem}.ipynb", as_version=4)


def own_work(cell):
    """What a learner is meant to change: answers, predictions, summaries."""
    said = cell.metadata.get("posenc", {})
    return "exercise" in said or "lesson" in said


def test_the_course_begins():
    assert STEMS[:2] == ["00_start_here", "01_blindness"]
    assert {path.stem for path in (ROOT / "lessons").glob("*.ipynb")} >= set(STEMS)


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("stem", STEMS)
def test_a_notebook_is_valid_and_its_ids_are_names(folder, stem):
    book = read(folder, stem)
    nbformat.validate(book)
    ids = [cell.id for cell in book.cells]
    assert len(set(ids)) == len(ids)
    if folder == "solutions":
        assert [name for name in ids if not re.fullmatch(r"[a-z][a-z0-9-]*", name)] == [], "ids are written by hand"
        assert [name for name in ids if re.fullmatch(r"[0-9a-f]{8}", name)] == []


@pytest.mark.parametrize("stem", STEMS)
def test_code_cells_are_short(stem):
    for book in (read("solutions", stem), cut(read("solutions", stem))):
        long = {cell.id: cell.source.count("\n") + 1 for cell in book.cells if cell.cell_type == "code"}
        assert {name: lines for name, lines in long.items() if lines > 15} == {}


@pytest.mark.parametrize("stem", STEMS)
def test_a_solution_is_as_it_was_built(stem):
    """Apart from outputs, which nbval compares: its answers are the references, its metadata are plain."""
    book = read("solutions", stem)
    for cell, again in zip(book.cells, refresh(book).cells, strict=True):
        assert cell == again


@pytest.mark.parametrize("stem", STEMS)
def test_every_cell_of_a_solution_was_run_once_from_top_to_bottom(stem):
    """A notebook without execution counts passes nbval and compares nothing."""
    counts = [cell.execution_count for cell in read("solutions", stem).cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1))


@pytest.mark.parametrize("stem", STEMS)
def test_every_picture_has_alt_text(stem):
    for cell in read("solutions", stem).cells:
        for output in cell.get("outputs", []):
            if "image/png" in output.get("data", {}):
                assert len(output.data["text/plain"]) > 20, cell.id
                assert "<Figure" not in output.data["text/plain"], cell.id
                assert output.metadata["image/png"]["alt"] == output.data["text/plain"], cell.id


@pytest.mark.parametrize("stem", STEMS)
def test_a_lesson_is_what_its_solution_gives_but_for_the_learners_work(stem):
    """Cells that a learner added are passed over; `posenc build --check` is the strict form."""
    lesson = {cell.id: cell for cell in read("lessons", stem).cells}
    shipped = cut(read("solutions", stem)).cells
    assert [name for name in lesson if name in {cell.id for cell in shipped}] == [cell.id for cell in shipped]
    for cell, asked in zip(shipped, read("solutions", stem).cells, strict=True):
        found = lesson[cell.id]
        assert found.cell_type == cell.cell_type
        assert found.metadata.get("posenc") == cell.metadata.get("posenc"), cell.id
        assert own_work(asked) or found.source == cell.source, cell.id


@pytest.mark.parametrize("stem", STEMS)
def test_a_lesson_asks_its_exercises_in_their_order(stem):
    """`posenc progress` names the next one."""
    asked = [exercise for cell in read("solutions", stem).cells if (exercise := exercise_of(cell))]
    names = {exercise.lesson for exercise in asked}
    assert len(names) <= 1
    assert [exercise.id for exercise in asked] == [e.id for e in EXERCISES.values() if e.lesson in names]


@pytest.mark.parametrize("stem", STEMS)
def test_an_untouched_lesson_runs_to_its_end_and_nothing_is_started(stem):
    """A cell that raises would stop it."""
    lesson = execute(cut(read("solutions", stem)), ROOT / "lessons")
    asked = [cell for cell in lesson.cells if exercise_of(cell)]
    for cell in asked:
        (output,) = cell.outputs
        assert f"{exercise_of(cell).name}: not started" in output.data["text/plain"]
        assert "not started" in output.data["text/html"]
    errors = [output for cell in lesson.cells for output in cell.get("outputs", []) if output.output_type == "error"]
    assert errors == []
    noise = [
        (cell.id, output.text)
        for cell in lesson.cells
        for output in cell.get("outputs", [])
        if output.output_type == "stream" and output.name == "stderr"
    ]
    assert noise == []


# nbval compares


def texts(book):
    """Every stored text: its cell's place, where it stands, and under what name."""
    for place, cell in enumerate(book.cells):
        for output in cell.get("outputs", []):
            if output.output_type == "stream":
                yield place, output, "text"
            elif "image/png" not in output.get("data", {}) and "text/plain" in output.get("data", {}):
                yield place, output.data, "text/plain"


def up_to_a_number(book):
    """The notebook as far as its first stored text with a digit, and that text's place."""
    place, where, part = next((p, where, part) for p, where, part in texts(book) if re.search(r"\d", where[part]))
    book.cells = book.cells[: place + 1]
    return book, where, part


def test_a_changed_number_in_a_stored_output_fails_and_an_unchanged_copy_passes(tmp_path):
    book, where, part = up_to_a_number(read("solutions", STEMS[1]))
    nbformat.write(book, tmp_path / "unchanged.ipynb")
    where[part] = re.sub(r"\d", lambda digit: str(9 - int(digit[0])), where[part], count=1)
    nbformat.write(book, tmp_path / "changed.ipynb")
    shutil.copy(ROOT / "solutions" / "conftest.py", tmp_path)

    options = ["--nbval", "--nbval-current-env", "-p", "no:cacheprovider", "-rA", "--color=no"]
    command = [sys.executable, "-m", "pytest", *options, str(tmp_path)]
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    said = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False)
    verdicts = re.findall(r"^(PASSED|FAILED|ERROR) (\w+)\.ipynb", said.stdout, re.MULTILINE)
    code = sum(cell.cell_type == "code" for cell in book.cells)
    assert verdicts.count(("PASSED", "unchanged")) == code, said.stdout
    assert verdicts.count(("FAILED", "changed")) == 1, said.stdout
    assert verdicts.count(("PASSED", "changed")) == code - 1, said.stdout
    assert said.returncode == 1
