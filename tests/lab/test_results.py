"""The results file: what is written is read again, and what is no results file is refused with its reason."""

import json
from dataclasses import replace

import numpy as np
import pytest

from posenc.lab.results import Results, Row, libraries, read_results
from posenc.lab.settings import Settings

ROWS = (
    Row("rotary", "plain", 1, "back", (1.0, 0.5, 0.25, 0.25), 5.25),
    Row("none", "plain", 0, "back", (0.6, 0.5, 0.4, 0.3), 4.0),
    Row("rotary", "plain", 0, "back", (0.9, 0.4, 0.25, 0.25), 5.5),
    Row("rotary", "window", 0, "back", (0.9, 0.9, 0.9, 0.9), 5.5),
)


@pytest.fixture
def results():
    return Results(Settings(steps=7)).with_rows(ROWS)


def test_what_is_written_is_read(results, tmp_path):
    results.write(tmp_path / "r.json")
    assert read_results(tmp_path / "r.json") == results
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]


def test_the_file_is_what_is_promised(results, tmp_path):
    results.write(tmp_path / "r.json")
    data = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert (data["format"], data["version"], data["settings"]["steps"]) == ("posenc lab results", 1, 7)
    assert data["libraries"] == libraries()
    assert data["results"][0] == {
        "scheme": "none", "variant": "plain", "seed": 0, "task": "back",
        "accuracy": [0.6, 0.5, 0.4, 0.3], "seconds": 4.0,
    }  # fmt: skip


def test_rows_stand_in_one_order_whatever_came_first(results):
    assert results == Results(Settings(steps=7)).with_rows(ROWS[:2]).with_rows(ROWS[2:])
    assert [(row.scheme, row.seed) for row in results.rows] == [("none", 0), *[("rotary", 0)] * 2, ("rotary", 1)]


def test_accuracies_have_a_line_a_seed(results):
    np.testing.assert_array_equal(results.accuracy("rotary", "back"), [ROWS[2].accuracy, ROWS[0].accuracy])
    assert results.variants("rotary") == ["plain", "window"]
    assert results.runs() == {("none", 0), ("rotary", 0), ("rotary", 1)}
    with pytest.raises(KeyError, match="variant 'yarn'"):
        results.accuracy("rotary", "back", variant="yarn")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: "{", ": Expecting"),
        (lambda data: "[]", "list indices"),
        (lambda data: json.dumps(data | {"version": 2}), "version 2"),
        (lambda data: json.dumps(data | {"format": "another"}), "another"),
        (lambda data: json.dumps(data | {"settings": {"steps": 0}}), "steps must be"),
        (lambda data: json.dumps(data | {"results": [{"scheme": "rotary"}]}), "'accuracy' is missing"),
        (lambda data: json.dumps(data | {"results": [data["results"][0] | {"scheme": "rotory"}]}), "'rotory'"),
        (lambda data: json.dumps({k: v for k, v in data.items() if k != "libraries"}), "'libraries' is missing"),
    ],
)
def test_other_files_are_refused(results, tmp_path, change, words):
    path = tmp_path / "r.json"
    results.write(path)
    path.write_text(change(json.loads(path.read_text(encoding="utf-8"))), encoding="utf-8")
    with pytest.raises(ValueError, match=f"r.json does not hold results of this version of posenc.*{words}"):
        read_results(path)


def test_a_file_that_cannot_be_written_leaves_the_old_one(results, tmp_path, monkeypatch):
    results.write(tmp_path / "r.json")
    broken = replace(results, rows=(replace(ROWS[0], seconds=object()),))
    with pytest.raises(TypeError):
        broken.write(tmp_path / "r.json")
    assert read_results(tmp_path / "r.json") == results
