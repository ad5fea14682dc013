"""Which calls the properties of an exercise will make: known beforehand, they are sent in one go."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from posenc.exercises import EXERCISES
from posenc.exercises.given import GivenLayer
from posenc.grading.batch import Batch
from posenc.grading.inside.calls import Inputs
from posenc.grading.truth import questions


@dataclass(frozen=True)
class Batches:
    """All calls of an exercise by when they may be sent.

    What an answer to a visible case says is shown to the learner: no unseen case may be there while it is given.
    """

    visible: Batch
    unseen: Batch
    properties: Batch


@cache
def batches(exercise_id: str, seed: int) -> Batches:
    """The questions, and what the properties will ask beyond them."""
    asked = questions(exercise_id, seed)
    visible = Batch.of(question.case.inputs for question in asked if question.visible)
    unseen = Batch.of(question.case.inputs for question in asked if not question.visible)
    return Batches(visible, unseen, Batch.of(foreseen(exercise_id, seed), but={*visible.sizes, *unseen.sizes}))


@cache
def hands_layers(exercise_id: str, seed: int) -> bool:
    """Whether an input is a layer, which is built out of the library."""
    calls = [*(question.case.inputs for question in questions(exercise_id, seed)), *foreseen(exercise_id, seed)]
    return any(isinstance(value, GivenLayer) for inputs in calls for value in inputs)


def foreseen(exercise_id: str, seed: int) -> tuple[Inputs, ...]:
    """The calls that the properties make for all questions, in order, but for those that depend on an answer.

    Found by trying the properties on a function whose answers are the right ones with zeros for all values. So
    nothing of a right answer is in the calls.
    """
    exercise = EXERCISES[exercise_id]
    calls: list[Inputs] = []

    def zeros(*inputs: Any) -> Any:
        calls.append(inputs)
        return _blank(exercise.reference(*inputs))

    with np.errstate(all="ignore"):
        for rule in exercise.properties:
            for question in questions(exercise_id, seed):
                try:
                    rule.holds(zeros, *question.case.inputs)
                except Exception:  # of a property that can't do with zeros
                    continue
    return tuple(calls)


def _blank(answer: Any) -> Any:
    """An answer of the same form without its values."""
    if isinstance(answer, (list, tuple)):
        return type(answer)(map(_blank, answer))
    return "" if isinstance(answer, str) else np.zeros_like(answer)[()]
