"""The command with the real grader: nbgrader's tree in, a report out that is what its schema says."""

import csv
import json
from pathlib import Path

import jsonschema
import pytest
from nbformat.v4 import new_code_cell, new_notebook, writes

from posenc.cli import main
from posenc.exercises import alibi
from posenc.grading.gradebook import SCHEMA

WRONG = "def alibi_slopes(n_heads):\n    return np.zeros(n_heads) + 0.123456"


@pytest.fixture
def handed_in(tmp_path) -> Path:
    """Four students: one right, one with a slip, one who wrote nothing, one whose file was cut off."""
    answers = {exercise.name: exercise.solution for exercise in alibi.ALL}
    stubs = {exercise.name: exercise.stub for exercise in alibi.ALL}
    for student, cells in {"ada": answers, "bob": answers | {"alibi_slopes": WRONG}, "cem": stubs}.items():
        write(tmp_path, student, notebook(cells))
    write(tmp_path, "dan", notebook(answers)[:500])
    return tmp_path / "submitted"


def notebook(answers: dict[str, str]) -> str:
    """A notebook with an answer a cell, after the imports that the lesson gives."""
    imports = "import numpy as np\n\nfrom posenc.encodings import attention"
    return writes(new_notebook(cells=[new_code_cell(source) for source in (imports, *answers.values())]))


def write(top: Path, student: str, text: str) -> None:
    path = top / "submitted" / student / "alibi" / "05_alibi.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")


def test_from_the_folder_of_a_class_to_its_marks(handed_in, tmp_path):
    report = tmp_path / "report"
    assert main(["grade", str(handed_in), "--out", str(report), "--seed", "815815", "--jobs", "2"]) == 0
    with (report / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert {student: row["alibi.alibi_slopes"] for student, row in rows.items()} == {
        "ada": "5", "bob": "0", "cem": "0", "dan": ""
    }  # fmt: skip
    assert rows["ada"]["points"] == rows["ada"]["possible"] == "25"
    assert (rows["bob"]["points"], rows["cem"]["points"]) == ("20", "0")
    assert "not started" in rows["cem"]["outcomes"]
    assert rows["dan"]["problems"]
    found = json.loads((report / "grades.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).validate(found)
    pages = [path.read_text(encoding="utf-8") for path in sorted((report / "feedback").iterdir())]
    assert len(pages) == 4
    assert not any("815815" in page for page in pages)
    marks = (report / "upload" / "canvas-05_alibi.csv").read_text(encoding="utf-8").splitlines()
    assert marks[2] == "ada,,,ada,,25"
