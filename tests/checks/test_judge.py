"""The judge: what a verdict says, and that it says the same every time."""

import os
import re
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from posenc.checking import Outcome, Verdict, judge
from posenc.exercises import EXERCISES
from posenc.exercises.given import LAYERS, GivenLayer

SOURCE = Path(__file__).parents[2] / "src" / "posenc"


def test_an_unknown_id_is_named():
    with pytest.raises(ValueError, match=r"no exercise is called 'blindness\.nothing'"):
        judge("blindness.nothing", lambda: None)


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (None, "is not defined."),
        (3, "is not a function but int."),
        ("scores", "is not a function but str."),
        (np.ones(2), "is not a function but ndarray."),
    ],
)
def test_what_is_no_function_is_missing(exercise, thing, words):
    verdict = judge(exercise.id, thing)
    assert verdict.outcome is Outcome.MISSING
    assert (verdict.points, verdict.slip) == (0, None)
    assert verdict.message == f"{exercise.name} {words}"


# A failure


def test_a_failure_shows_the_smallest_failing_case_with_expected_beside_got(toy):
    verdict = judge(toy.id, lambda x: x + 1.25)
    assert verdict.outcome is Outcome.FAILED
    assert verdict.failure.tries == "one entry"
    assert verdict.failure.inputs == (("x", "[1.]"),)
    assert (verdict.failure.expected, verdict.failure.got) == ("[2.]", "[2.25]")
    assert verdict.failure.invariant == "twice nothing is nothing"
    assert verdict.message == "On one entry: 1 of 1 entries differ, by up to 0.25."


def test_cases_that_hold_are_passed_over(toy):
    verdict = judge(toy.id, lambda x: 2 * x if len(x) == 1 else x)
    assert verdict.failure.tries == "three entries"
    assert verdict.failure.invariant == "", "the property holds"


def test_every_first_failure_is_the_first_case_that_differs(exercise):
    wrong = exercise.wrong_answers[0]
    cases = exercise.cases(np.random.default_rng(0))
    assert judge(exercise.id, wrong.answer).failure.tries == next(
        case.tries for case in cases if not same(exercise, wrong.answer, case.inputs)
    )


def same(exercise, answer, inputs):
    """An independent comparison of what the exercise observes; two errors of one type are the same."""
    got, expected = (observed(exercise, function, inputs) for function in (answer, exercise.reference))
    if isinstance(got, type) or isinstance(expected, type):
        return got is expected
    if isinstance(got, str) or isinstance(expected, str):
        return got == expected
    parts = [list(each) if isinstance(each, tuple) else [each] for each in (got, expected)]
    return len(parts[0]) == len(parts[1]) and all(
        np.shape(a) == np.shape(b) and np.allclose(a, b, rtol=1e-6, atol=1e-9, equal_nan=True)
        for a, b in zip(*parts, strict=True)
    )


def observed(exercise, function, inputs):
    """What is compared, or the type of the error in its place."""
    try:
        with np.errstate(all="ignore"):
            return exercise.observe(function(*inputs), *inputs)
    except Exception as error:
        return type(error)


def refuse(x):
    """Double x, but refuse two entries and more."""
    if len(x) > 1:
        raise IndexError(len(x))
    return 2 * x


def test_an_answer_where_an_error_belongs(toy, monkeypatch):
    monkeypatch.setitem(EXERCISES, toy.id, replace(toy, reference=refuse, properties=()))
    verdict = judge(toy.id, lambda x: 2 * x)
    assert verdict.outcome is Outcome.FAILED
    assert verdict.message == "On three entries: expected an error: IndexError, but an answer came back."
    assert verdict.failure.expected == "an error: IndexError"


def test_an_error_where_it_belongs_is_right(toy, monkeypatch):
    monkeypatch.setitem(EXERCISES, toy.id, replace(toy, reference=refuse, properties=()))
    assert judge(toy.id, refuse).outcome is Outcome.PASSED


def test_another_error_than_the_one_that_belongs(toy, monkeypatch):
    def exits(x):
        if len(x) > 1:
            raise KeyError("no")
        return 2 * x

    monkeypatch.setitem(EXERCISES, toy.id, replace(toy, reference=refuse, properties=()))
    verdict = judge(toy.id, exits)
    assert verdict.outcome is Outcome.RAISED
    assert verdict.failure.expected == "an error: IndexError"


def test_values_that_hold_and_a_property_that_does_not(toy):
    verdict = judge(toy.id, lambda x: 2 * x if x.any() else x + 1)
    assert verdict.outcome is Outcome.FAILED
    assert verdict.points == 0
    assert verdict.failure.invariant == "twice nothing is nothing"
    assert (verdict.failure.expected, verdict.failure.got) == ("", "")
    assert verdict.message == "On one entry something must hold and does not."


@pytest.mark.parametrize("error", [ValueError, SystemExit, KeyboardInterrupt])
def test_a_property_that_meets_an_error_is_broken(toy, error):
    def answer(x):
        if not x.any():
            raise error
        return 2 * x

    assert judge(toy.id, answer).failure.invariant == "twice nothing is nothing"


