"""Testing models: accuracies counted right, windows that are windows, variants that change what they say."""

import numpy as np
import pytest

from posenc.encodings import scaling
from posenc.encodings.rotary import rotary_frequencies
from posenc.lab import Answers, Settings, accuracies, draw, examine, scalings, slow_pairs, train, variants, window_mask
from posenc.lab.model import logits

SETTINGS = Settings(steps=3, batch=4)


@pytest.fixture(scope="module")
def trained():
    return train("rotary", SETTINGS)


def test_accuracy_is_counted_over_the_second_half():
    tasks = np.array([[-1, 0, 1, 0], [-1, 0, 0, 2]])
    correct = np.array([[False, True, True, False], [False, True, True, True]])
    answers = Answers(tasks, correct)
    assert answers.accuracy("back") == 1 / 2
    assert answers.accuracy("back", first=0) == 3 / 4
    assert answers.accuracy("head") == 1
    np.testing.assert_array_equal(answers.by_position("back", [0, 1, 2, 4]), [np.nan, 1, 1 / 2])
    assert answers.accuracy("last") == 1
    assert np.isnan(answers.accuracy("last", first=3))
    with pytest.raises(ValueError, match="'first'"):
        answers.accuracy("first")


def test_models_meet_the_same_logs_and_pieces_do_not_matter(trained):
    one, two = examine(trained, 64, sequences=40), examine(train("none", SETTINGS), 64, sequences=40)
    np.testing.assert_array_equal(one.tasks, two.tasks)
    assert one.correct.shape == (40, 64)
    assert not one.correct[one.tasks < 0].any()
    assert examine(trained, 64).tasks.size == 2**14


def test_right_is_what_the_answers_say(trained):
    """The test's logs are found again by their questions; then each guess is made and marked by itself."""
    answers = examine(trained, 48, sequences=60)
    logs = draw(np.random.default_rng([48, 2**32 - 1]), sequences=60, length=48)
    np.testing.assert_array_equal(answers.tasks, logs.tasks)
    for tokens, told, correct in zip(logs.tokens, logs.answers, answers.correct, strict=True):
        guesses = logits(trained.weights, tokens[None], trained.scheme, SETTINGS)[0].argmax(axis=-1)
        np.testing.assert_array_equal(correct, guesses == told)


def test_a_window_as_long_as_the_log_is_none(trained):
    for each in (64, 100):
        np.testing.assert_array_equal(
            examine(trained, 64, sequences=8).correct, examine(trained, 64, window=each, sequences=8).correct
        )


def test_window_mask():
    expected = [[0 <= i - j < 3 for j in range(6)] for i in range(6)]
    np.testing.assert_array_equal(window_mask(6, 3), expected)
    np.testing.assert_array_equal(window_mask(4), np.tri(4, dtype=bool))
    with pytest.raises(ValueError, match="window must be at least 1, not 0"):
        window_mask(4, 0)


def test_accuracies_are_those_of_single_tests(trained):
    told = accuracies(trained)
    assert told["last"][1] == examine(trained, 64).accuracy("last")
    assert [len(shares) for shares in told.values()] == [4, 4, 4]


def test_every_scheme_has_a_window_and_rotary_its_scalings():
    assert list(variants("t5", SETTINGS)) == ["plain", "window"]
    assert set(variants("rotary", SETTINGS)) == {"plain", "window"} | set(scalings(SETTINGS))


def turned(encoding, length):
    """The angles by which an encoding turns the last of so many tokens: what it does, not how it was made."""
    x = np.zeros((1, 1, length, 8))
    x[..., :4] = 1
    q, _ = encoding.build({}).query_key(x, x, np.arange(length), np.arange(length))
    return np.arctan2(q[0, 0, :, 4:], q[0, 0, :, :4])[1] % (2 * np.pi), np.hypot(q[0, 0, 1, 0], q[0, 0, 1, 4])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("linear", lambda f: scaling.linear(f, 8.0)),
        ("ntk", lambda f: scaling.ntk(8, 10000.0, 8.0)),
        ("dynamic_ntk", lambda f: scaling.dynamic_ntk(8, 10000.0, 1.0, 256, 32)),
        ("yarn", lambda f: scaling.yarn(8, 10000.0, 8.0, 32, beta_fast=4.0)),
        ("llama3", lambda f: scaling.llama3(f, 8.0, 1.0, 4.0, 32)),
        ("longrope", lambda f: scaling.longrope(8, 10000.0, np.ones(4), [1, 8, 8, 8], 256, 32, 256)),
        ("slow_pairs", lambda f: (f / [1, 8, 8, 8], 1.0)),
        ("fast_pairs", lambda f: (f / [8, 1, 1, 1], 1.0)),
    ],
)
def test_scalings_turn_by_the_librarys_frequencies(name, expected):
    frequencies, factor = expected(rotary_frequencies(8))
    angles, size = turned(scalings(SETTINGS)[name], 256)
    np.testing.assert_allclose(angles, frequencies, rtol=1e-9)
    assert size == pytest.approx(factor)


def test_slow_pairs_make_less_than_a_turn():
    np.testing.assert_array_equal(
        slow_pairs(2 * np.pi / np.array([8.0, 31.9, 32.1, 900.0]), 32), [False, False, True, True]
    )


def test_dynamic_ntk_leaves_the_trained_length_alone(trained):
    dynamic = trained.under(scalings(SETTINGS)["dynamic_ntk"])
    for length, alike in ((32, True), (64, False)):
        one, two = (examine(each, length, sequences=64).correct for each in (trained, dynamic))
        assert np.array_equal(one, two) == alike
