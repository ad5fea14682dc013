"""Cutting a lesson out of its solution: the answers go, everything else stays.

What a cell says about itself stands in its metadata under `posenc`:

- `exercise`: the id of an exercise. The solution holds the reference and its check; the lesson the stub and its check.
- `lesson`: what the lesson holds in the place of this cell, for example an empty prediction.
- `keep`: true where the outputs stay in the lesson: the still picture of a demo.
"""

from nbformat import NotebookNode, from_dict

from posenc.exercises import EXERCISES, Exercise

METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def refresh(solution: NotebookNode) -> NotebookNode:
    """Return the solution with each answer cell holding the reference of its exercise, and plain metadata."""
    cells = [_tidied(cell, _asked(cell, "solution")) for cell in solution.cells]
    return _notebook(cells)


def cut(solution: NotebookNode) -> NotebookNode:
    """Return the lesson: stubs in the place of answers, no outputs but the pictures of demos."""
    return _notebook([_lesson_cell(cell) for cell in solution.cells])


def exercise_of(cell: NotebookNode) -> Exercise | None:
    """Return the exercise that a cell asks, if it asks one.

    Raises: ValueError if its metadata name an exercise that does not exist.
    """
    name = cell.metadata.get("posenc", {}).get("exercise")
    if name is not None and name not in EXERCISES:
        raise ValueError(f"cell {cell.id!r} asks exercise {name!r}, which does not exist")
    return None if name is None else EXERCISES[name]


def _lesson_cell(cell: NotebookNode) -> NotebookNode:
    said = cell.metadata.get("posenc", {})
    source = _asked(cell, "stub") or said.get("lesson")
    lesson = _tidied(cell, source)
    lesson.metadata.get("posenc", {}).pop("lesson", None)
    if lesson.cell_type == "code":
        lesson.execution_count = None
        lesson.outputs = lesson.outputs if said.get("keep") else []
        for output in lesson.outputs:
            if output.output_type == "execute_result":
                output.execution_count = None
    return lesson


def _asked(cell: NotebookNode, part: str) -> str | None:
    """The stub or the solution of the exercise that this cell asks, followed by its check."""
    exercise = exercise_of(cell)
    return None if exercise is None else f"{getattr(exercise, part)}\n\n\ncheck({exercise.name})"


def _tidied(cell: NotebookNode, source: str | None) -> NotebookNode:
    """A copy of the cell with only what belongs into the repository."""
    tidy = {"id": cell.id, "cell_type": cell.cell_type, "source": cell.source if source is None else source}
    tidy["metadata"] = {name: cell.metadata[name] for name in ("posenc", "tags") if cell.metadata.get(name)}
    if cell.cell_type == "code":
        tidy |= {"outputs": cell.get("outputs", []), "execution_count": cell.get("execution_count")}
    return from_dict(tidy)  # which copies


def _notebook(cells: list[NotebookNode]) -> NotebookNode:
    return from_dict({"nbformat": 4, "nbformat_minor": 5, "metadata": METADATA, "cells": cells})
