"""The marks of everybody: grades.csv for a spreadsheet, grades.json with all there is to know."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from posenc import __version__
from posenc.exercises import EXERCISES
from posenc.grading.tables import Cell, number, write_table

SCHEMA = Path(__file__).parent / "grades.schema.json"
SCHEMA_VERSION = 1
Result = dict[str, Any]


def write_grades_csv(path: Path, results: Iterable[Result]) -> None:
    """Write a row a submission, in the order given, with a column for each exercise that was asked of anybody.

    `results` is read twice, and never held.
    """
    asked = {exercise for result in results for exercise in result["exercises"]}
    columns = [exercise for exercise in EXERCISES if exercise in asked]
    head = ["submission", "student", "lesson", "points", "possible", *columns]
    head += ["outcomes", "problems", "seed", "isolation", "version"]
    write_table(path, head, (_row(result, columns) for result in results))


def _row(result: Result, columns: list[str]) -> list[Cell]:
    exercises = result["exercises"]
    points = [number(exercises[name]["points"]) if name in exercises else "" for name in columns]
    outcomes = "; ".join(f"{name}: {exercises[name]['outcome']}" for name in columns if name in exercises)
    return [
        *(result[name] for name in ("submission", "student", "lesson")),
        number(result["points"]),
        number(result["possible"]),
        *points,
        outcomes,
        " ".join(result["problems"]),
        *(result[name] for name in ("seed", "isolation", "version")),
    ]


def write_grades_json(path: Path, results: Iterable[Result], *, seed: int) -> None:
    """Write every result with all its detail; `grades.schema.json` beside this file says what it holds."""
    head = {"schema": SCHEMA_VERSION, "version": __version__, "seed": seed}
    with path.open("w", encoding="utf-8", newline="\n", errors="backslashreplace") as file:  # half characters too
        file.write(json.dumps(head)[:-1] + ', "submissions": [')
        comma = ""
        for result in results:
            file.write(f"{comma}\n{json.dumps(result, ensure_ascii=False, allow_nan=False)}")
            comma = ","
        file.write("\n]}\n")
