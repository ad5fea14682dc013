"""What is sent ahead: all that the properties ask of a right answer, and nothing that an answer is in."""

from dataclasses import replace

import numpy as np
import pytest

from posenc.exercises import EXERCISES
from posenc.grading import foresight
from posenc.grading.foresight import batches, foreseen, hands_layers
from posenc.grading.inside.calls import key_of
from posenc.grading.truth import copied, questions

SEED = 20261201
FROM_ANSWERS = {"rotary.decode_step"}  # its property hands each answer's cache to the next call


def made(exercise):
    """The keys of the calls that the properties make of the right answer."""
    keys = []

    def reference(*inputs):
        keys.append(key_of(inputs))
        return exercise.reference(*copied(inputs))

    with np.errstate(all="ignore"):
        for rule in exercise.properties:
            for question in questions(exercise.id, SEED):
                assert rule.holds(reference, *question.case.inputs)
    return set(keys)


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))
def test_what_is_sent_ahead_is_what_will_be_asked(exercise):
    sent = batches(exercise.id, SEED)
    asked, ahead = {*sent.visible.sizes, *sent.unseen.sizes}, set(sent.properties.sizes)
    assert asked == {key_of(question.case.inputs) for question in questions(exercise.id, SEED)}
    assert set(sent.visible.sizes) == {
        key_of(question.case.inputs) for question in questions(exercise.id, SEED) if question.visible
    }
    assert not asked & ahead
    assert ahead <= made(exercise)
    if exercise.id in FROM_ANSWERS:
        assert made(exercise) - asked - ahead
    else:
        assert made(exercise) <= asked | ahead


def shaken(answer):
    """Another answer of the same form."""
    if isinstance(answer, (list, tuple)):
        return type(answer)(map(shaken, answer))
    if isinstance(answer, str):
        return answer[::-1] + "?"
    values = np.asarray(answer)
    return (~values if values.dtype == bool else values + values.dtype.type(3))[()]


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=list(EXERCISES))
def test_no_answer_is_in_what_is_sent_ahead(exercise, monkeypatch):
    """With other answers of the same form the calls are the same."""
    before = foreseen(exercise.id, SEED)
    other = replace(exercise, reference=lambda *inputs: shaken(exercise.reference(*inputs)))
    monkeypatch.setattr(foresight, "EXERCISES", {exercise.id: other})
    assert key_of(foreseen(exercise.id, SEED)) == key_of(before)


def test_orders_are_far_smaller_than_what_the_other_side_takes():
    sent = [batch for exercise_id in EXERCISES for batch in vars(batches(exercise_id, SEED)).values()]
    largest = max(len(batch.frame) for batch in sent)
    assert 1000 < largest < 1 << 19


def test_layers_are_noticed():
    assert [exercise_id for exercise_id in EXERCISES if hands_layers(exercise_id, SEED)] == [
        "blindness.equivariance_gap", "relative.translation_gap", "masks.prefix_orders", "masks.which_symmetry",
    ]  # fmt: skip
