"""check() in a lesson: it finds the exercise, notes the verdict, and never raises."""

import functools
import json
import traceback
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.checking import Checker, Outcome, Predictions, Verdict, judge
from posenc.checking.checker import Note
from posenc.exercises import EXERCISES
from posenc.progress import Log


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "home" / "events.jsonl")


def named(name, function=lambda *inputs: None):
    """The function under another name, as `def name` would give it."""
    wrapped = functools.wraps(function)(lambda *inputs: function(*inputs))
    wrapped.__name__ = name
    return wrapped


# Finding the exercise


def test_check_judges_what_the_function_is_called(exercise, log):
    verdict = Checker(exercise.lesson, log=log)(exercise.reference)
    assert verdict == judge(exercise.id, exercise.reference)
    assert verdict.outcome is Outcome.PASSED


def test_an_unknown_name_lists_the_lessons_exercises(log):
    note = Checker("blindness", log=log)(named("selfattention"))
    assert isinstance(note, Note)
    assert "no exercise for 'selfattention'" in str(note)
    for exercise in EXERCISES.values():
        assert (exercise.name in str(note)) == (exercise.lesson == "blindness")
    assert log.events() == []


def test_an_exercise_of_another_lesson_is_not_found(log):
    assert isinstance(Checker("start", log=log)(EXERCISES["blindness.scores"].reference), Note)


# The log


def test_an_attempt_is_noted_with_its_outcome_and_slip(toy, log):
    check = Checker("toy", log=log)
    for answer in (toy.reference, lambda x: 3 * x, lambda x: x[5]):
        check(named("double", answer))
    noted = [(event["kind"], event["exercise"], event["outcome"], event["slip"]) for event in log.events()]
    assert noted == [
        ("check", "toy.double", "passed", None),
        ("check", "toy.double", "failed", "tripled"),
        ("check", "toy.double", "raised", None),
    ]


def test_a_stub_is_not_noted(exercise, log, lesson_space):
    exec(exercise.stub, lesson_space)
    assert Checker(exercise.lesson, log=log)(lesson_space[exercise.name]).outcome is Outcome.NOT_STARTED
    assert log.events() == []


def test_without_a_record_nothing_is_noted(toy, log):
    Checker("toy", record=False, log=log)(toy.reference)
    assert not log.path.exists()


@pytest.fixture(params=["a file where the folder should be", "a damaged log", "a newer log", "a folder for a file"])
def broken_log(request, log):
    """Logs that can't be written, also by root."""
    if request.param == "a file where the folder should be":
        log.path.parent.write_text("")
        return log
    log.path.parent.mkdir()
    if request.param == "a folder for a file":
        log.path.mkdir()
    else:
        log.path.write_text("nonsense\n" if request.param == "a damaged log" else '{"v": 99, "id": "a", "kind": "b"}\n')
    return log


def test_a_log_that_cannot_be_written_costs_a_sentence_not_the_verdict(toy, broken_log):
    for answer in (toy.reference, toy.wrong_answers[0].answer):
        judged, verdict = judge(toy.id, answer), Checker("toy", log=broken_log)(named("double", answer))
        assert isinstance(verdict, Verdict)
        assert (verdict.outcome, verdict.points, verdict.slip) == (judged.outcome, judged.points, judged.slip)
        assert verdict.failure == judged.failure
        assert verdict.message.startswith(f"{judged.message} (Not saved to your progress: ")


def test_predictions_survive_a_log_that_cannot_be_written(broken_log):
    predict = Predictions("blindness", log=broken_log)
    assert str(predict("gap", "exactly 0")).startswith("Noted: exactly 0\n(Not saved to your progress: ")
    assert "You predicted: exactly 0" in str(predict.compare("gap", "1e-16"))
    assert "You predicted: nothing yet" in str(predict.compare("other", "1e-16"))


# Hints


def test_hints_come_one_at_a_time(exercise, log):
    check = Checker(exercise.lesson, log=log)
    for number, hint in enumerate(exercise.hints, start=1):
        assert str(check.hint(exercise.reference, number)) == f"Hint {number}: {hint}"
    assert str(check.hint(exercise.reference)) == f"Hint 1: {exercise.hints[0]}"


@pytest.mark.parametrize("number", [0, -1, 4])
def test_there_is_no_hint_beyond_the_last(exercise, log, number):
    assert (
        str(Checker(exercise.lesson, log=log).hint(exercise.reference, number)) == f"{exercise.name} has hints 1 to 3."
    )


def test_a_hint_for_something_else_lists_the_exercises(log):
    assert "no exercise for 'nothing'" in str(Checker("blindness", log=log).hint(named("nothing")))


