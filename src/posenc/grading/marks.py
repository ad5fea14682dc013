"""The marks of one lesson: each exercise in a process of its own, in a sandbox that is replaced once it is unsound."""

import ast
import contextlib
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from posenc.exercises import EXERCISES, Exercise
from posenc.grading import spare
from posenc.grading.answering import GoneError, Piece
from posenc.grading.foresight import hands_layers
from posenc.grading.given import NOTHING, given_for
from posenc.grading.held import Held
from posenc.grading.job import Job
from posenc.grading.lessons import exercises_of, shipped_cells
from posenc.grading.marking import Examined, examine
from posenc.grading.needs import Needs, defining
from posenc.grading.reading import Cell
from posenc.grading.sandbox import Sandbox
from posenc.grading.statements import Function, Statement, statements_of
from posenc.grading.telling import Mark, missing, not_run, not_started, told
from posenc.grading.truth import largest

SHIPPED = 0  # the number of a cell that is not the learner's


def marks_of(job: Job, level: str, lesson: str, statements: list[Statement], problems: list[str]) -> dict[str, Mark]:
    """The mark of each exercise of the lesson, in its order; what else there is to say goes to `problems`."""
    own = {name for statement in statements for name in statement.binds}
    # What the learner deleted is still in effect; what the learner defined comes last, and wins.
    whole = [*(statement for statement in _shipped(lesson) if not statement.binds & own), *statements]
    with contextlib.closing(_Bench(job, level, whole, problems)) as bench:
        marks = {exercise.id: bench.mark(exercise) for exercise in exercises_of(lesson)}
        bench.give_back()
        return marks


@cache
def _shipped(lesson: str) -> list[Statement]:
    return statements_of([Cell(SHIPPED, source) for source in shipped_cells(lesson)], [])


@dataclass
class _Bench:
    """A notebook's statements, and the sandbox that its functions are tried in; started when it is needed first."""

    job: Job
    level: str
    whole: list[Statement]
    problems: list[str]
    sandbox: Sandbox | None = field(default=None)

    def mark(self, exercise: Exercise) -> Mark:
        place = defining(self.whole, exercise.name)
        if place is None or self.whole[place].cell == SHIPPED:
            return missing(exercise, f"{exercise.name} is not defined.")
        if _is_stub(self.whole[place].node, exercise):
            return not_started(exercise)
        mark, nameless = self._try(exercise, place + 1)
        if nameless and place + 1 < len(self.whole):  # a helper that stands below it: the learner ran that cell first
            mark, _ = self._try(exercise, len(self.whole))
        return mark

    @cached_property
    def _needs(self) -> Needs:
        return Needs(self.whole)

    def _try(self, exercise: Exercise, end: int) -> tuple[Mark, bool]:
        """The mark with the statements before `end`, and whether a name was not found."""
        chosen = self._needs.of(exercise.name, end=end)
        try:
            held = self._hold(exercise, [(statement.line, statement.text) for statement in chosen])
        except GoneError as error:
            self.close()
            return not_run(exercise, error), False
        self._note(held, chosen)
        seed = self.job.seed
        examined = examine(exercise, held, seed) if held.found == "function" else Examined([], [], {})
        if not held.release():
            self.close()
        if held.found != "function":
            why = f"is not a function but {held.found}" if held.found != "nothing" else "was not defined by its cell"
            return missing(exercise, f"{exercise.name} {why}."), held.found == "nothing"
        nameless = any(answer.error == "NameError" for answer in examined.answers)
        return told(exercise, examined, seed), nameless

    def _hold(self, exercise: Exercise, pieces: list[Piece]) -> Held:
        job = self.job
        if self.sandbox is None:
            self.sandbox = spare.take(self.level, seconds=job.seconds, memory_mib=job.memory_mib)
        # Half of the exercises do without the library: then it is not sent.
        asked_for = hands_layers(exercise.id, job.seed) or any("posenc" in source for _, source in pieces)
        return Held(
            self.sandbox, exercise.name, pieces, library=given_for(exercise.id) if asked_for else NOTHING,
            seconds=job.seconds, largest=largest(exercise.id, job.seed),
        )  # fmt: skip

    def _note(self, held: Held, chosen: list[Statement]) -> None:
        for piece, error in held.trouble:
            cell = chosen[piece].cell
            where = f"Cell {cell}" if cell != SHIPPED else "A cell of the lesson"
            words = f"{where} raised {' '.join(str(error).split())}."
            if words not in self.problems:
                self.problems.append(words)

    def give_back(self) -> None:
        """After the last exercise: a sandbox that is still here is sound."""
        if self.sandbox is not None:
            spare.give_back(self.sandbox)
            self.sandbox = None

    def close(self) -> None:
        if self.sandbox is not None:
            self.sandbox.close()
            self.sandbox = None


def _is_stub(node: ast.stmt, exercise: Exercise) -> bool:
    """Whether a definition is the stub, docstrings and comments aside."""
    try:
        return isinstance(node, Function) and _meaning(node) == _stub(exercise.id)
    except RecursionError:  # no stub is nested as deeply
        return False


@cache
def _stub(exercise_id: str) -> tuple[str, str]:
    return _meaning(ast.parse(EXERCISES[exercise_id].stub).body[0])


def _meaning(node: Any) -> tuple[str, str]:
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return ast.dump(node.args), ast.dump(ast.Module(body, []))
