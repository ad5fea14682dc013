"""What a mark says: outcome, points and words that give no unseen case away."""

import builtins
from typing import Any

from posenc.checking.calling import Answer
from posenc.checking.comparing import difference, show
from posenc.checking.verdict import Outcome
from posenc.exercises import Exercise
from posenc.exercises.points import shares
from posenc.grading.answering import GoneError, OutOfTimeError
from posenc.grading.marking import CHANGED, GONE, NO_ANSWER, TIMED_OUT, Examined, earned
from posenc.grading.truth import Question, questions, slips

Mark = dict[str, Any]
UNSEEN = "a case that the lesson does not show"


def missing(exercise: Exercise, words: str) -> Mark:
    """The mark of a function that is not there."""
    return _mark(exercise, Outcome.MISSING, words)


def not_run(exercise: Exercise, error: GoneError) -> Mark:
    """The mark of a function whose cells took the process down before it could be asked."""
    outcome = Outcome.TIMED_OUT if isinstance(error, OutOfTimeError) else Outcome.RAISED
    return _mark(exercise, outcome, f"In the cells that {exercise.name} needs: {error}.")


def not_started(exercise: Exercise) -> Mark:
    """The mark of an untouched stub."""
    return _mark(exercise, Outcome.NOT_STARTED, f"{exercise.name} was left as it came.")


def told(exercise: Exercise, examined: Examined, seed: int) -> Mark:
    """The mark of a function that was asked."""
    asked = questions(exercise.id, seed)
    won = earned(exercise, examined)
    if all(got.error == "NotImplementedError" for got in examined.answers):
        return not_started(exercise)
    if all(examined.right):
        broken = next((rule.name for rule in exercise.properties if rule.name not in won), "")
        if not broken:
            return _mark(exercise, Outcome.PASSED, "Right in every case, seen and unseen.", won=won)
        words = "Every answer is right, but something must hold and does not."
        return _mark(exercise, Outcome.FAILED, words, won=won, invariant=broken)
    failing = examined.right.index(False)
    question, got = asked[failing], examined.answers[failing]
    slip = _recognised(exercise, examined.answers, seed)
    tries = question.case.tries if question.visible else UNSEEN
    message = f"On {tries}: {_words(question, got)}" + (f" {slip.message}" if slip else "")
    broken = next((name for name, kept in examined.held.items() if not kept), "")
    details = _shown(exercise, question, got) if question.visible else {}
    return _mark(
        exercise, _outcome(got), message, won=won, slip=slip.id if slip else None, invariant=broken, details=details
    )


def _mark(
    exercise: Exercise, outcome: Outcome, message: str, *, won: dict[str, Any] | None = None,
    slip: str | None = None, invariant: str = "", details: Mark | None = None,
) -> Mark:  # fmt: skip
    won = won or {}
    return {
        "outcome": str(outcome),
        "points": round(float(sum(won.values())), 2),
        "possible": exercise.points,
        "slip": slip,
        "message": message,
        "invariant": invariant,
        "shares": [[what, round(float(points), 2), what in won] for what, points in shares(exercise)],
        "hints": [] if outcome is Outcome.PASSED else list(exercise.hints),
        "visible": bool(details),
        **(details or {}),
    }


def _outcome(got: Answer) -> Outcome:
    if got.error == TIMED_OUT:
        return Outcome.TIMED_OUT
    return Outcome.RAISED if got.error and got.error not in (CHANGED, NO_ANSWER) else Outcome.FAILED


def _recognised(exercise: Exercise, answers: list[Answer], seed: int) -> Any:
    """The named wrong answer that agrees with the learner's to every question."""
    known = slips(exercise.id, seed)
    agree = (wrong for wrong in exercise.wrong_answers if list(known[wrong.id]) == answers)
    return next(agree, None)


def _words(question: Question, got: Answer) -> str:
    """What is wrong with an answer; of an unseen case nothing that the learner's code may have put into words."""
    if got.value is not None:
        if not question.visible:
            words = "the answer is another one"
        elif question.expected.value is None:
            words = f"expected an error ({question.expected.error}), but an answer came back"
        else:
            words = difference(question.expected.value, got.value) or ""
    elif question.visible or got.error in (TIMED_OUT, CHANGED):
        words = got.words
    elif got.error == GONE:
        words = "its process ended"  # the exit code is a number of the learner's choice
    elif got.error == NO_ANSWER:
        words = "what came back is not of the form that is asked for"
    else:
        words = got.error if hasattr(builtins, got.error) else "an error of the function's own"
    return words if words.endswith((".", "?", "!")) or "\n" in words else f"{words}."


def _shown(exercise: Exercise, question: Question, got: Answer) -> Mark:
    """Input, expected and got, of a case that the lesson shows too."""
    expected = question.expected
    names = exercise.signature.parameters
    return {
        "input": [[name, show(value)] for name, value in zip(names, question.case.inputs, strict=True)],
        "expected": f"an error: {expected.error}" if expected.value is None else show(expected.value),
        "got": got.words if got.value is None else show(got.value),
    }
