"""Calling a function that may print, warn, loop for ever or change its inputs."""

import contextlib
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType, FunctionType
from typing import Any

import numpy as np

from posenc.checking.comparing import NotPlainError, Plain, difference, plain
from posenc.exercises import Exercise
from posenc.exercises.exercise import Function

SECONDS = 5.0
AGAIN = 1e-4  # seconds from one later alarm to the next: a bare `except` catches some, but not one after the other
LONGEST = 400  # characters of an error message


class OutOfTimeError(BaseException):
    """Not an Exception, so that `except Exception` in the learner's loop does not swallow it."""


@dataclass(frozen=True)
class Answer:
    """What a call came to: a value, or the error in its place."""

    value: Plain | None = None
    error: str = ""
    words: str = ""

    def __eq__(self, other: object) -> bool:
        """Two errors of one type are the same answer, whatever their words."""
        if not isinstance(other, Answer) or self.error or other.error:
            return isinstance(other, Answer) and self.error == other.error
        return self.value is not None and other.value is not None and difference(self.value, other.value) is None

    __hash__ = None  # type: ignore[assignment]


class _Nowhere:
    """Swallows prints: a thousand calls must not flood the notebook."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Run a block without prints or warnings, and stop it after SECONDS where the system can."""
    nowhere: Any = _Nowhere()
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(nowhere))
        stack.enter_context(contextlib.redirect_stderr(nowhere))
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        stack.enter_context(np.errstate(all="ignore"))
        stack.enter_context(_alarm(SECONDS))
        yield


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise OutOfTimeError in the block; signals reach the main thread only, and Windows has none."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_number: int, frame: FrameType | None) -> None:
        inside = frame is not None and frame.f_globals.get("__name__") not in (__name__, contextlib.__name__)
        if inside:  # and not already on the way out of the block
            raise OutOfTimeError

    before = signal.signal(signal.SIGALRM, ring) or signal.SIG_DFL  # None: set by something other than Python
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def call(exercise: Exercise, function: Function, inputs: tuple[Any, ...]) -> Answer:
    """Call the function on copies of the inputs and keep what `exercise` observes of the result."""
    own = tuple(value.copy() if isinstance(value, np.ndarray) else value for value in inputs)
    try:
        with quiet():
            result = function(*own)
            if any(_changed(before, after) for before, after in zip(inputs, own, strict=True)):
                return Answer(error="changed input", words="the function changed one of its inputs; work on a copy")
            return Answer(plain(exercise.observe(result, *inputs)))
    except NotPlainError as error:
        return Answer(error="no answer", words=str(error))
    except (OutOfTimeError, KeyboardInterrupt) as error:
        stopped = "it was interrupted" if isinstance(error, KeyboardInterrupt) else f"no answer in {SECONDS:g} seconds"
        return Answer(error="timed out", words=stopped)
    except BaseException as error:
        return Answer(error=type(error).__name__, words=_in_words(error, function))


def _changed(before: Any, after: Any) -> bool:
    return isinstance(before, np.ndarray) and not np.array_equal(before, after, equal_nan=before.dtype.kind == "f")


def _in_words(error: BaseException, function: Function) -> str:
    """The error that is being handled, and the learner's own line that it came from."""
    code = function.__code__ if type(function) is FunctionType else None
    frames = [frame for frame in traceback.extract_tb(sys.exc_info()[2]) if code and frame.name == code.co_name]
    place = f"\nin line {frames[-1].lineno}: {frames[-1].line}" if frames and frames[-1].line else ""
    try:
        with quiet():
            said = str(error)
    except BaseException:
        said = "(an error without readable words)"
    return f"{type(error).__name__}: {said[:LONGEST]}{'…' if len(said) > LONGEST else ''}{place}"
