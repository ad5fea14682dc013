"""The pictures of lesson 04: what they draw is what they were given, and the same bytes each time."""

import numpy as np
import pytest

from posenc.figures.aliasing import aliasing
from posenc.figures.angle_precision import angle_precision
from posenc.figures.scaled_angles import Column, scaled_angles
from posenc.figures.score_decay import score_decay
from posenc.figures.turning_pairs import turning_pairs

X = np.arange(4.0)


def turning():
    vectors = np.array([[[1.0, 0.0], [0.0, 1.0]], [[0.6, 0.8], [-0.6, 0.8]]])
    return turning_pairs({"here": vectors, "there": vectors}, ["a", "b"], X, X**2, at=2, alt="two places")


def alias():
    curves = {"one": X, "all": 2 * X}
    return aliasing(curves, X + 1, curves, neighbour=0.5, alt="two curves")


def scaled():
    columns = [Column("none", 2 * X + 1, np.ones(4), X > 1), Column("other", X + 1, np.ones(4) / 2, X < 0)]
    return scaled_angles(X + 1, columns, alt="two scalings")


def precision():
    curves = {"float16": X + 1, "float32": (X + 1) / 100}
    return angle_precision([1, 2, 4, 8], {"angles": curves, "cosines": curves}, alt="two ways")


def decay():
    return score_decay(X, {"bound": 1 / (X + 1), "score": np.cos(X)}, alt="two curves")


@pytest.mark.parametrize("draw", [turning, alias, scaled, precision, decay])
def test_the_same_bytes_each_time_and_words(draw):
    assert draw().png() == draw().png()
    assert draw().alt.startswith("two ")


def drawn(axes):
    return [line.get_ydata() for line in axes.lines]


def test_curves_are_those_given():
    near, far = alias().figure.axes
    for axes in (near, far):
        np.testing.assert_array_equal(drawn(axes)[:2], [X, 2 * X])
    np.testing.assert_array_equal(drawn(decay().figure.axes[0])[:2], [1 / (X + 1), np.cos(X)])
    for axes in precision().figure.axes:
        np.testing.assert_array_equal(drawn(axes), [X + 1, (X + 1) / 100])
    np.testing.assert_array_equal(drawn(turning().figure.axes[-1])[0], X**2)


def test_new_angles_are_marked_and_counted():
    above = scaled().figure.axes[:2]
    assert [axes.get_title(loc="left").split("\n")[1] for axes in above] == ["2 pairs meet new angles", "no new angles"]
    np.testing.assert_array_equal(above[0].lines[2].get_xdata(), [2, 3])


def test_hands_end_where_the_vectors_point():
    dials = turning().figure.axes[0]
    tips = [line.get_xydata()[0] for line in dials.lines if len(line.get_xydata()) == 1]
    np.testing.assert_allclose(tips, [[1, 0], [0, 1], [3.0, 0.8], [1.8, 0.8]])
