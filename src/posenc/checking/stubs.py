"""Telling an exercise that nobody has touched from one that was tried."""

import dis
from types import CodeType, FunctionType
from typing import Any

from posenc.exercises import Exercise


def is_stub(function: Any, exercise: Exercise) -> bool:
    """True if the function does exactly what the exercise's stub does, docstring and comments aside."""
    # Of an object that is no plain function nothing is asked: it may answer anything, or raise.
    return type(function) is FunctionType and _meaning(function.__code__) == _stub_meaning(exercise)


def _stub_meaning(exercise: Exercise) -> tuple[Any, ...]:
    space: dict[str, Any] = {}
    exec(compile(exercise.stub, exercise.id, "exec"), space)
    return _meaning(space[exercise.name].__code__)


def _meaning(code: CodeType) -> tuple[Any, ...]:
    """The instructions with their names and constants: no line numbers, and no docstring, which nothing loads."""
    steps = ((step.opname, step.argval) for step in dis.get_instructions(code))
    return code.co_varnames, *((name, _meaning(at) if isinstance(at, CodeType) else repr(at)) for name, at in steps)
