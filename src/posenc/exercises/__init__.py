"""Every exercise of the course, by id."""

from posenc.exercises import blindness, start
from posenc.exercises.exercise import Case, Exercise, Property, WrongAnswer

EXERCISES: dict[str, Exercise] = {exercise.id: exercise for exercise in (*start.ALL, *blindness.ALL)}

__all__ = ["EXERCISES", "Case", "Exercise", "Property", "WrongAnswer"]
