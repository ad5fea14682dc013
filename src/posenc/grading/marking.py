"""From answers to points, by the rule of `posenc.exercises.points`."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from posenc.checking.calling import Answer
from posenc.checking.comparing import NotPlainError, plain
from posenc.exercises import Exercise
from posenc.exercises.points import CASES, shares
from posenc.grading.answering import ChangedInputError, GoneError, LearnerError, OtherAnswerError, OutOfTimeError
from posenc.grading.held import Held
from posenc.grading.truth import Question

# Errors of the asking itself; no type of Python is called so.
TIMED_OUT, GONE, CHANGED, NO_ANSWER = "timed out", "gone", "changed input", "no answer"


@dataclass(frozen=True)
class Examined:
    """What asking came to: an answer for each question, fewer if the function is gone, and what held."""

    answers: list[Answer]
    held: dict[str, bool]


def examine(exercise: Exercise, function: Held, questions: tuple[Question, ...]) -> Examined:
    """Ask every question, then try every property in every case, for as long as the function answers."""
    answers: list[Answer] = []
    for question in questions:
        answers.append(_ask(exercise, function, question.case.inputs))
        if answers[-1].error in (TIMED_OUT, GONE):
            return Examined(answers, {})
    right = sum(answer == question.expected for answer, question in zip(answers, questions, strict=True))
    if 2 * right <= len(questions):
        return Examined(answers, {})
    held = {
        rule.name: all(_holds(rule.holds, function, question.case.inputs) for question in questions)
        for rule in exercise.properties
    }
    return Examined(answers, held)


def earned(exercise: Exercise, questions: tuple[Question, ...], examined: Examined) -> dict[str, Fraction]:
    """The points of each share that was earned."""
    all_right = len(examined.answers) == len(questions) and all(
        answer == question.expected for answer, question in zip(examined.answers, questions, strict=True)
    )
    won = {CASES: all_right, **examined.held}
    return {what: points for what, points in shares(exercise) if won.get(what)}


def _ask(exercise: Exercise, function: Held, inputs: tuple[Any, ...]) -> Answer:
    try:
        with np.errstate(all="ignore"):
            return Answer(plain(exercise.observe(function(*inputs), *inputs)))
    except OutOfTimeError as error:
        return Answer(error=TIMED_OUT, words=str(error))
    except GoneError as error:
        return Answer(error=GONE, words=str(error))
    except LearnerError as error:
        return Answer(error=error.name, words=str(error))
    except ChangedInputError:
        return Answer(error=CHANGED, words="the function changed one of its inputs; work on a copy")
    except OtherAnswerError as error:
        return Answer(error=NO_ANSWER, words=f"expected numbers, but a {error} came back")
    except NotPlainError as error:
        return Answer(error=NO_ANSWER, words=str(error))
    except Exception:  # `observe` met an answer of another kind than it takes
        return Answer(error=NO_ANSWER, words="the answer has not the form that is asked for")


def _holds(rule: Any, function: Held, inputs: tuple[Any, ...]) -> bool:
    try:
        with np.errstate(all="ignore"):
            return bool(rule(function, *inputs))
    except Exception:
        return False
