"""Every exercise is complete: what a lesson shows, what a grader counts, what a tutor says."""

import ast
import importlib
import pkgutil
import re

import numpy as np
import pytest

import posenc.exercises
from posenc.exercises import EXERCISES
from posenc.exercises.given import GivenLayer


def exercise_modules():
    """Every module of a lesson that defines an exercise."""
    for lesson in pkgutil.iter_modules(posenc.exercises.__path__, "posenc.exercises."):
        if lesson.ispkg:
            folder = importlib.import_module(lesson.name)
            for module in pkgutil.iter_modules(folder.__path__, f"{lesson.name}."):
                yield importlib.import_module(module.name)


def test_every_file_of_a_lesson_is_an_exercise_of_the_course():
    written = [module.EXERCISE for module in exercise_modules() if hasattr(module, "EXERCISE")]
    assert sorted(exercise.id for exercise in written) == sorted(EXERCISES)
    assert [key for key, exercise in EXERCISES.items() if key != exercise.id] == []


def test_function_names_are_unique_in_their_lesson():
    """check(function) finds the exercise by the function's name."""
    names = [(exercise.lesson, exercise.name) for exercise in EXERCISES.values()]
    assert len(set(names)) == len(names)


def test_id_points_and_words(exercise):
    assert re.fullmatch(r"[a-z]\w*\.[a-z]\w*", exercise.id)
    assert 2 <= exercise.points <= 10
    assert 1 <= exercise.minutes <= 30
    assert exercise.level in ("easy", "medium", "hard")
    assert exercise.title.strip()
    assert exercise.reference.__doc__.strip()


def test_three_hints_that_differ(exercise):
    assert len(exercise.hints) == 3
    assert len({hint.strip() for hint in exercise.hints} - {""}) == 3


def test_at_least_four_wrong_answers_each_with_a_message_of_its_own(exercise):
    slips = exercise.wrong_answers
    assert len(slips) >= 4
    assert len({slip.id for slip in slips}) == len(slips)
    assert all(re.fullmatch(r"[a-z]\w*", slip.id) for slip in slips)
    assert len({slip.message.strip() for slip in slips} - {""}) == len(slips)


def test_properties_are_said_in_words(exercise):
    assert exercise.properties
    assert all(rule.name.strip() for rule in exercise.properties)
    assert not any(rule.name.endswith(".") for rule in exercise.properties), "the verdict ends the sentence"


def test_cases_say_what_they_try_and_fit_the_signature(exercise):
    cases = exercise.cases(np.random.default_rng(0))
    assert len({case.tries.strip() for case in cases} - {""}) == len(cases)
    for case in cases:
        exercise.signature.bind(*case.inputs)


def test_the_first_case_is_the_smallest(exercise):
    """In tokens, the rows of the first array: the first failure that a learner meets can be followed by hand."""
    sizes = [
        next((len(value) for value in case.inputs if isinstance(value, np.ndarray)), 0)
        for case in exercise.cases(np.random.default_rng(0))
    ]
    assert sizes[0] == min(sizes)


def test_cases_depend_on_the_seed_only(exercise):
    first, again = (exercise.cases(np.random.default_rng(3)) for _ in range(2))
    for one, other in zip(first, again, strict=True):
        assert one.tries == other.tries
        for a, b in zip(one.inputs, other.inputs, strict=True):
            np.testing.assert_equal(a, b)
            assert not (isinstance(a, np.ndarray) and np.shares_memory(a, b)), "an answer may write into its input"


def test_inputs_can_be_sent_to_another_process(exercise):
    """Arrays of numbers, plain numbers and strings, and layers known by their names: nothing else."""
    for case in exercise.cases(np.random.default_rng(0)):
        for value in case.inputs:
            array = type(value) is np.ndarray and value.dtype.kind in "biuf"
            assert array or type(value) in (int, float, bool, str, tuple, GivenLayer), f"{case.tries}: {value!r}"


def test_the_stub_is_the_reference_without_its_body(exercise):
    stub, solution = exercise.stub.splitlines(), exercise.solution.splitlines()
    head = next(i for i, (ours, theirs) in enumerate(zip(stub, solution, strict=False)) if ours != theirs)
    assert exercise.reference.__doc__.strip().splitlines()[-1] in "\n".join(stub[:head]), "the task stands whole"
    assert ast.unparse(ast.parse(exercise.stub)) != ast.unparse(ast.parse(exercise.solution))


@pytest.mark.parametrize("part", ["stub", "solution"])
def test_an_answer_cell_stays_short(exercise, part):
    """A notebook cell holds at most 15 lines; its check takes three of them."""
    assert len(getattr(exercise, part).splitlines()) <= 12
