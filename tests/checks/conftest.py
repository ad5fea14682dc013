"""What the proofs of the checks share: every exercise in turn, and a short patience."""

import numpy as np
import pytest

from posenc import encodings
from posenc.checking import calling
from posenc.exercises import EXERCISES, Case, Exercise, Property, WrongAnswer


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `exercise` runs on every exercise; one that asks for `wrong`, on every wrong answer."""
    if "wrong" in metafunc.fixturenames:
        pairs = {f"{e.id}-{w.id}": (e, w) for e in EXERCISES.values() for w in e.wrong_answers}
        metafunc.parametrize(("exercise", "wrong"), pairs.values(), ids=list(pairs))
    elif "exercise" in metafunc.fixturenames:
        metafunc.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))


@pytest.fixture
def lesson_space():
    """The names that a lesson has imported before it asks an exercise."""
    return {"np": np} | {name: getattr(encodings, name) for name in encodings.__all__}


@pytest.fixture
def impatient(monkeypatch):
    """A fifth of a second for an answer, so that endless loops cost little."""
    monkeypatch.setattr(calling, "SECONDS", 0.2)


def double(x):
    """Double every entry of x (n,)."""
    return 2 * x


@pytest.fixture
def toy(monkeypatch):
    """An exercise as small as can be, `toy.double`: what the judge does to it is plain to see."""
    exercise = Exercise(
        id="toy.double",
        title="Twice",
        level="easy",
        minutes=1,
        points=3,
        reference=double,
        cases=lambda rng: [Case("one entry", (np.ones(1),)), Case("three entries", (rng.normal(size=3),))],
        properties=(Property("twice nothing is nothing", lambda function, x: not np.any(function(0 * x))),),
        wrong_answers=(
            WrongAnswer("squared", lambda x: x**2, "That is the square."),
            WrongAnswer("tripled", lambda x: 3 * x, "That is three times."),
        ),
        hints=("Add it to itself.", "Or multiply.", "2 * x."),
    )
    monkeypatch.setitem(EXERCISES, exercise.id, exercise)
    return exercise
