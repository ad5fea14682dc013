"""A lesson is its solution without the answers, and nothing of the author's session."""

import copy

import nbformat
import pytest

from posenc.exercises import EXERCISES
from posenc.notebooks.cut import METADATA, cut, exercise_of, refresh
from posenc.notebooks.leaks import leaks

from .conftest import SCORES, code, displayed, markdown, notebook


def by_id(book):
    return {cell.id: cell for cell in book.cells}


def test_the_answer_is_replaced_by_the_stub_and_its_check(solution):
    source = by_id(cut(solution))["scores"].source
    assert source == f"{SCORES.stub}\n\n\ncheck(scores)"
    assert SCORES.solution not in source


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)
def test_every_exercise_can_be_asked_and_its_stub_is_no_leak(exercise):
    """Neither of its own answer nor of another exercise's."""
    asked = notebook(code("asked", "", exercise=exercise.id))
    assert leaks(cut(asked)) == []
    assert by_id(refresh(asked))["asked"].source.startswith(exercise.solution)
    compile(by_id(cut(asked))["asked"].source, exercise.id, "exec")


def test_placeholders_stand_in_for_predictions_and_summaries(solution):
    lesson = by_id(cut(solution))
    assert lesson["predict"].source == "guess = ''"
    assert lesson["summary"].source == "Scores are …"
    assert lesson["setup"].source.endswith("Checker('blindness')")


def test_an_empty_placeholder_empties_the_cell():
    assert cut(notebook(markdown("summary", "All of it.", lesson=""))).cells[0].source == ""


def test_everything_else_stays(solution):
    lesson = cut(solution)
    assert [(cell.id, cell.cell_type) for cell in lesson.cells] == [
        (cell.id, cell.cell_type) for cell in solution.cells
    ]
    for name in ("title", "demo", "experiment"):
        assert by_id(lesson)[name].source == by_id(solution)[name].source


def test_only_pictures_of_demos_keep_their_outputs(solution):
    lesson = by_id(cut(solution))
    assert lesson["demo"].outputs == [displayed(image_png="aGVsbG8=", text_plain="a picture of scores")]
    assert [name for name, cell in lesson.items() if cell.get("outputs")] == ["demo"]
    assert [name for name, cell in lesson.items() if cell.get("execution_count") is not None] == []


def test_what_cells_say_about_themselves_stays_but_the_placeholder(solution):
    said = {name: cell.metadata.get("posenc") for name, cell in by_id(cut(solution)).items()}
    assert said["scores"] == {"exercise": "blindness.scores"}
    assert said["demo"] == {"keep": True}
    assert not any("lesson" in (words or {}) for words in said.values())


def test_traces_of_a_session_go(solution):
    solution.metadata = {"kernelspec": {"name": "my-env"}, "widgets": {"state": {}}, "signature": "abc"}
    for cell in solution.cells:
        cell.metadata |= {"collapsed": True, "execution": {"iopub.status.busy": "now"}, "tags": ["hide-input"]}
    solution.cells[0]["attachments"] = {"image.png": {"image/png": "aGVsbG8="}}
    for book in (refresh(solution), cut(solution)):
        assert book.metadata == METADATA
        assert all(set(cell.metadata) <= {"posenc", "tags"} for cell in book.cells)
        assert all(cell.metadata.tags == ["hide-input"] for cell in book.cells)
        assert all("attachments" not in cell for cell in book.cells)


def test_refreshing_puts_the_reference_into_the_answer_cell(solution):
    by_id(solution)["scores"].source = "def scores(q, k):\n    return 0"
    again = by_id(refresh(solution))
    assert again["scores"].source == f"{SCORES.solution}\n\n\ncheck(scores)"
    assert again["scores"].outputs == by_id(solution)["scores"].outputs
    assert again["predict"].source == "guess = 'small'\nguess"
    assert again["predict"].metadata.posenc.lesson == "guess = ''"


def test_the_solution_itself_is_left_alone(solution):
    before = copy.deepcopy(solution)
    lesson = cut(solution)
    lesson.cells[3].outputs[0].data["text/plain"] = "changed"
    lesson.cells[0].source = "changed"
    refresh(solution).cells[0].metadata["tags"] = ["changed"]
    assert solution == before


def test_cutting_and_refreshing_come_to_rest(solution):
    assert refresh(refresh(solution)) == refresh(solution)
    assert cut(refresh(solution)) == cut(solution)


def test_the_same_solution_gives_the_same_bytes(solution):
    assert len({nbformat.writes(cut(copy.deepcopy(solution))) for _ in range(3)}) == 1


def test_both_are_valid_notebooks(solution):
    nbformat.validate(refresh(solution))
    nbformat.validate(cut(solution))


def test_an_exercise_that_does_not_exist_is_named():
    asked = notebook(code("asked", "", exercise="blindness.nothing"))
    for function in (cut, refresh, lambda book: exercise_of(book.cells[0])):
        with pytest.raises(ValueError, match=r"cell 'asked' asks exercise 'blindness\.nothing'"):
            function(asked)
