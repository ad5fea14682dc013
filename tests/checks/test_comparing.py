"""Answers are rebuilt from plain types, then compared within rounding, whatever they claim to be."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from posenc.checking.comparing import ABSOLUTE, RELATIVE, NotPlainError, difference, plain, show

NUMBERS = hnp.arrays(
    st.sampled_from([np.float64, np.float32, np.int64, np.bool_]), hnp.array_shapes(min_dims=0, max_dims=3, min_side=0)
)
NESTED = st.recursive(
    NUMBERS | st.text(max_size=5), lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=5
)


@pytest.mark.parametrize(
    "value", [1, 2.5, True, np.float32(3), [1, 2], (1.0, 2.0), [[1, 2], [3, 4]], np.eye(2), [], [[]], range(3)]
)
def test_numbers_in_any_form_are_plain(value):
    rebuilt = plain(value)
    for part in rebuilt if isinstance(rebuilt, list) else [rebuilt]:
        assert type(part) is np.ndarray
    np.testing.assert_array_equal(np.array(rebuilt), np.array(value))


@pytest.mark.parametrize(
    "value",
    [None, ..., object(), {}, {1, 2}, b"1", 1j, [None], [1, None], np.array([None]), np.datetime64(0, "s")],
)
def test_anything_else_is_not(value):
    with pytest.raises(NotPlainError):
        plain(value)


def test_a_subclass_is_copied_into_a_plain_array():
    data = np.arange(3.0)
    rebuilt = plain(data.view(np.ma.MaskedArray))
    assert type(rebuilt) is np.ndarray
    data[:] = 0
    np.testing.assert_array_equal(rebuilt, [0, 1, 2])
    assert type(plain(np.str_("text"))) is str


@given(NESTED)
def test_everything_equals_itself(value):
    assert difference(plain(value), plain(value)) is None


@given(NESTED, NESTED)
def test_any_two_answers_can_be_compared_and_a_difference_has_words(one, other):
    words = difference(plain(one), plain(other))
    assert words is None or (words.strip() and not words.endswith("."))


@given(hnp.arrays(np.float64, hnp.array_shapes(max_dims=3), elements=st.floats(-1e3, 1e3)), st.data())
def test_rounding_is_forgiven_and_a_slip_is_not(array, data):
    where = tuple(data.draw(st.integers(0, side - 1)) for side in array.shape)
    near, far = array.copy(), array.copy()
    bound = ABSOLUTE + RELATIVE * abs(array[where])
    near[where] += 0.5 * bound
    far[where] += 2 * bound
    assert difference(array, near) is None
    assert difference(array, far) is not None
    assert "1 of" in difference(array, far)


@pytest.mark.parametrize(
    ("expected", "got", "words"),
    [
        (np.ones(2), np.ones(3), "expected shape (2,), got (3,)"),
        (np.ones(2), np.ones((2, 1)), "expected shape (2,), got (2, 1)"),
        (np.ones(2), np.array(1.0), "expected shape (2,), got ()"),
        (np.ones(2), np.ones(2, dtype=bool), "expected numbers, got bool"),
        (np.ones(2, dtype=bool), np.ones(2), "expected True and False, got float64"),
        (np.array([True, False]), np.array([True, True]), "1 entries differ"),
        (np.zeros(2), np.array([0.0, np.nan]), "NaN (not a number) among the values"),
        (np.zeros(2), np.array([0.0, np.inf]), "1 of 2 entries differ, by up to inf"),
        (np.array([-np.inf]), np.array([np.inf]), "1 of 1 entries differ, by up to inf"),
        (np.zeros(4), np.array([0.0, 1.0, -3.0, 0.0]), "2 of 4 entries differ, by up to 3"),
        ([np.ones(1)] * 3, [np.ones(1)] * 2, "expected 3 things, got 2"),
        ([np.ones(1)] * 3, np.ones(()), "expected 3 things, got 1"),
        ([np.ones(1)] * 3, "one two three", "expected a sequence, got the text 'one two three'"),
        ([np.ones(1), np.ones(2)], [np.ones(1), np.zeros(2)], "2 of 2 entries differ, by up to 1"),
        (np.ones(2), [np.ones(1), np.ones(2)], "expected one array of shape (2,), got a list of unequal parts"),
        ("left", "right", "expected 'left', got 'right'"),
        ("left", np.ones(1), "expected 'left', got [1.]"),
    ],
)
def test_a_difference_says_what_differs(expected, got, words):
    assert difference(expected, got) == words


def test_arrays_and_lists_of_arrays_may_stand_for_each_other():
    rows = [np.ones(2), np.zeros(2)]
    assert difference(np.array(rows), rows) is None
    assert difference(rows, np.array(rows)) is None
    assert difference(np.array([np.inf, 1]), np.array([np.inf, 1])) is None


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (np.array([1.0, 2.5, -3.0, 1e-9]), "[ 1.   2.5 -3.   0. ]"),
        (2.123456, "2.1235"),
        (np.array([1, 2]), "[1 2]"),
        (np.array([True]), "[ True]"),
        (7, "7"),
        ("text", "'text'"),
        ([np.zeros(1), "a"], "[0.]\n'a'"),
        ("x" * 1000, "'" + "x" * 49 + " ... " + "x" * 44 + "'"),
    ],
)
def test_inputs_and_answers_are_shown_briefly(value, shown):
    assert show(value) == shown


@given(NESTED)
def test_however_large_it_stays_brief(value):
    assert len(show(plain(value))) < 2000
    assert len(show(np.zeros((50, 50, 50)))) < 4000
    assert show([np.zeros(1)] * 100).count("\n") == 6
