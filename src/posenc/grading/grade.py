"""One notebook file in, one result out."""

from collections import Counter
from typing import Any

import posenc
from posenc.exercises import EXERCISES
from posenc.grading.isolation import isolation
from posenc.grading.job import Job
from posenc.grading.lessons import STEMS, is_asked
from posenc.grading.marks import marks_of
from posenc.grading.reading import Notebook, read_notebook
from posenc.grading.statements import Statement, statements_of


def grade(job: Job) -> dict[str, Any]:
    """Grade one submission. Whatever is in the file, a result comes back; the same job gives the same result.

    Raises: NotReady if the job requires an isolation that this machine does not give.
    """
    level = isolation(job.sandbox)
    notebook = read_notebook(job.path)
    statements = statements_of(notebook.cells, notebook.problems)
    lesson = _lesson(notebook, statements)
    exercises: dict[str, Any] = {}
    if not lesson:
        notebook.problems.append("No exercise of the course was found, so it is unknown which lesson this is.")
    elif not is_asked(lesson, job.lessons):
        notebook.problems.append(f"This is lesson {STEMS[lesson]}, which is not graded in this run.")
    else:
        exercises = marks_of(job, level, lesson, statements, notebook.problems)
    return {
        "submission": job.submission,
        "student": job.student,
        "lesson": STEMS.get(lesson, ""),
        "points": round(sum(mark["points"] for mark in exercises.values()), 2),
        "possible": sum(mark["possible"] for mark in exercises.values()),
        "exercises": exercises,
        "problems": notebook.problems,
        "seed": job.seed,
        "isolation": level,
        "version": posenc.__version__,
        "sha256": notebook.sha256,
    }


def _lesson(notebook: Notebook, statements: list[Statement]) -> str:
    """The lesson that most cells name in their metadata; without metadata, that most functions belong to."""
    named = Counter(EXERCISES[cell.exercise].lesson for cell in notebook.cells if cell.exercise in EXERCISES)
    if not named:
        defined = {name for statement in statements if not statement.is_import for name in statement.binds}
        named = Counter(exercise.lesson for exercise in EXERCISES.values() if exercise.name in defined)
    return named.most_common(1)[0][0] if named else ""
