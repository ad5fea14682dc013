"""The learner's function as something to call: asked ahead or not, each question once."""

import contextlib

import numpy as np
import pytest

from posenc.grading.answering import ChangedInputError, GoneError, LearnerError, OutOfTimeError
from posenc.grading.batch import Batch
from posenc.grading.given import NOTHING
from posenc.grading.held import Held
from posenc.grading.isolation import LIMITS
from posenc.grading.sandbox import Sandbox

COUNT = "calls = 0\ndef f(x):\n    global calls\n    calls += 1\n    return calls"


@pytest.fixture
def held():
    """`held(source)`: the function f of the source, in a process of its own."""
    with contextlib.ExitStack() as stack:

        def hold(source, *, largest=4096, seconds=5.0):
            sandbox = stack.enter_context(contextlib.closing(Sandbox(LIMITS, seconds=seconds, memory_mib=1024)))
            return Held(sandbox, "f", [(1, source)], library=NOTHING, seconds=seconds, largest=largest)

        yield hold


def ahead(*calls):
    return Batch.of([(call,) for call in calls])


def test_each_question_is_asked_once(held):
    f = held(COUNT)
    assert [f(7), f(8), f(7), f(7.0), f(8)] == [1, 2, 1, 3, 2]
    assert [f(np.zeros(2)), f(np.zeros(2, int)), f(np.zeros((2, 1))), f([0, 0]), f((0, 0))] == [4, 5, 6, 7, 8]


def test_calls_that_were_sent_ahead_take_their_answers_in_any_order(held):
    f = held(COUNT)
    f.ask_ahead(ahead(3, 4, 5))
    assert [f(4), f(3), f(9), f(5)] == [2, 1, 4, 3]
    f.ask_ahead(ahead(6))
    f.ask_ahead(ahead(7))
    assert [f(7), f(6)] == [6, 5]


def test_an_answer_is_the_callers_to_write_to(held):
    f = held("def f(n):\n    return [list(range(n)), __import__('numpy').zeros(n)]")
    first = f(2)
    first[0].append(9)
    first[1] += 1
    assert f(2)[0] == [0, 1]
    assert f(2)[1].tolist() == [0, 0]


def test_errors_are_each_calls_own(held):
    f = held("def f(x):\n    if x.size == 2: raise ValueError('two')\n    x[:1] = 7\n    return x.size")
    f.ask_ahead(ahead(np.zeros(0), np.zeros(2), np.zeros(3)))
    for _ in range(2):
        with pytest.raises(ChangedInputError):
            f(np.zeros(3))
        with pytest.raises(ValueError, match="two"):
            f(np.zeros(2))
        assert f(np.zeros(0)) == 0


def test_answers_before_the_end_are_there(held):
    f = held("import os\ndef f(x):\n    return x if x < 3 else os._exit(5)")
    f.ask_ahead(ahead(1, 2, 3, 4))
    assert [f(1), f(2)] == [1, 2]
    with pytest.raises(GoneError, match="exit code 5"):
        f(3)
    f.ask_ahead(ahead(5))
    with pytest.raises(GoneError, match="exit code 5"):  # what is gone stays gone
        f(1)
    assert not f.release()


def test_a_call_that_never_ends_is_the_one_that_is_named(held):
    f = held("def f(x):\n    while x == 2: pass\n    return x", seconds=0.6)
    f.ask_ahead(ahead(1, 2, 3))
    assert f(1) == 1
    with pytest.raises(OutOfTimeError):
        f(2)


def test_neither_side_waits_for_the_other_for_ever(held):
    """A mebibyte goes each way in every call: more than the line holds."""
    f = held("def f(x):\n    return x + 1", largest=0)
    f.ask_ahead(Batch.of([(np.full(1 << 17, float(n)),) for n in range(4)]))
    assert f(np.full(1 << 17, 9.0))[0] == 10
    assert f(np.full(1 << 17, 3.0))[0] == 4
    assert f.release()


FORGED = """
import os
from posenc.grading.inside.frames import packed
def f(x):
    for line in range(3, 64):
        try: os.write(line, packed({"is": "answer", "number": 2, "changed": False}, (0,)))
        except OSError: pass
    return x
"""


def test_an_answer_to_another_question_ends_it(held):
    with pytest.raises(GoneError, match="broke the protocol"):
        held(FORGED)(1)


def test_a_name_error_is_told_by_name(held):
    with pytest.raises(LearnerError) as error:
        held("def f(x):\n    return y")(1)
    assert error.value.name == "NameError"
