"""The questions that grading asks, and what the right and the named wrong answers to them are.

Everything here is computed once for an exercise and a seed, and kept: all submissions get the same questions.
"""

from dataclasses import dataclass, replace
from functools import cache
from zlib import crc32

import numpy as np

from posenc.checking.calling import Answer
from posenc.checking.comparing import Plain, plain
from posenc.exercises import EXERCISES, Case, Exercise
from posenc.exercises.exercise import Function, returned
from posenc.grading.inside.calls import Inputs, Key, key_of

TWICE, FRESH, DRAWS = 2, 4, 20  # the cases are drawn anew twice, and more often where that gives few unseen ones
ROOM = 16  # how many times as large as the largest right answer an answer may be


@dataclass(frozen=True)
class Question:
    """A case, its right answer, and whether the lesson itself shows it."""

    case: Case
    expected: Answer
    visible: bool


@cache
def questions(exercise_id: str, seed: int) -> tuple[Question, ...]:
    """The lesson's own cases (seed 0 of `judge`), then the unseen ones that `seed` draws."""
    exercise = EXERCISES[exercise_id]
    own = exercise.cases(np.random.default_rng(0))
    unseen = _unseen(exercise, seed, {key_of(case.inputs) for case in own})
    return tuple(
        Question(case, answer_of(exercise, exercise.reference, case.inputs), visible)
        for cases, visible in ((own, True), (unseen, False))
        for case in cases
    )


def _unseen(exercise: Exercise, seed: int, known: set[Key]) -> list[Case]:
    """Cases that the lesson does not show: drawn TWICE, and at least FRESH, if the exercise draws any."""
    cases: list[Case] = []
    for draw in range(DRAWS):
        if draw >= TWICE and len(cases) >= FRESH:
            break
        for case in exercise.cases(np.random.default_rng([seed, crc32(exercise.id.encode()), draw])):
            if key_of(case.inputs) not in known:
                known.add(key_of(case.inputs))
                cases.append(case)
    return cases


@cache
def slips(exercise_id: str, seed: int) -> dict[str, tuple[Answer, ...]]:
    """What each named wrong answer gives to every question."""
    exercise, asked = EXERCISES[exercise_id], questions(exercise_id, seed)
    return {
        wrong.id: tuple(answer_of(exercise, wrong.answer, question.case.inputs) for question in asked)
        for wrong in exercise.wrong_answers
    }


@cache
def largest(exercise_id: str, seed: int) -> int:
    """How many bytes an answer may have: measured on what is sent, before anything is observed in it."""
    sent = replace(EXERCISES[exercise_id], observe=returned)
    answers = (answer_of(sent, sent.reference, question.case.inputs) for question in questions(exercise_id, seed))
    sizes = [_bytes(answer.value) for answer in answers]
    return 4096 + ROOM * max(sizes)


def answer_of(exercise: Exercise, function: Function, inputs: Inputs) -> Answer:
    """What one of our own functions gives, on copies of the inputs."""
    with np.errstate(all="ignore"):
        try:
            return Answer(plain(exercise.observe(function(*copied(inputs)), *inputs)))
        except Exception as error:
            return Answer(error=type(error).__name__, words=str(error))


def copied(inputs: Inputs) -> Inputs:
    """The inputs, with arrays that a function may write to."""
    return tuple(value.copy() if isinstance(value, np.ndarray) else value for value in inputs)


def _bytes(value: Plain | None) -> int:
    if isinstance(value, list):
        return sum(map(_bytes, value))
    return value.nbytes if isinstance(value, np.ndarray) else 64
