"""Functions that misbehave: the verdict is about their answers, and nothing of them stays behind."""

import asyncio
import functools
import signal
import sys
import threading
import time
import warnings

import matplotlib as mpl
import numpy as np
import pytest

from posenc.checking import Outcome, judge

ON_TIME = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system can't interrupt a function")


def right(exercise, before=lambda: None, change=lambda result: result):
    """The right answer, with something done before it or to it."""

    def answer(*inputs):
        before()
        return change(exercise.reference(*inputs))

    return answer


def each(change):
    """Apply `change` to an array, or to every array of a tuple."""
    return lambda result: tuple(map(change, result)) if isinstance(result, tuple) else change(result)


def is_boolean(array):
    """A mask stays one: 1.0 is not True where a function is asked for booleans."""
    return np.asarray(array).dtype == bool


# Right answers, however noisy


KINDS = {
    "lists": each(lambda array: np.asarray(array).tolist()),
    "float32": each(lambda array: np.asarray(array) if is_boolean(array) else np.asarray(array, dtype=np.float32)),
    "a masked array": each(lambda array: np.ma.array(array)),
    "columns first": each(lambda array: np.array(array, order="F")),
    "a list of arrays": lambda result: list(result) if isinstance(result, tuple) else result,
}


def test_the_kind_of_array_does_not_matter(exercise):
    verdicts = {kind: judge(exercise.id, right(exercise, change=change)) for kind, change in KINDS.items()}
    assert {kind: str(v) for kind, v in verdicts.items() if v.outcome is not Outcome.PASSED} == {}


def test_prints_do_not_matter_and_do_not_appear(toy, capfd):
    def chatter():
        print("line\n" * 10**6)
        print("error", file=sys.stderr)

    assert judge(toy.id, right(toy, before=chatter)).outcome is Outcome.PASSED
    assert capfd.readouterr() == ("", "")


def test_warnings_do_not_matter(toy):
    def warn():
        warnings.warn("beware", UserWarning, stacklevel=2)
        np.array([1.0]) / np.array([0.0])

    assert judge(toy.id, right(toy, before=warn)).outcome is Outcome.PASSED


def test_plots_do_not_matter(toy):
    import matplotlib.pyplot as plt

    with mpl.rc_context({"backend": "agg"}):
        verdict = judge(toy.id, right(toy, before=lambda: plt.plot([1, 2])))
    plt.close("all")
    assert verdict.outcome is Outcome.PASSED


def test_settings_are_put_back(toy):
    def set_all(result):
        np.seterr(all="ignore")
        warnings.simplefilter("ignore")
        sys.stdout = None
        return result

    before, filters, out = np.geterr(), list(warnings.filters), sys.stdout
    assert judge(toy.id, right(toy, change=set_all)).outcome is Outcome.PASSED
    assert (np.geterr(), warnings.filters) == (before, filters)
    assert sys.stdout is out


@pytest.mark.parametrize(
    "wrap",
    [
        lambda f: functools.partial(f),
        lambda f: functools.wraps(f)(lambda *a: f(*a)),
        lambda f: type("Callable", (), {"__call__": staticmethod(f)})(),
        lambda f: type("Holder", (), {"method": lambda self, *a: f(*a)})().method,
    ],
    ids=["partial", "wrapped", "an object", "a method"],
)
def test_anything_that_can_be_called_is_judged(toy, wrap):
    assert judge(toy.id, wrap(toy.reference)).outcome is Outcome.PASSED
    assert judge(toy.id, wrap(toy.wrong_answers[0].answer)).outcome is not Outcome.PASSED


# Answers that are not right


def has_arrays(exercise):
    return any(isinstance(v, np.ndarray) for case in exercise.cases(np.random.default_rng(0)) for v in case.inputs)


def test_an_input_changed_in_place_fails_and_says_so(exercise):
    def answer(*inputs):
        result = each(np.array)(exercise.reference(*inputs))
        for value in inputs:
            if isinstance(value, np.ndarray):
                value += value.dtype.type(1)  # a boolean array takes no other number
        return result

    verdict = judge(exercise.id, answer)
    if has_arrays(exercise):
        assert verdict.outcome is Outcome.FAILED
        assert "changed one of its inputs" in verdict.message
    else:
        assert verdict.outcome is Outcome.PASSED


def test_an_answer_that_is_right_every_other_time_fails(toy):
    turns = iter(range(10**6))

    def answer(*inputs):
        return toy.reference(*inputs) if next(turns) % 2 == 0 else None

    assert judge(toy.id, answer).outcome is not Outcome.PASSED


