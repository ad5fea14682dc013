"""Lessons by their stems, and what the shipped notebooks hold."""

from functools import cache

from posenc.environment.launch import ROOT
from posenc.exercises import EXERCISES, Exercise

STEMS = {
    "start": "00_start_here",
    "blindness": "01_blindness",
    "absolute": "02_absolute",
    "relative": "03_relative",
    "rotary": "04_rotary",
    "alibi": "05_alibi",
    "masks": "06_masks_and_grids",
    "extrapolation": "07_extrapolation",
    "screen": "08_screen",
}


@cache
def exercises_of(lesson: str) -> tuple[Exercise, ...]:
    """The exercises of a lesson, in its order."""
    return tuple(exercise for exercise in EXERCISES.values() if exercise.lesson == lesson)


@cache
def shipped_cells(lesson: str) -> tuple[str, ...]:
    """The code cells of the lesson as it is shipped; none where posenc is installed without its lessons."""
    from posenc.grading.reading import read_notebook

    path = ROOT / "lessons" / f"{STEMS[lesson]}.ipynb"
    return tuple(cell.source for cell in read_notebook(path).cells) if path.is_file() else ()


def is_asked(lesson: str, lessons: tuple[str, ...] | None) -> bool:
    """Whether a lesson is among those that are graded, named by stem, number or both."""
    stem = STEMS[lesson]
    return lessons is None or any(name in (stem, stem.partition("_")[0], lesson) for name in lessons)
