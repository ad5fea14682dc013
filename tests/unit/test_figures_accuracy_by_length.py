"""Accuracy against length: every line and band is drawn where it was measured, and what does not fit is refused."""

import numpy as np
import pytest

from posenc.figures.accuracy_by_length import accuracy_by_length

MULTIPLES = [1, 2, 4]
PANELS = {
    "alibi": {"back": [[1.0, 0.8, 0.6], [0.8, 0.8, 0.2]], "last": [[1.0, 1.0, 1.0], [1.0, 0.9, 0.8]]},
    "none": {"back": [0.5, 0.4, 0.3], "last": [0.9, 0.6, 0.4]},
}


def test_lines_are_means_and_bands_go_from_least_to_most():
    picture = accuracy_by_length(MULTIPLES, PANELS)
    for axes, (title, tasks) in zip(picture.figure.axes, PANELS.items(), strict=False):
        assert axes.get_title(loc="left") == title
        *lines, chance = axes.get_lines()
        assert list(chance.get_ydata()) == [0.25, 0.25]
        for line, band, (task, shares) in zip(lines, axes.collections, tasks.items(), strict=True):
            shares = np.atleast_2d(shares)
            assert line.get_label() == task
            np.testing.assert_allclose(line.get_ydata(), shares.mean(axis=0))
            edge = band.get_paths()[0].vertices
            for x, low, high in zip(MULTIPLES, shares.min(axis=0), shares.max(axis=0), strict=True):
                heights = edge[edge[:, 0] == x, 1]
                assert (heights.min(), heights.max()) == pytest.approx((low, high))


def test_alt_text_tells_each_fall():
    assert accuracy_by_length(MULTIPLES, PANELS).alt == (
        "Accuracy from 1 to 4 times the trained length. "
        "alibi back 0.9 to 0.4, last 1.0 to 0.9; none back 0.5 to 0.3, last 0.9 to 0.4."
    )


def test_tasks_differ_in_more_than_colour():
    lines = accuracy_by_length(MULTIPLES, PANELS).figure.axes[0].get_lines()[:2]
    assert len({line.get_marker() for line in lines}) == 2
    assert len({line.get_linestyle() for line in lines}) == 2


def test_panels_without_a_scheme_are_empty():
    nine = {str(number): {"back": [0.1, 0.2, 0.3]} for number in range(9)}
    axes = accuracy_by_length(MULTIPLES, nine).figure.axes
    assert [each.get_visible() for each in axes] == [True] * 9 + [False] * 3


@pytest.mark.parametrize(
    ("panels", "words"),
    [({}, "at least one title"), ({"t5": {"back": [[1.0, 0.5]]}}, r"t5, back: accuracies have shape \(1, 2\)")],
)
def test_what_does_not_fit(panels, words):
    with pytest.raises(ValueError, match=words):
        accuracy_by_length(MULTIPLES, panels)
