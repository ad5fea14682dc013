"""The checks accept what is right, know what is untouched, and name what is wrong."""

import re

import pytest

from posenc.checking import Outcome, judge


def run(source, name, space):
    exec(compile(source, "<cell>", "exec"), space)
    return space[name]


def test_the_reference_passes(exercise):
    for seed in range(5):
        verdict = judge(exercise.id, exercise.reference, seed=seed)
        assert verdict.outcome is Outcome.PASSED, str(verdict)
        assert verdict.points == verdict.possible == exercise.points
        assert (verdict.slip, verdict.failure) == (None, None)


def test_the_solution_passes_where_a_lesson_defines_it(exercise, lesson_space):
    function = run(exercise.solution, exercise.name, lesson_space)
    assert judge(exercise.id, function).outcome is Outcome.PASSED


def without_docstring(stub):
    return re.sub(r'\n    """.*?"""', "", stub, count=1, flags=re.DOTALL)


@pytest.mark.parametrize(
    "touch",
    [
        lambda stub: stub,
        lambda stub: "# mine\n\n\n" + stub.replace("\n    ...", "\n    # to do\n    ..."),
        lambda stub: stub.replace('"""', '"""Later. ', 1),
        without_docstring,
    ],
    ids=["as it is", "with comments", "another docstring", "no docstring"],
)
def test_the_stub_is_not_started(exercise, lesson_space, touch):
    verdict = judge(exercise.id, run(touch(exercise.stub), exercise.name, lesson_space))
    assert verdict.outcome is Outcome.NOT_STARTED, str(verdict)
    assert verdict.points == 0
    assert exercise.name in verdict.message


def test_a_function_not_implemented_is_not_started(exercise):
    def later(*inputs):
        raise NotImplementedError

    assert judge(exercise.id, later).outcome is Outcome.NOT_STARTED


def test_a_named_wrong_answer_fails_under_its_own_name(exercise, wrong):
    for seed in range(3):
        verdict = judge(exercise.id, wrong.answer, seed=seed)
        assert verdict.outcome in (Outcome.FAILED, Outcome.RAISED), str(verdict)
        assert verdict.slip == wrong.id, str(verdict)
        assert wrong.message in verdict.message
        assert verdict.points == 0


def test_given_code_with_a_slip_is_wrong_beyond_being_untouched(exercise, lesson_space):
    """Bug hunts: the given code runs, and a change that mends nothing does not pass."""
    if exercise.given_code.startswith("..."):
        return
    stub = exercise.stub.replace("\n    return ", "\n    unused = None\n    return ", 1)
    verdict = judge(exercise.id, run(stub, exercise.name, lesson_space))
    assert verdict.outcome in (Outcome.FAILED, Outcome.RAISED), str(verdict)
