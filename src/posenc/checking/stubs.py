"""Telling an exercise that nobody has touched from one that was tried."""

from types import CodeType
from typing import Any

from posenc.exercises import Exercise


def is_stub(function: Any, exercise: Exercise) -> bool:
    """True if the function does exactly what the exercise's stub does, docstring and comments aside."""
    code = getattr(function, "__code__", None)
    return isinstance(code, CodeType) and _meaning(code, function.__doc__) == _stub_meaning(exercise)


def _stub_meaning(exercise: Exercise) -> tuple[Any, ...]:
    space: dict[str, Any] = {}
    exec(compile(exercise.stub, exercise.id, "exec"), space)
    function = space[exercise.name]
    return _meaning(function.__code__, function.__doc__)


def _meaning(code: CodeType, docstring: str | None) -> tuple[Any, ...]:
    """The instructions with their names and constants, free of line numbers and of the docstring."""
    constants = tuple(_meaning(c, None) if isinstance(c, CodeType) else c for c in code.co_consts if c != docstring)
    return code.co_code, code.co_names, code.co_varnames, tuple(map(repr, constants))
