"""Every exercise of the course, by id."""

from posenc.exercises import absolute, alibi, blindness, extrapolation, masks, relative, rotary, start
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer

LESSONS = (start, blindness, absolute, relative, rotary, alibi, masks, extrapolation)  # in the order of the course
EXERCISES: dict[str, Exercise] = {exercise.id: exercise for lesson in LESSONS for exercise in lesson.ALL}

__all__ = ["EXERCISES", "Case", "Exercise", "Property", "WrongAnswer"]
