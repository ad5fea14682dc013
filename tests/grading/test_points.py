"""What answers earn: all for a right one, little for a trivial one, not all for one that knows the lesson alone."""

import numpy as np
import pytest

from posenc.exercises import EXERCISES
from posenc.exercises.points import shares
from posenc.grading.answering import TYPED, LearnerError
from posenc.grading.marking import earned, examine
from posenc.grading.truth import questions

SEEDS = (1, 20261201)


@pytest.fixture(params=EXERCISES.values(), ids=list(EXERCISES))
def exercise(request):
    return request.param


class Held:
    """A function that answers without a sandbox."""

    def __init__(self, function):
        self.function = function

    def ask_ahead(self, batch):
        pass

    def __call__(self, *inputs):
        try:
            return self.function(*inputs)
        except Exception as error:
            name = type(error).__name__
            raise TYPED.get(name, LearnerError)(name, str(error)) from None


def part_earned(exercise, function, seed=1):
    """The part of the points that a function earns, 0 to 1."""
    examined = examine(exercise, Held(function), seed)
    return sum(earned(exercise, examined).values()) / exercise.points


def of_the_right_answer(change):
    def answer_for(exercise):
        def answer(*inputs):
            result = exercise.reference(*inputs)
            whole = result if isinstance(result, tuple) else (result,)
            changed = tuple(change(np.asarray(part)) for part in whole)
            return changed if isinstance(result, tuple) else changed[0]

        return answer

    return answer_for


def always(value):
    return lambda exercise: lambda *inputs: value


def answer_to(part):
    """The right answer to one question, given to all."""

    def answer_for(exercise):
        asked = questions(exercise.id, 1)
        value = asked[int(part * (len(asked) - 1))].expected.value
        return lambda *inputs: value

    return answer_for


TRIVIAL = {
    "the first input": lambda exercise: lambda *inputs: inputs[0],
    "the last input": lambda exercise: lambda *inputs: inputs[-1],
    "zeros": of_the_right_answer(np.zeros_like),
    "ones": of_the_right_answer(np.ones_like),
    "negated": of_the_right_answer(lambda array: ~array if array.dtype == bool else -array),
    "noise": of_the_right_answer(lambda array: np.random.default_rng(0).normal(size=array.shape)),
    "half a per cent off": of_the_right_answer(lambda array: array * 1.005),
    "constant 0": always(0.0),
    "constant 1": always(1.0),
    "True": always(True),
    "None": always(None),
    "the answer to the first question": answer_to(0),
    "the answer to a question in the middle": answer_to(0.5),
    "the answer to the last question": answer_to(1),
}
# Where many answers are right, what they have in common is compared: decisions, or that a scheme holds.
LAWFUL = {("presence", "half a per cent off"), ("your_scheme", "half a per cent off")}
ONE_FOR_ALL = {"your_scheme"}  # a scheme that holds for one input holds for all: there is nothing to look up


@pytest.mark.parametrize("seed", SEEDS)
def test_the_reference_earns_all(exercise, seed):
    assert part_earned(exercise, exercise.reference, seed) == 1


def test_trivial_answers_earn_a_quarter_at_most(exercise):
    parts = {name: part_earned(exercise, answer_for(exercise)) for name, answer_for in TRIVIAL.items()}
    assert {name for name, part in parts.items() if part > 0.25 and (exercise.name, name) not in LAWFUL} == set()


def test_named_wrong_answers_earn_three_quarters_at_most(exercise):
    parts = {wrong.id: part_earned(exercise, wrong.answer) for wrong in exercise.wrong_answers}
    assert {name for name, part in parts.items() if part > 0.75} == set()


@pytest.mark.parametrize("seed", SEEDS)
def test_knowing_the_lessons_own_cases_is_not_enough(exercise, seed):
    """The answers to the cases that the lesson shows, from a table; to others a right answer to another question."""
    own = exercise.cases(np.random.default_rng(0))
    table = {repr(case.inputs): case for case in own}

    def from_the_table(*inputs):
        return exercise.reference(*table.get(repr(inputs), own[-1]).inputs)

    assert part_earned(exercise, from_the_table, seed) <= 0.5 or exercise.name in ONE_FOR_ALL
    assert any(not question.visible for question in questions(exercise.id, seed))


def test_other_seeds_ask_other_questions(exercise):
    first, second = ({repr(q.case.inputs) for q in questions(exercise.id, seed) if not q.visible} for seed in SEEDS)
    assert first != second


def test_shares_add_up_to_the_points(exercise):
    assert sum(points for _, points in shares(exercise)) == exercise.points


def test_an_answer_may_be_as_large_as_what_is_sent_not_as_what_is_observed_in_it():
    """The answer is a bias for four heads and 128 tokens; what is compared is one word."""
    from posenc.grading.truth import largest

    assert largest("extrapolation.your_scheme", 0) > 8 * 4 * 128 * 128
