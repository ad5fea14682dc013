"""Marks for Canvas, Moodle and Gradescope: the columns that each looks for, and names of all sorts."""

import csv
import json
from pathlib import Path

import pytest

from posenc.grading.interchange import Mark, best_marks, write_canvas, write_gradescope, write_moodle
from posenc.grading.job import Job
from posenc.grading.origins import Origin

CANVAS, MOODLE = Origin("lovelaceada", "canvas", "123"), Origin("O'Neil, Jr.", "moodle", "99")
LOGIN, NOBODY = Origin("ada", "nbgrader"), Origin('=李 "小龍"')
MARKS = [Mark(origin, origin.student, 2.5, 8) for origin in (CANVAS, MOODLE, LOGIN, NOBODY)]


def read(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, strict=True))


def test_canvas_finds_its_columns_and_the_student_by_number_or_login(tmp_path):
    """The header as Canvas checks it: "Student", "ID", the two of the SIS in this order, then "Section"."""
    write_canvas(tmp_path / "canvas.csv", "05_alibi", MARKS)
    head, possible, *rows = read(tmp_path / "canvas.csv")
    assert head == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "05_alibi"]
    assert "Points Possible" in possible[0]
    assert possible[-1] == "8"
    assert rows == [
        ["lovelaceada", "123", "", "", "", "2.5"],
        ["O'Neil, Jr.", "", "", "", "", "2.5"],
        ["ada", "", "", "ada", "", "2.5"],
        ['\'=李 "小龍"', "", "", "", "", "2.5"],
    ]


def test_moodle_finds_its_columns_and_the_participant(tmp_path):
    write_moodle(tmp_path / "moodle.csv", MARKS)
    head, *rows = read(tmp_path / "moodle.csv")
    assert {"Identifier", "Grade", "Last modified (grade)"} <= set(head)
    assert [row[0] for row in rows] == ["", "Participant 99", "", ""]
    assert rows[1][1:4] == ["O'Neil, Jr.", "2.5", "8"]


def test_gradescope_reads_the_results_of_its_autograder(tmp_path, fake):
    result = fake.result_of(Job("../a.ipynb", "ada", Path("a"), seed=815815), problems=["Cut off."])
    path = write_gradescope(tmp_path, result)
    assert path.parent == tmp_path
    found = json.loads(path.read_text(encoding="utf-8"))
    assert (found["score"], found["output"]) == (5.5, "Cut off.")
    assert [(test["name"], test["score"], test["max_score"]) for test in found["tests"]] == [
        ("softmax", 4, 4), ("scores", 1.5, 4)
    ]  # fmt: skip
    assert "Divide by the root." in found["tests"][1]["output"]
    assert "815815" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("order", [[2, 5, 1], [5, 1, 2]])
def test_the_best_of_several_counts_and_each_lesson_has_its_table(fake, order):
    job = Job("a", "ada", Path("a"))
    results = [(LOGIN, fake.result_of(job, points=points)) for points in order]
    results += [
        (CANVAS, fake.result_of(job, lesson="05_alibi")),
        (NOBODY, fake.result_of(job, lesson="04_rotary", exercises={})),
    ]
    marks = best_marks(results)
    assert list(marks) == ["01_blindness", "05_alibi"]
    assert [mark.points for mark in marks["01_blindness"]] == [5]