def test_a_slip_is_recognised_only_if_it_agrees_on_every_case(toy):
    assert judge(toy.id, lambda x: x**2).slip == "squared"
    assert judge(toy.id, lambda x: 3.0 * x).slip == "tripled"
    mixed = judge(toy.id, lambda x: x**2 if len(x) == 1 else 5 * x)
    assert (mixed.outcome, mixed.slip) == (Outcome.FAILED, None)
    assert "square" not in mixed.message


def test_shapes_kinds_and_numbers_are_told_apart(toy):
    said = {
        "expected shape (1,), got (1, 1).": lambda x: 2 * x[None],
        "expected numbers, got bool.": lambda x: x > 0,
        "NaN (not a number) among the values.": lambda x: x * np.nan,
        "nothing came back (None). Does the function end in `return`?": lambda x: print(x),
        "expected numbers, but a dict came back.": lambda x: {},
        "expected numbers, got the text 'two'.": lambda x: "two",
    }
    for words, answer in said.items():
        assert judge(toy.id, answer).message == f"On one entry: {words}"


def test_a_pass_counts_what_held_and_claims_no_more(exercise):
    verdict = judge(exercise.id, exercise.reference)
    assert [int(number) for number in re.findall(r"\d+", verdict.message)] == [
        len(exercise.cases(np.random.default_rng(0))), len(exercise.properties),
    ]  # fmt: skip


def test_nobody_says_all_passed():
    """Checks that the learner has not seen may exist."""
    texts = [path.read_text(encoding="utf-8").lower() for path in SOURCE.rglob("*.py")]
    assert [
        text for text in texts if "all passed" in text or "all tests pass" in text or "all checks pass" in text
    ] == []


# The same every time


def test_two_verdicts_on_one_function_are_equal(exercise):
    wrong = exercise.wrong_answers[-1]
    first, again = (judge(exercise.id, wrong.answer, seed=4) for _ in range(2))
    assert first == again
    assert (str(first), first._repr_html_()) == (str(again), again._repr_html_())


def test_the_learners_settings_do_not_change_a_verdict(exercise):
    wrong = exercise.wrong_answers[0].answer
    before = str(judge(exercise.id, wrong))
    np.random.seed(5)  # noqa: NPY002 (a learner may)
    with np.printoptions(precision=1, sign="+", formatter={"all": lambda value: "?"}), np.errstate(all="raise"):
        assert str(judge(exercise.id, wrong)) == before


def test_other_seeds_draw_other_inputs(toy):
    one, other = (judge(toy.id, lambda x: 2 * x if len(x) == 1 else x, seed=seed) for seed in (0, 1))
    assert one.outcome is other.outcome is Outcome.FAILED
    assert one.failure.inputs != other.failure.inputs


def test_verdicts_do_not_depend_on_the_order_of_hashes():
    program = textwrap.dedent("""
        from posenc.checking import judge
        from posenc.exercises import EXERCISES
        for exercise in EXERCISES.values():
            if exercise.lesson == "blindness":
                print(judge(exercise.id, exercise.wrong_answers[-1].answer)._repr_html_())
    """)
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}, capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(said) == 1


# What stands on the judge


def test_points_are_all_or_none():
    exercise = EXERCISES["blindness.softmax"]
    points = {outcome: Verdict(exercise, outcome, "").points for outcome in Outcome}
    assert points == dict.fromkeys(Outcome, 0) | {Outcome.PASSED: exercise.points}


def test_outcomes_are_their_words():
    assert [str(outcome) for outcome in Outcome] == [
        "passed", "failed", "not started", "raised", "timed out", "missing",
    ]  # fmt: skip


BLIND = ["square", "negate", "self_attention"]
SEEING = ["causal_attention", "with_positions", "running_sum", "falling_sum"]


@pytest.mark.parametrize("name", LAYERS)
def test_a_given_layer_is_known_by_its_name(name):
    assert GivenLayer(name) == GivenLayer(name)
    assert repr(GivenLayer(name)) == f"layer {name!r}"


@pytest.mark.parametrize("name", BLIND + SEEING)
def test_a_given_layer_maps_rows_to_rows(name):
    layer, x = GivenLayer(name), np.random.default_rng(0).normal(size=(4, 3))
    before = x.copy()
    assert layer(x).shape == x.shape
    np.testing.assert_array_equal(layer(x), layer(x))
    np.testing.assert_array_equal(x, before)


@pytest.mark.parametrize("name", BLIND + SEEING)
def test_only_layers_without_positions_follow_a_shuffle(name):
    x, perm = np.random.default_rng(1).normal(size=(5, 3)), np.array([3, 0, 4, 1, 2])
    gap = np.max(np.abs(GivenLayer(name)(x[perm]) - GivenLayer(name)(x)[perm]))
    assert gap < 1e-12 if name in BLIND else gap > 0.1


def test_a_layer_appears_by_name_in_a_verdict():
    exercise = EXERCISES["blindness.equivariance_gap"]
    verdict = judge(exercise.id, lambda layer, x, perm: 0.0)
    assert dict(verdict.failure.inputs)["layer"] == "layer 'running_sum'"


def test_an_unknown_layer_is_an_error():
    with pytest.raises(KeyError):
        GivenLayer("magic")(np.ones((2, 2)))
