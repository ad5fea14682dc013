"""Every exercise of the course, by id."""

from posenc.exercises import absolute, alibi, blindness, extrapolation, masks, relative, rotary, screen, start
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer

# In the order of the course.
LESSONS = (start, blindness, absolute, relative, rotary, alibi, masks, extrapolation, screen)
EXERCISES: dict[str, Exercise] = {exercise.id: exercise for lesson in LESSONS for exercise in lesson.ALL}

__all__ = ["EXERCISES", "Case", "Exercise", "Property", "WrongAnswer"]
