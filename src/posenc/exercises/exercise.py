"""What an exercise is: a record that lesson, grader and tests all read."""

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

Function = Callable[..., Any]


@dataclass(frozen=True)
class Case:
    """One call of the learner's function: its inputs, and in a few words what they try."""

    tries: str
    inputs: tuple[Any, ...]


@dataclass(frozen=True)
class Property:
    """Something that holds for every right answer, said in words: `holds(function, *inputs)`."""

    name: str
    holds: Callable[..., bool]


@dataclass(frozen=True)
class WrongAnswer:
    """A slip that people really make, and what a tutor would say to it."""

    id: str
    answer: Function
    message: str


def returned(result: Any, *_inputs: Any) -> Any:
    """The usual thing to judge: what the function returned."""
    return result


@dataclass(frozen=True)
class Exercise:
    """An exercise, complete: what the learner reads, the truth, and the slips to recognise.

    `cases(rng)` runs from small to large, so that the first failing case is the smallest.
    `observe(result, *inputs)` is what is compared: by default the result itself; where many
    answers are right, what they all have in common. The docstring of the reference is the task.
    """

    id: str
    title: str
    level: str
    minutes: int
    points: int
    reference: Function
    cases: Callable[[np.random.Generator], list[Case]]
    properties: tuple[Property, ...]
    wrong_answers: tuple[WrongAnswer, ...]
    hints: tuple[str, ...]
    observe: Function = returned
    given_code: str = field(default="...  # your code here")

    @property
    def lesson(self) -> str:
        """The first half of the id."""
        return self.id.split(".")[0]

    @property
    def name(self) -> str:
        """The name that the learner's function must have."""
        return self.reference.__name__

    @property
    def signature(self) -> inspect.Signature:
        """How the function is called."""
        return inspect.signature(self.reference)

    @cached_property
    def solution(self) -> str:
        """The source of the reference: the answer cell of the solutions."""
        return inspect.getsource(self.reference).strip()

    @cached_property
    def stub(self) -> str:
        """What the learner starts from: the reference with `given_code` in the place of its body."""
        lines = self.solution.splitlines()
        docstring = ast.parse(self.solution).body[0].body[0]  # type: ignore[attr-defined]
        body = textwrap.indent(textwrap.dedent(self.given_code).strip(), "    ")
        return "\n".join([*lines[: docstring.end_lineno], body])
