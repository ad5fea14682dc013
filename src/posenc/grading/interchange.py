"""Marks for the platforms that the submissions came from.

A table a lesson, since a lesson is an assignment there. Where a student handed in a lesson more than once, the
best mark counts. Canvas's columns are those that `lib/gradebook_importer.rb` of Canvas looks for: it knows a
student by ID, else by login, else by name. Moodle's are those that the offline grading worksheet
(`mod/assign/feedback/offline/importgradeslib.php`) looks for; its gradebook import can map them too. Gradescope has
no upload of marks: its autograder reads a results.json for each submission
(https://gradescope-autograders.readthedocs.io/en/latest/specs/).
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from posenc.exercises import EXERCISES
from posenc.grading.feedback import page_name
from posenc.grading.origins import Origin
from posenc.grading.tables import Cell, number, write_table

Result = dict[str, Any]


@dataclass(frozen=True)
class Mark:
    """What a platform needs of a result."""

    origin: Origin
    student: str
    points: float
    possible: float


def best_marks(results: Iterable[tuple[Origin, Result]]) -> dict[str, list[Mark]]:
    """The marks of each lesson, one a student, in the order in which the students first appear."""
    marks: dict[str, dict[tuple[str, str], Mark]] = {}
    for origin, result in results:
        if result["exercises"]:  # a lesson, and one that was asked for
            mark = Mark(origin, result["student"], result["points"], result["possible"])
            lesson = marks.setdefault(result["lesson"], {})
            who = (origin.student, origin.number)
            lesson[who] = max(lesson.get(who, mark), mark, key=lambda mark: mark.points)
    return {lesson: list(marks[lesson].values()) for lesson in sorted(marks)}


def write_canvas(path: Path, lesson: str, marks: list[Mark]) -> None:
    """Write what Canvas's gradebook imports; the last column is named after the assignment."""
    head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", lesson]
    possible: list[Cell] = ["    Points Possible", "", "", "", "", number(marks[0].possible)]
    rows = ([m.student, _number_on(m, "canvas"), "", _login(m), "", number(m.points)] for m in marks)
    write_table(path, head, [possible, *rows])


def write_moodle(path: Path, marks: list[Mark]) -> None:
    """Write what Moodle's grading worksheet uploads. A mark that was never given has no date."""
    head = ["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)"]
    rows = []
    for mark in marks:
        participant = _number_on(mark, "moodle")
        identifier = f"Participant {participant}" if participant else ""
        rows.append([identifier, mark.student, number(mark.points), number(mark.possible), ""])
    write_table(path, head, rows)


def write_gradescope(folder: Path, result: Result) -> Path:
    """Write the results.json of one submission, under a name of its own, and return its path."""
    path = folder / page_name(result["submission"]).replace(".html", ".json")
    tests = [_test(name, verdict) for name, verdict in result["exercises"].items()]
    found = {"score": number(result["points"]), "output": " ".join(result["problems"]), "tests": tests}
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8", newline="\n")
    return path


def _test(name: str, verdict: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": EXERCISES[name].name,
        "score": number(verdict["points"]),
        "max_score": number(verdict["possible"]),
        "status": "passed" if verdict["outcome"] == "passed" else "failed",
        "output": "\n".join(filter(None, [verdict["outcome"], verdict["message"], verdict["invariant"]])),
        "output_format": "text",
        "visibility": "visible",
    }


def _number_on(mark: Mark, platform: str) -> str:
    return mark.origin.number if mark.origin.platform == platform else ""


def _login(mark: Mark) -> str:
    """In nbgrader's tree the student's folder is their login."""
    return mark.student if mark.origin.platform == "nbgrader" else ""
