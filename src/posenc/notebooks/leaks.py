"""What may not stand in a lesson: answers, and outputs that only an answer could have made."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from nbformat import NotebookNode

from posenc.exercises import EXERCISES, Exercise

CELL_KEYS = {"id", "cell_type", "source", "metadata", "outputs", "execution_count"}
SHORTEST = 6  # characters of an answer, spaces left out, below which it gives nothing away


def leaks(lesson: NotebookNode) -> list[str]:
    """Say, a line each, where a lesson gives an answer away; an empty list is a clean lesson.

    Every string of the notebook is searched: sources, outputs, metadata, attachments, widget state.
    """
    found = [
        f"notebook metadata holds {key!r}" for key in lesson.metadata if key not in ("kernelspec", "language_info")
    ]
    for cell in lesson.cells:
        found += [f"cell {cell.id}: {words}" for words in _cell_leaks(cell)]
    secrets = [(e.id, answer, _squeeze(answer)) for e in EXERCISES.values() for answer in answers(e)]
    for place, text in _strings(lesson, "notebook"):
        squeezed = _squeeze(text)
        found += [f"{place} holds a line of {name}: {answer}" for name, answer, bare in secrets if bare in squeezed]
    return found


@cache
def answers(exercise: Exercise) -> tuple[str, ...]:
    """The statements of a reference that its stub does not hold, and the expressions it returns."""
    given = set(_statements(exercise.stub))
    lines = (line for line in _statements(exercise.solution) if line not in given)
    return tuple(line for line in lines if len(_squeeze(line)) >= SHORTEST)


def _statements(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Return, ast.Assign, ast.AugAssign)) and node.value and _tells(node.value):
            told = node.value if isinstance(node, ast.Return) else node
            yield ast.get_source_segment(source, told) or ast.unparse(told)


def _tells(value: ast.expr) -> bool:
    """A name or a number alone gives nothing away; something done with it does."""
    done = (ast.Call, ast.BinOp, ast.Subscript, ast.Compare, ast.UnaryOp)
    return any(isinstance(node, done) for node in ast.walk(value))


def _cell_leaks(cell: NotebookNode) -> Iterator[str]:
    extra = set(cell) - CELL_KEYS
    if extra:
        yield f"has {', '.join(sorted(extra))}"
    said = cell.metadata.get("posenc", {})
    if "lesson" in said:
        yield "still carries what the lesson holds in its place"
    if cell.get("execution_count") is not None:
        yield "has an execution count"
    if cell.get("outputs") and not said.get("keep"):
        yield "has outputs"
    for output in cell.get("outputs", []):
        if set(output.get("data", {})) - {"image/png", "text/plain"}:
            yield f"has an output that is no picture: {', '.join(output.data)}"


def _strings(node: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, str):
        yield place, node
    elif isinstance(node, dict):
        label = f"cell {node['id']}" if "id" in node else place
        for key, value in node.items():
            yield label, key
            yield from _strings(value, label)
    elif isinstance(node, list):
        for value in node:
            yield from _strings(value, place)


def _squeeze(text: str) -> str:
    """Neither spacing nor the choice of quotes hides an answer."""
    return re.sub(r"\s+", "", text).replace('"', "'")
