"""One small slip in a reference must not pass: every mutant is killed, or is the same function in other words."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from posenc.checking import Outcome, judge
from posenc.checking.calling import call
from posenc.exercises import EXERCISES

from .mutants import mutants

SURVIVORS = Path(__file__).parent / "survivors"  # a file a lesson: exercise, mutated line, why it is no slip


def listed(exercise):
    """The survivors with a reason."""
    path = SURVIVORS / f"{exercise.lesson}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")).get(exercise.id.split(".")[1], {}) if path.exists() else {}


def survives(exercise, cases, truth, function):
    """Whether the exercise takes the function; at the first wrong answer it is certain that it does not."""
    if any(call(exercise, function, case.inputs) != right for case, right in zip(cases, truth, strict=True)):
        return False
    return judge(exercise.id, function).outcome is Outcome.PASSED


def test_no_mutant_survives_without_a_reason(exercise):
    cases = exercise.cases(np.random.default_rng(0))
    truth = [call(exercise, exercise.reference, case.inputs) for case in cases]
    alive = {m.line for m in mutants(exercise.reference) if survives(exercise, cases, truth, m.function)}
    reasons = listed(exercise)
    where = f"tests/checks/survivors/{exercise.lesson}.toml"
    assert sorted(alive - set(reasons)) == [], f"survivors: add a case to the exercise, or a reason to {where}"
    assert sorted(set(reasons) - alive) == [], f"no survivors any more: take them out of {where}"
    assert all(reason.strip() for reason in reasons.values())


def test_every_list_belongs_to_a_lesson_and_its_exercises():
    for path in SURVIVORS.glob("*.toml"):
        for name in tomllib.loads(path.read_text(encoding="utf-8")):
            assert f"{path.stem}.{name}" in EXERCISES, f"{path.name} lists {name}"


def slip_prone(x, y):
    """Every kind of place where a slip can hide."""
    z = np.max(x[1:], axis=0, keepdims=True) - 2.0
    return np.where(z < y[0], x.T @ y, -x)


@pytest.mark.parametrize(
    "line",
    [
        "z = np.max(x[1:], axis=0, keepdims=True) + 2.0",
        "z = np.max(x[1:], axis=0, keepdims=True) - 3.0",
        "z = np.max(x[1:], axis=0, keepdims=True) - 0",
        "z = np.max(x[1:], axis=1, keepdims=True) - 2.0",
        "z = np.max(x[2:], axis=0, keepdims=True) - 2.0",
        "z = np.max(x[:], axis=0, keepdims=True) - 2.0",
        "z = np.max(y[1:], axis=0, keepdims=True) - 2.0",
        "z = np.max(x[1:], axis=0) - 2.0",
        "z = np.max(x[1:], axis=0, keepdims=False) - 2.0",
        "z = np.min(x[1:], axis=0, keepdims=True) - 2.0",
        "z = x[1:] - 2.0",
        "return np.where(z <= y[0], x.T @ y, -x)",
        "return np.where(z >= y[0], x.T @ y, -x)",
        "return np.where(z < y[1], x.T @ y, -x)",
        "return np.where(z < y[0], x @ y, -x)",
        "return np.where(z < y[0], y @ x.T, -x)",
        "return np.where(z < y[0], x.T * y, -x)",
        "return np.where(z < y[0], x.T @ y, x)",
        "return -np.where(z < y[0], x.T @ y, -x)",
    ],
)
def test_the_mutator_makes_the_slips_that_people_make(line):
    assert line in {mutant.line for mutant in mutants(slip_prone)}
