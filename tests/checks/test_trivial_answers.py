"""Answers that only look like one: no exercise takes any of them."""

import contextlib
from dataclasses import replace

import numpy as np

from posenc.checking import Outcome, judge
from posenc.exercises import EXERCISES


class AlwaysEqual:
    """Says yes to every comparison."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = None


class LyingArray(np.ndarray):
    """Zeros of the right shape that claim to be equal and close to everything."""

    def __eq__(self, other):
        return np.ones(self.shape, dtype=bool)

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        return np.zeros(self.shape)

    def __array_function__(self, function, types, arguments, options):
        return True


class LyingList(list):
    """An empty list that claims to be full and equal."""

    def __len__(self):
        return 10

    def __eq__(self, other):
        return True

    __hash__ = None


def reshaped(change):
    """An answer of the right shape, made from the right one by `change`."""

    def answer_for(reference):
        def answer(*inputs):
            result = reference(*inputs)
            if isinstance(result, tuple):
                return tuple(change(np.asarray(part)) for part in result)
            return change(np.asarray(result))

        return answer

    return answer_for


def always(value):
    return lambda reference: lambda *inputs: value


TRIVIAL = {
    "identity": lambda reference: lambda *inputs: inputs[0],
    "all its inputs": lambda reference: lambda *inputs: inputs,
    "zeros": reshaped(np.zeros_like),
    "ones": reshaped(np.ones_like),
    "shape only": reshaped(lambda array: np.full(array.shape, 123.0)),
    "nan": reshaped(lambda array: np.full(array.shape, np.nan)),
    "transposed": reshaped(np.transpose),
    "negated": reshaped(np.negative),
    "half a per mille off": reshaped(lambda array: array * 1.0005),
    "noise": reshaped(lambda array: np.random.default_rng(0).normal(size=array.shape)),
    "as text": reshaped(lambda array: array.astype(str)),
    "complex": reshaped(lambda array: array.astype(complex)),
    "as objects": reshaped(lambda array: array.astype(object)),
    "a lying array": reshaped(lambda array: np.zeros(array.shape).view(LyingArray)),
    "one axis more": reshaped(lambda array: array[None]),
    "constant 0": always(0.0),
    "constant 1": always(1.0),
    "True": always(True),
    "None": always(None),
    "ellipsis": always(...),
    "a string": always("the right answer"),
    "bytes": always(b"1"),
    "a mapping": always({"answer": 1.0}),
    "an empty list": always([]),
    "a lying list": always(LyingList()),
    "equal to everything": always(AlwaysEqual()),
    "many equal to everything": always([AlwaysEqual()] * 3),
    "a generator": lambda reference: lambda *inputs: (part for part in reference(*inputs)),
    "a function": lambda reference: lambda *inputs: reference,
}
SAME_FOR_A_NUMBER = {"transposed"}  # a single number has no axes to swap
BEYOND_COMPARING = {  # only decisions are compared
    "presence": {"half a per mille off"},
    "your_scheme": {"half a per mille off"},
}


def test_no_exercise_takes_any_of_them(exercise, monkeypatch):
    monkeypatch.setitem(EXERCISES, exercise.id, replace(exercise, wrong_answers=()))  # which slip it is takes time
    verdicts = {name: judge(exercise.id, answer(exercise.reference)) for name, answer in TRIVIAL.items()}
    excused = BEYOND_COMPARING.get(exercise.name, set()) | (SAME_FOR_A_NUMBER if all_numbers(exercise) else set())
    assert {name for name, verdict in verdicts.items() if verdict.outcome is Outcome.PASSED} == excused
    for name in TRIVIAL.keys() - excused:
        assert verdicts[name].outcome in (Outcome.FAILED, Outcome.RAISED), name
        assert verdicts[name].message
        assert verdicts[name].points == 0


def all_numbers(exercise):
    """No answer, and no part of one, has two axes or more."""
    parts = []
    for case in exercise.cases(np.random.default_rng(0)):
        with contextlib.suppress(Exception):  # where an error is the right answer
            result = exercise.reference(*case.inputs)
            parts += result if isinstance(result, tuple) else [result]
    return all(np.ndim(part) < 2 for part in parts)
