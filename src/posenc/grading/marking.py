"""From answers to points, by the rule of `posenc.exercises.points`."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from posenc.checking.calling import Answer
from posenc.checking.comparing import NotPlainError, plain
from posenc.exercises import Exercise
from posenc.exercises.points import CASES, shares
from posenc.grading.answering import ChangedInputError, GoneError, LearnerError, OtherAnswerError, OutOfTimeError
from posenc.grading.foresight import batches
from posenc.grading.held import Held
from posenc.grading.truth import questions

# Errors of the asking itself; no type of Python is called so.
TIMED_OUT, GONE, CHANGED, NO_ANSWER = "timed out", "gone", "changed input", "no answer"


@dataclass(frozen=True)
class Examined:
    """What asking came to: an answer for each question, the last one an error if the function is gone; which of them
    are right; which properties held.
    """

    answers: list[Answer]
    right: list[bool]
    held: dict[str, bool]


def examine(exercise: Exercise, function: Held, seed: int) -> Examined:
    """Ask every question, then try every property in every case, for as long as the function answers."""
    asked = questions(exercise.id, seed)
    answers = list(_answers(exercise, function, seed))
    right = [answer == question.expected for answer, question in zip(answers, asked, strict=False)]
    if 2 * sum(right) <= len(asked):
        return Examined(answers, right, {})
    function.ask_ahead(batches(exercise.id, seed).properties)
    held = {
        rule.name: all(_holds(rule.holds, function, question.case.inputs) for question in asked)
        for rule in exercise.properties
    }
    return Examined(answers, right, held)


def _answers(exercise: Exercise, function: Held, seed: int) -> Iterator[Answer]:
    """The answers to all questions, the visible ones first; up to the one that the function did not survive."""
    ahead = batches(exercise.id, seed)
    for batch, visible in ((ahead.visible, True), (ahead.unseen, False)):
        function.ask_ahead(batch)
        for question in questions(exercise.id, seed):
            if question.visible is visible:
                answer = _ask(exercise, function, question.case.inputs)
                yield answer
                if answer.error in (TIMED_OUT, GONE):
                    return


def earned(exercise: Exercise, examined: Examined) -> dict[str, Fraction]:
    """The points of each share that was earned."""
    won = {CASES: all(examined.right), **examined.held}
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
