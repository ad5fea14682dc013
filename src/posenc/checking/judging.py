"""The judge: one exercise, one function, one verdict."""

from typing import Any

import numpy as np

from posenc.checking.calling import Answer, call, quiet
from posenc.checking.comparing import difference, show
from posenc.checking.stubs import is_stub
from posenc.checking.verdict import Failure, Outcome, Verdict
from posenc.exercises import EXERCISES, Case, Exercise
from posenc.exercises.exercise import Function, WrongAnswer


def judge(exercise_id: str, function: Any, *, seed: int = 0) -> Verdict:
    """Judge a function by the exercise's cases and properties, drawn from `seed`.

    The function is only ever called; what it returns is copied into plain arrays and compared.

    Raises: ValueError if there is no such exercise.

    >>> judge("blindness.permute_rows", lambda x, perm: x[perm]).outcome.value
    'passed'
    """
    if exercise_id not in EXERCISES:
        raise ValueError(f"no exercise is called {exercise_id!r}; there are {', '.join(EXERCISES)}")
    exercise = EXERCISES[exercise_id]
    if not callable(function):
        found = "is not defined" if function is None else f"is not a function but {type(function).__name__}"
        return Verdict(exercise, Outcome.MISSING, f"{exercise.name} {found}.")
    if is_stub(function, exercise):
        return _not_started(exercise)
    cases = exercise.cases(np.random.default_rng(seed))
    answers = []
    for case in cases:
        answers.append(call(exercise, function, case.inputs))
        if answers[-1].error == "timed out":
            return _timed_out(exercise, case, answers[-1])
    if all(answer.error == "NotImplementedError" for answer in answers):
        return _not_started(exercise)
    truth = [call(exercise, exercise.reference, case.inputs) for case in cases]
    for case, expected, got in zip(cases, truth, answers, strict=True):
        if expected != got:
            slip = _recognise(exercise, cases, answers)
            return _failed(exercise, function, case, expected, got, slip)
    held = f"{_count(len(cases), 'case')} and {_count(len(exercise.properties), 'property', 'properties')} checked."
    return _broken_property(exercise, function, cases) or Verdict(exercise, Outcome.PASSED, held)


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _not_started(exercise: Exercise) -> Verdict:
    return Verdict(exercise, Outcome.NOT_STARTED, f"Write {exercise.name}, then run this cell again.")


def _timed_out(exercise: Exercise, case: Case, answer: Answer) -> Verdict:
    failure = Failure(case.tries, _inputs(exercise, case))
    return Verdict(exercise, Outcome.TIMED_OUT, f"On {case.tries}: {answer.words}.", failure=failure)


def _recognise(exercise: Exercise, cases: list[Case], answers: list[Answer]) -> WrongAnswer | None:
    """The named wrong answer that agrees with the learner's on every case."""
    for wrong in exercise.wrong_answers:
        if all(call(exercise, wrong.answer, case.inputs) == got for case, got in zip(cases, answers, strict=True)):
            return wrong
    return None


def _failed(
    exercise: Exercise, function: Function, case: Case, expected: Answer, got: Answer, slip: WrongAnswer | None
) -> Verdict:
    raised = bool(got.error) and got.error not in ("no answer", "changed input")
    wanted = show(expected.value) if expected.value is not None else f"an error: {expected.error}"
    if got.value is None:
        words, shown = got.words, got.words if raised else ""
    elif expected.value is None:
        words, shown = f"expected {wanted}, but an answer came back", show(got.value)
    else:
        words, shown = difference(expected.value, got.value) or "", show(got.value)
    failure = Failure(case.tries, _inputs(exercise, case), wanted, shown, _first_broken(exercise, function, case))
    message = f"On {case.tries}: {_ended(words)}" + (f" {slip.message}" if slip else "")
    outcome = Outcome.RAISED if raised else Outcome.FAILED
    return Verdict(exercise, outcome, message, slip.id if slip else None, failure)


def _ended(words: str) -> str:
    """A full stop at the end, unless there is an end already, or a line of code."""
    return words if words.endswith((".", "?", "!")) or "\n" in words else f"{words}."


def _broken_property(exercise: Exercise, function: Function, cases: list[Case]) -> Verdict | None:
    """Every value was right; properties may still call the function in other ways."""
    for case in cases:
        broken = _first_broken(exercise, function, case)
        if broken:
            failure = Failure(case.tries, _inputs(exercise, case), invariant=broken)
            words = f"On {case.tries} something must hold and does not."
            return Verdict(exercise, Outcome.FAILED, words, failure=failure)
    return None


def _first_broken(exercise: Exercise, function: Function, case: Case) -> str:
    for rule in exercise.properties:
        try:
            with quiet():
                kept = bool(rule.holds(function, *case.inputs))
        except BaseException:  # sys.exit() and the alarm included
            kept = False
        if not kept:
            return rule.name
    return ""


def _inputs(exercise: Exercise, case: Case) -> tuple[tuple[str, str], ...]:
    return tuple((name, show(value)) for name, value in zip(exercise.signature.parameters, case.inputs, strict=True))
