"""What a mark says, and that it never gives an unseen case away."""

import json

import numpy as np
import pytest

from posenc.exercises import EXERCISES
from posenc.grading import Job, grade
from posenc.grading.truth import questions

SETUP = "import numpy as np\nfrom posenc.encodings import attention"


@pytest.fixture
def mark(tmp_path):
    """`mark("blindness.scores", source)`: the mark of one function, under plain limits."""

    def run(exercise_id, source, **options):
        cells = [{"cell_type": "code", "source": text} for text in (SETUP, source)]
        path = tmp_path / "a.ipynb"
        path.write_text(json.dumps({"cells": cells}))
        return grade(Job("a", "b", path, sandbox="off", **options))["exercises"][exercise_id]

    return run


def test_a_visible_failure_shows_the_call(mark):
    said = mark("blindness.permute_rows", "def permute_rows(x, perm):\n    return x[np.argsort(perm)]")
    assert (said["outcome"], said["slip"], said["visible"]) == ("failed", "inverse", True)
    assert said["message"].startswith("On three rows in a ring: 3 of 3 entries differ, by up to 20. This is the inv")
    assert said["input"] == [["x", "[[10.]\n [20.]\n [30.]]"], ["perm", "[2 0 1]"]]
    assert (said["expected"], said["got"]) == ("[[30.]\n [10.]\n [20.]]", "[[20.]\n [30.]\n [10.]]")
    assert said["hints"] == list(EXERCISES["blindness.permute_rows"].hints)
    assert [share[2] for share in said["shares"]] == [False, False]


def test_a_pass_says_that_there_were_unseen_cases(mark):
    said = mark("blindness.permute_rows", EXERCISES["blindness.permute_rows"].solution)
    assert (said["outcome"], said["points"], said["hints"]) == ("passed", 2, [])
    assert said["message"] == "Right in every case, seen and unseen."
    assert [share[2] for share in said["shares"]] == [True, True]


def test_an_error_names_the_line(mark):
    said = mark("blindness.scores", "\n\ndef scores(q, k):\n    wrong = q @ k\n    return wrong")
    assert said["outcome"] == "raised"
    assert "ValueError: matmul" in said["message"]
    assert said["message"].endswith("in line 4: wrong = q @ k")


def test_a_piece_of_the_points_for_what_holds(mark):
    """One slip in one case of many: the answers' half is lost, what the properties ask for is not."""
    wrong = EXERCISES["blindness.softmax"].solution.replace("def softmax", "def right")
    source = (
        wrong + "\n\n\ndef softmax(scores):\n    return right(scores) if np.ndim(scores) < 3 else right(scores)[::-1]"
    )
    said = mark("blindness.softmax", f"{wrong}\n\n\n{source}")
    assert said["outcome"] == "failed"
    assert 0 < said["points"] <= said["possible"] / 2


LEAKS = {
    "words": "raise ValueError(repr(given))",
    "a type's name": "raise type(repr(given)[:80], (Exception,), {})",
    "a builtin with words": "raise KeyError(repr(given))",
    "the answer": "return right(*given) * 0 - 12345.678",
    "another shape": "return np.zeros(4321)",
    "a text": "return repr(given)",
    "an object": "return type(repr(given)[:80], (), {})()",
    "a print": "print(given); return None",
    "an exit code": "import os; os._exit(123)",
}


@pytest.mark.parametrize("leak", LEAKS)
def test_nothing_of_an_unseen_case_is_told(mark, leak):
    """The function knows the lesson's own cases, and tells all it can of any other."""
    exercise = EXERCISES["blindness.permute_rows"]
    shapes = sorted({case.inputs[0].tobytes().hex() for case in exercise.cases(np.random.default_rng(0))})
    source = f"{exercise.solution.replace('def permute_rows', 'def right')}\n\n\nOWN = {shapes}\n\n\n"
    source += (
        f"def permute_rows(*given):\n    if given[0].tobytes().hex() in OWN: return right(*given)\n    {LEAKS[leak]}"
    )
    said = mark(exercise.id, source, seed=7)
    assert said["outcome"] in ("failed", "raised")
    assert said["visible"] is False
    assert not {"input", "expected", "got"} & set(said)
    assert said["message"].startswith("On a case that the lesson does not show: ")
    told = json.dumps({key: value for key, value in said.items() if key not in ("hints", "shares")})
    assert "array" not in told
    assert "12345" not in told
    assert "4321" not in told
    assert "123" not in told
    for question in questions(exercise.id, 7):
        if not question.visible:
            assert str(question.case.inputs[0].ravel()[0])[:6] not in told
            assert question.case.tries not in told


def test_an_error_of_an_unseen_case_is_named_by_its_type(mark):
    source = "def permute_rows(x, perm):\n    if len(x) == 7 and x[0, 0] != {}: raise IndexError(x)\n    return x[perm]"
    first = EXERCISES["blindness.permute_rows"].cases(np.random.default_rng(0))[-1].inputs[0][0, 0]
    said = mark("blindness.permute_rows", source.format(repr(float(first))))
    assert said["message"] == "On a case that the lesson does not show: IndexError."
    assert said["outcome"] == "raised"


def test_a_stub_is_not_started_whatever_its_words(mark):
    stub = EXERCISES["blindness.scores"].stub
    for source in (stub, stub.replace("Score queries", "Compare queries"), "def scores(q, k):\n    ...  # soon"):
        assert mark("blindness.scores", source)["outcome"] == "not started"
    assert mark("blindness.scores", "def scores(q, k):\n    raise NotImplementedError")["outcome"] == "not started"
    assert mark("blindness.scores", "def scores(q, k):\n    pass")["outcome"] == "failed"