class SpeechlessError(Exception):
    """An error whose message can't be read."""

    def __str__(self):
        raise ValueError


class LoudError(Exception):
    """An error with a very long message."""

    def __str__(self):
        return "help " * 10**5


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("shapes do not fit"), "ValueError: shapes do not fit"),
        (SystemExit(1), "SystemExit: 1"),
        (GeneratorExit("gone"), "GeneratorExit: gone"),
        (asyncio.CancelledError("cancelled"), "CancelledError: cancelled"),
        (MemoryError(), "MemoryError"),
        (Warning("as an error"), "Warning: as an error"),
        (SpeechlessError(), "SpeechlessError"),
        (LoudError(), "LoudError: help help"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_an_error_is_named_with_the_line_that_it_came_from(toy, error, words):
    def answer(*inputs):
        raise error

    verdict = judge(toy.id, answer)
    assert verdict.outcome is Outcome.RAISED
    assert words in verdict.message
    assert "raise error" in verdict.message
    assert len(str(verdict)) < 4000


def test_endless_recursion_raises(toy):
    def answer(*inputs):
        return answer(*inputs)

    verdict = judge(toy.id, answer)
    assert verdict.outcome is Outcome.RAISED
    assert "RecursionError" in verdict.message


def test_the_wrong_number_of_arguments_raises(toy):
    verdict = judge(toy.id, lambda: None)
    assert verdict.outcome is Outcome.RAISED
    assert "argument" in verdict.message


def test_an_interrupt_stops_the_check(toy):
    """The stop button of the notebook."""

    def answer(x):
        raise KeyboardInterrupt

    verdict = judge(toy.id, answer)
    assert verdict.outcome is Outcome.TIMED_OUT
    assert "interrupted" in verdict.message


# Endless loops


def plain_loop(x):
    while True:
        pass


def loop_in_numpy(x):
    while True:
        np.sum(x)


def loop_that_prints(x):
    while True:
        print("still here")


def loop_with_except_exception(x):
    while True:
        try:
            np.sum(x)
        except Exception:
            continue


def loop_in_a_bare_except(x):
    while True:
        try:
            np.sum(x)
        except:  # noqa: E722
            continue


def sleep_in_a_bare_except(x):
    while True:
        try:
            time.sleep(10)
        except:  # noqa: E722
            continue


def work_in_a_bare_except(x):
    while True:
        try:
            time.sleep(10)
        except BaseException as error:
            np.sum(x)
            if isinstance(error, KeyError):
                break
        finally:
            np.sum(x)


def loop_in_finally(x):
    try:
        while True:
            pass
    finally:
        while True:
            pass


LOOPS = [
    plain_loop, loop_in_numpy, loop_that_prints, loop_with_except_exception, loop_in_a_bare_except,
    sleep_in_a_bare_except, work_in_a_bare_except, loop_in_finally,
]  # fmt: skip


@ON_TIME
@pytest.mark.parametrize("answer", LOOPS, ids=lambda answer: answer.__name__)
def test_an_endless_loop_times_out(toy, impatient, answer):
    handler = signal.getsignal(signal.SIGALRM)
    verdict = judge(toy.id, answer)
    assert verdict.outcome is Outcome.TIMED_OUT
    assert verdict.points == 0
    assert "On one entry: no answer in 0.2 seconds." in verdict.message
    assert signal.getsignal(signal.SIGALRM) is handler
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@ON_TIME
def test_an_endless_loop_on_one_case_only(toy, impatient):
    def answer(x):
        while len(x) > 1:
            pass
        return 2 * x

    verdict = judge(toy.id, answer)
    assert verdict.outcome is Outcome.TIMED_OUT
    assert verdict.failure.tries == "three entries"


@ON_TIME
def test_an_endless_loop_met_by_a_property_breaks_it(toy, impatient):
    def answer(x):
        while not x.any():
            pass
        return 2 * x

    verdict = judge(toy.id, answer)
    assert verdict.outcome is Outcome.FAILED
    assert verdict.failure.invariant == toy.properties[0].name


def test_a_thread_judges_too(toy):
    """Signals reach the main thread only; elsewhere there is no time limit, and everything else is the same."""
    verdicts = []
    thread = threading.Thread(target=lambda: verdicts.append(judge(toy.id, toy.reference)))
    thread.start()
    thread.join()
    assert verdicts[0].outcome is Outcome.PASSED
