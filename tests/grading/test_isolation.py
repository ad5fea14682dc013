"""Which isolation is taken, and what the grader refuses."""

import ast
import json
import marshal
import subprocess
import sys

import pytest

from posenc.environment import NotReady
from posenc.environment.launch import ROOT
from posenc.exercises import EXERCISES
from posenc.grading import Job, grade
from posenc.grading import isolation as levels
from posenc.grading.given import _sources, given_for, given_to_all
from posenc.grading.lessons import STEMS, exercises_of, is_asked
from posenc.grading.withheld import WITHHELD


@pytest.fixture
def working(monkeypatch):
    """`working("landlock")`: only these levels come up on this machine."""

    def only(*names):
        monkeypatch.setattr(levels, "trouble", lambda level: "" if level in names else "it is broken")
        levels.isolation.cache_clear()
        return levels.isolation

    yield only
    levels.isolation.cache_clear()


def test_the_strongest_that_works_is_taken(working):
    assert working("bubblewrap", "landlock", "limits")("auto") == "bubblewrap"
    assert working("landlock", "limits")("auto") == "landlock"
    assert working("limits")("auto") == "limits"
    assert working("bubblewrap", "landlock", "limits")("off") == "limits"


def test_less_than_bubblewrap_is_refused_where_it_is_required(working, tmp_path):
    assert working("bubblewrap")("require") == "bubblewrap"
    with pytest.raises(NotReady, match="it is broken"):
        working("landlock", "limits")("require")
    with pytest.raises(NotReady):
        grade(Job("a", "b", tmp_path / "none.ipynb", sandbox="require"))


def test_a_machine_without_bubblewrap_says_so(monkeypatch):
    monkeypatch.setenv("PATH", "")
    levels.trouble.cache_clear()
    assert levels.trouble("bubblewrap") == "there is no bwrap on the PATH"
    levels.trouble.cache_clear()


def test_a_bubblewrap_that_is_forbidden_says_why(monkeypatch, tmp_path):
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    levels.trouble.cache_clear()
    assert levels.trouble("bubblewrap") == "bwrap: No permissions to create new namespace"
    levels.trouble.cache_clear()


def test_the_machine_says_which_it_takes(working):
    working("bubblewrap")
    assert levels.in_words() == "bubblewrap"
    working("landlock")
    assert levels.in_words() == "landlock, since bubblewrap does not isolate here: it is broken"


def test_stems_are_those_of_the_lessons():
    assert {path.stem for path in (ROOT / "lessons").glob("*.ipynb")} <= set(STEMS.values())
    assert {exercise.lesson for exercise in EXERCISES.values()} <= set(STEMS)


def test_lessons_are_asked_by_stem_or_number():
    assert is_asked("rotary", None)
    assert is_asked("rotary", ("01", "04"))
    assert is_asked("rotary", ("04_rotary",))
    assert not is_asked("rotary", ("01", "05_alibi"))
    assert [exercise.id for exercise in exercises_of("start")] == ["start.offset"]


def test_a_lesson_that_is_not_asked_is_not_graded(tmp_path):
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps({"cells": [{"cell_type": "code", "source": EXERCISES["start.offset"].solution}]}))
    result = grade(Job("a", "b", path, lessons=("01",), sandbox="off"))
    assert (result["lesson"], result["exercises"]) == ("00_start_here", {})
    assert result["problems"] == ["This is lesson 00_start_here, which is not graded in this run."]


# What is given


def defined():
    """Every function of the library, as `WITHHELD` names it."""
    for name, path in _sources().items():
        if name.startswith("posenc.grading"):
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                yield f"{name.removeprefix('posenc.')}.{node.name}"


def test_an_exercise_named_like_a_library_function_withholds_it():
    names = {name.rpartition(".")[2] for name in defined()}
    assert {exercise.id for exercise in EXERCISES.values() if exercise.name in names} <= set(WITHHELD)


def test_what_is_withheld_is_there_to_withhold():
    assert set(WITHHELD) <= set(EXERCISES)
    assert {name for names in WITHHELD.values() for name in names} <= set(defined())


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_what_is_given_holds_no_reference(exercise_id):
    """No module of exercises but the layers, and none of the withheld functions' lines."""
    modules = {**marshal.loads(given_to_all()), **marshal.loads(given_for(exercise_id))}
    assert {name for name in modules if name.startswith(("posenc.exercises", "posenc.checking"))} == {
        "posenc.exercises",
        "posenc.exercises.given",
    }
    for name in WITHHELD.get(exercise_id, ()):
        short = name.rpartition(".")[2]
        bodies = [
            const
            for code, _ in modules.values()
            for const in marshal.loads(code).co_consts
            if getattr(const, "co_name", "") == short
        ]
        assert bodies, name
        assert all(body.co_names == ("RuntimeError",) for body in bodies if len(body.co_code) < 40)
        assert any(len(body.co_code) < 40 for body in bodies)


def test_what_all_are_given_holds_nothing_that_some_may_not_have():
    """It lies in the memory of every process, whichever exercise it is for."""
    places = {f"posenc.{name}".rpartition(".")[0] for names in WITHHELD.values() for name in names}
    assert len(places) > 10
    assert not places & set(marshal.loads(given_to_all()))
    assert set(marshal.loads(given_for("start.offset"))) == places


def test_the_childs_program_imports_no_truth():
    program = (
        "import sys, posenc.grading.inside.warden as w\n"
        "print(*(n for n in sys.modules if n.startswith('posenc') and not n.startswith('posenc.grading')))"
    )
    source = "import marshal, sys\nmodules = marshal.loads(sys.stdin.buffer.read())\n"
    source += "space = {'__name__': 'boot'}\nexec(marshal.loads(modules['posenc.grading.inside.loader'][0]), space)\n"
    source += "space['install'](modules)\n" + program
    done = subprocess.run([sys.executable, "-c", source], input=given_to_all(), capture_output=True, check=True)
    assert done.stdout.split() == [b"posenc"]
