"""The tables and the JSON of a report: what they hold, and that they harm neither parser nor spreadsheet."""

import csv
import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from posenc.checking import Outcome
from posenc.figures.class_results import class_results
from posenc.grading.gradebook import SCHEMA, write_grades_csv, write_grades_json
from posenc.grading.job import Job
from posenc.grading.journal import Journal
from posenc.grading.report import Results, write_report
from posenc.grading.rows import lost
from posenc.grading.statistics import ranked, tally, write_statistics
from posenc.grading.tables import harmless, number, write_table

COLUMNS = [
    "submission", "student", "lesson", "points", "possible", "blindness.softmax", "blindness.scores",
    "alibi.alibi_bias", "outcomes", "problems", "seed", "isolation", "version",
]  # fmt: skip


@pytest.fixture
def results(fake) -> list[dict]:
    """Two lessons, a submission that was lost, and names that are awkward."""
    first, second, third = (Job(name, student, Path(name)) for name, student in STUDENTS)
    other = {"alibi.alibi_bias": fake.verdict("alibi.alibi_bias", "timed out", 0)}
    return [
        fake.result_of(first),
        fake.result_of(second, lesson="05_alibi", exercises=other, points=0, possible=3),
        lost(third, "The grading process died on this notebook, 2 times."),
    ]


STUDENTS = [("a/1.ipynb", "O'Neil, Jr."), ("=cmd().ipynb", "=cmd()"), ("李.ipynb", '李 "小龍"')]


def read(path: Path) -> list[dict]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def test_a_row_a_submission_in_order_with_a_column_for_each_exercise(tmp_path, results):
    write_grades_csv(tmp_path / "grades.csv", results)
    rows = read(tmp_path / "grades.csv")
    assert list(rows[0]) == COLUMNS
    assert [row["student"] for row in rows] == ["O'Neil, Jr.", "'=cmd()", '李 "小龍"']
    assert (rows[0]["blindness.softmax"], rows[0]["blindness.scores"], rows[0]["alibi.alibi_bias"]) == ("4", "1.5", "")
    assert rows[0]["outcomes"] == "blindness.softmax: passed; blindness.scores: failed"
    assert rows[2]["problems"] == "The grading process died on this notebook, 2 times."
    assert b"\n" not in (tmp_path / "grades.csv").read_bytes().replace(b"\r\n", b"")  # RFC 4180


@given(rows=st.lists(st.tuples(st.text(), st.text(), st.integers() | st.floats(0, 9)), max_size=4))
def test_every_cell_comes_back_and_none_is_a_formula(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("table") / "table.csv"
    write_table(path, ["a", "b", "c"], rows)
    with path.open(encoding="utf-8", newline="") as file:
        head, *found = csv.reader(file, strict=True)
    assert head == ["a", "b", "c"]
    whole = [[str(cell).encode("utf-8", "replace").decode() for cell in row] for row in rows]
    assert [[cell.removeprefix("'") for cell in row] for row in found] == [
        [cell.removeprefix("'") for cell in row] for row in whole
    ]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in found for cell in row[:2])


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@a", "\t=1", "\r=1", "＝1"])
def test_a_formula_is_made_text_and_a_number_stays_one(cell):
    assert harmless(cell) == f"'{cell}"
    assert harmless(-1.5) == -1.5


def test_points_are_written_as_people_write_them():
    assert [number(points) for points in (0, 3.0, 2.5, 5 / 3)] == [0, 3, 2.5, 1.67]


def test_the_json_is_what_its_schema_says(tmp_path, results):
    write_grades_json(tmp_path / "grades.json", results, seed=7)
    found = json.loads((tmp_path / "grades.json").read_text(encoding="utf-8"))
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(found)
    assert (found["seed"], found["submissions"]) == (7, results)
    outcomes = schema["$defs"]["exercise"]["properties"]["outcome"]["enum"]
    assert outcomes == [*Outcome]


def test_half_a_character_reaches_the_json(tmp_path, fake):
    result = fake.result_of(Job("a", "a", Path("a")), problems=["\udcff"])
    write_grades_json(tmp_path / "grades.json", [result], seed=0)
    assert json.loads((tmp_path / "grades.json").read_text(encoding="utf-8"))["submissions"] == [result]


def test_statistics_count_each_exercise_over_those_who_were_asked(tmp_path, results):
    write_statistics(tmp_path / "statistics.csv", tally([*results, results[0]]))
    rows = {row["exercise"]: row for row in read(tmp_path / "statistics.csv")}
    assert list(rows) == ["blindness.softmax", "blindness.scores", "alibi.alibi_bias"]
    assert (rows["blindness.softmax"]["submissions"], rows["blindness.softmax"]["pass rate"]) == ("2", "1.0")
    assert rows["blindness.scores"]["mean points"] == "1.5"
    assert rows["blindness.scores"]["named wrong answers"] == "no_scale × 2"
    assert rows["alibi.alibi_bias"]["timed out"] == "1"


def test_slips_are_ranked_alike_in_any_order():
    from collections import Counter

    assert ranked(Counter("abbcc")) == ranked(Counter("ccbba")) == [("b", 2), ("c", 2), ("a", 1)]


def test_the_picture_says_in_words_what_it_shows():
    picture = class_results({"a": 0.5, "b": 1.0}, {"a: no_scale": 3})
    assert picture.alt == "Passed, by exercise: a, 50%; b, 100%. Named wrong answers, by frequency: a: no_scale, 3."
    assert picture.png() == class_results({"a": 0.5, "b": 1.0}, {"a: no_scale": 3}).png()
    with pytest.raises(ValueError, match="rates"):
        class_results({}, {})


def test_a_report_replaces_an_older_one(tmp_path, results):
    journal = Journal(tmp_path / "journal.jsonl")
    for result in results:
        journal.append(result["submission"], result)
    from posenc.grading.finding import Submission
    from posenc.grading.origins import Origin

    submissions = [Submission(name, Path(name), Origin(student)) for name, student in STUDENTS]
    for count in (3, 2):
        keys = [submission.name for submission in submissions[:count]]
        write_report(tmp_path, submissions[:count], Results(journal, keys), seed=0)
        assert len(list((tmp_path / "feedback").glob("*.html"))) == count
        assert len(read(tmp_path / "grades.csv")) == count
    with Image.open(tmp_path / "statistics.png") as picture:
        assert picture.format == "PNG"