# Predictions


def test_an_empty_prediction_is_asked_for(log):
    assert str(Predictions("blindness", log=log)("gap", "  ")) == (
        "Write your prediction between the quotes and run this cell again."
    )
    assert log.events() == []


def test_a_prediction_outlives_its_kernel_and_the_last_one_counts(log):
    Predictions("blindness", log=log)("gap", "exactly 0")
    Predictions("blindness", log=log)("gap", "about 1e-16")
    Predictions("start", log=log)("gap", "of another lesson")
    assert str(Predictions("blindness", log=log).compare("gap", "2e-16")) == (
        "You predicted: about 1e-16\nIt came out:   2e-16"
    )


# Whatever it is and does


def raises(error):
    def method(self, *arguments, **options):
        raise error("hostile")

    return method


HOOKS = [
    "__repr__", "__str__", "__eq__", "__bool__", "__len__", "__iter__", "__getitem__", "__array__", "__float__",
    "__index__", "__hash__", "__format__", "__contains__", "__array_ufunc__", "__array_function__", "__copy__",
    "__getattr__", "__getattribute__", "__call__",
]  # fmt: skip
ERRORS = [ValueError, TypeError, SystemExit, KeyboardInterrupt, RecursionError, MemoryError, StopIteration, OSError]


@dataclass(frozen=True)
class Hostile:
    """How to build a hostile thing; Hypothesis itself could not bear to hold one."""

    error: type[BaseException]
    hooks: frozenset[str]
    name: object
    kind: str
    exercise: str
    right_turns: int

    def build(self):
        """An object whose hooks raise, or a function that returns or raises such an object at times."""
        name = property(raises(self.error)) if self.name == "raises" else self.name
        thing = type("Thing", (), {"__name__": name} | {hook: raises(self.error) for hook in self.hooks})()
        thing_error = type("ThingError", (Exception,), {hook: raises(self.error) for hook in self.hooks})
        exercise = EXERCISES[self.exercise]
        calls = iter(range(10**6))

        def answer(*inputs):
            if next(calls) % 4 < self.right_turns:
                return exercise.reference(*inputs)
            if self.kind == "raises":
                raise self.error(thing)
            if self.kind == "raises a thing":
                raise thing_error(thing)
            return [thing, thing] if self.kind == "returns two" else thing

        answer.__name__, answer.__doc__ = exercise.name, thing
        return thing if self.kind == "is a thing" else answer


HOSTILE = st.builds(
    Hostile,
    error=st.sampled_from(ERRORS),
    hooks=st.frozensets(st.sampled_from(HOOKS)),
    name=st.sampled_from(["softmax", "presence", "nothing", "raises", 5, None]),
    kind=st.sampled_from(["is a thing", "returns a thing", "returns two", "raises", "raises a thing"]),
    exercise=st.sampled_from(list(EXERCISES)),
    right_turns=st.integers(0, 3),
)


def escapes(hostile, log):
    """Where an error came out of check(), as text: no report could print the error itself."""
    check, thing = Checker(hostile.exercise.split(".")[0], log=log), hostile.build()
    try:
        said, hint = check(thing), check.hint(thing)
        assert isinstance(said, Verdict | Note)
        assert isinstance(hint, Note)
        assert str(said)
        assert isinstance(said, Note) or said._repr_html_().startswith("<div")
    except BaseException as error:
        return [f"{frame.filename}:{frame.lineno} {frame.line}" for frame in traceback.extract_tb(error.__traceback__)]
    return []


@given(HOSTILE)
def test_check_never_raises(tmp_path_factory, hostile):
    log = Log(tmp_path_factory.getbasetemp() / "hostile" / "events.jsonl")
    assert escapes(hostile, log) == []


@pytest.mark.parametrize(
    "thing",
    [
        None, ..., 0, "softmax", b"softmax", [], {}, object(), type, int, Exception, np, np.ones(3), np.exp, len, print,
        (lambda: None), functools.partial(print), np.vectorize(abs), iter([]), (i for i in range(3)), NotImplemented,
    ],
    ids=lambda thing: type(thing).__name__,
)  # fmt: skip
def test_check_of_anything_at_hand_lists_the_exercises(thing, log):
    assert "Its exercises: softmax, scores" in str(Checker("blindness", log=log)(thing))


def test_events_are_plain_json(toy, log):
    Checker("toy", log=log)(toy.reference)
    (line,) = log.path.read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["exercise"] == "toy.double"


def test_a_note_is_escaped_and_keeps_its_lines():
    assert Note("a < b\nand so on")._repr_html_() == '<div style="white-space:pre-wrap">a &lt; b\nand so on</div>'
