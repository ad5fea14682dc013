"""No answer gets into a lesson: wherever it hides, it is found."""

import json
from dataclasses import replace

import nbformat
import pytest

from posenc.exercises import EXERCISES
from posenc.notebooks.cut import cut
from posenc.notebooks.leaks import answers, leaks

from .conftest import SCORES, code, displayed, markdown, notebook, printed

ANSWER = "q @ k.T / np.sqrt(q.shape[-1])"
assert ANSWER in SCORES.solution

HIDING_PLACES = {
    "prose": notebook(markdown("a", f"Compute `{ANSWER}` first.")),
    "code": notebook(code("a", f"mine = {ANSWER}")),
    "a comment": notebook(code("a", f"x = 1  # {ANSWER}")),
    "a docstring": notebook(code("a", f'def f():\n    """{ANSWER}"""')),
    "other spacing": notebook(code("a", "q@k.T/np.sqrt( q.shape[ -1 ] )")),
    "several lines": notebook(code("a", "(q @ k.T\n    / np.sqrt(\n        q.shape[-1]))")),
    "a raw cell": notebook({"id": "a", "cell_type": "raw", "source": ANSWER, "metadata": {}}),
    "a cell's metadata": notebook(code("a", "", note=ANSWER)),
    "a key of its metadata": notebook(code("a", "", **{ANSWER: 1})),
    "its tags": notebook({**code("a", ""), "metadata": {"tags": [ANSWER]}}),
    "the kernel's name": notebook(kernelspec={"display_name": ANSWER}),
    "a kept picture's alt text": notebook(code("a", "", [displayed(text_plain=ANSWER)], keep=True)),
    "a kept print": notebook(code("a", "", [printed(ANSWER)], keep=True)),
    "an error's traceback": notebook(
        code("a", "", [{"output_type": "error", "ename": "E", "evalue": "", "traceback": [ANSWER]}], keep=True)
    ),
    "an output's metadata": notebook(code("a", "", [displayed() | {"metadata": {"alt": ANSWER}}], keep=True)),
}


@pytest.mark.parametrize("lesson", HIDING_PLACES.values(), ids=HIDING_PLACES)
def test_the_answer_is_found_and_named(lesson):
    found = [words for words in leaks(lesson) if f"holds a line of blindness.scores: {ANSWER}" in words]
    assert found
    assert all(words.startswith("cell a holds" if lesson.cells else "notebook holds") for words in found)


OTHER_LEAKS = {
    "has attachments": notebook({**markdown("a", ""), "attachments": {"i.png": {"image/png": "aGVsbG8="}}}),
    "has outputs": notebook(code("a", "", [printed("passed")])),
    "has an execution count": notebook(code("a", "", count=3)),
    "still carries what the lesson holds in its place": notebook(code("a", "", lesson="")),
    "has an output that is no picture: text/html": notebook(code("a", "", [displayed(text_html="<b>")], keep=True)),
    "notebook metadata holds 'widgets'": notebook(widgets={"application/vnd.jupyter.widget-state+json": {}}),
    "notebook metadata holds 'author'": notebook(author="me"),
}


@pytest.mark.parametrize("words", OTHER_LEAKS)
def test_what_only_an_answer_could_have_left_behind(words):
    assert leaks(OTHER_LEAKS[words]) == [words if not OTHER_LEAKS[words].cells else f"cell a: {words}"]


def test_a_widget_view_in_a_kept_output_is_no_picture():
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "1"}, "text/plain": "demo"}
    lesson = notebook(code("a", "", [{**displayed(), "data": view}], keep=True))
    assert leaks(lesson) == ["cell a: has an output that is no picture: " + ", ".join(view)]


def test_a_clean_lesson_is_clean(solution):
    assert leaks(cut(solution)) == []


def test_the_solution_itself_would_leak(solution):
    assert any("blindness.scores" in words for words in leaks(solution))


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)
def test_every_answer_of_every_exercise_is_found(exercise):
    assert answers(exercise), "nothing of this reference would be recognised"
    for line in answers(exercise):
        assert line in exercise.solution
        assert any(exercise.id in words for words in leaks(notebook(markdown("a", line))))
    assert leaks(notebook(code("a", exercise.solution))) != []


def greet(name):
    """Say hello."""
    words = "dear " + name["first"]
    return words.title()


def test_the_choice_of_quotes_hides_nothing(monkeypatch):
    exercise = replace(SCORES, id="blindness.greet", reference=greet)
    monkeypatch.setitem(EXERCISES, exercise.id, exercise)
    answer = 'words = "dear " + name["first"]'
    assert answers(exercise)[0] == answer
    for text in ("words = 'dear ' + name['first']", "words='dear '+name[ \"first\" ]"):
        assert leaks(notebook(markdown("a", text))) == [f"cell a holds a line of blindness.greet: {answer}"]


def given(x):
    """Mend it."""
    y = x + 1000
    return y * 2000


def test_what_the_stub_gives_is_no_secret(monkeypatch):
    exercise = replace(SCORES, id="blindness.given", reference=given, given_code="y = x + 1000\nreturn y * 1999")
    assert answers(exercise) == ("y * 2000",)


def test_leaks_survive_writing_and_reading():
    """A source is stored as a list of lines; what spans two of them is found all the same."""
    lesson = notebook(markdown("a", f"First {ANSWER[:8]}\n{ANSWER[8:]} last"))
    stored = json.loads(nbformat.writes(lesson))
    assert isinstance(stored["cells"][0]["source"], list)
    assert leaks(nbformat.reads(json.dumps(stored), as_version=4)) != []
