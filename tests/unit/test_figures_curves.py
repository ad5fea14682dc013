"""The figures of lesson 02: they draw what they are given, and refuse what does not fit."""

import numpy as np
import pytest

from posenc.encodings.sinusoidal import sinusoidal
from posenc.figures.clock_hands import clock_hands
from posenc.figures.curves import curves


def test_every_series_is_drawn_in_its_panel_and_the_place_is_marked():
    panels = {"one": {"a": [1.0, 2.0, 4.0]}, "two": {"a": [0.0, 1.0, 0.0], "b": [5.0, np.nan, 6.0]}}
    axes = curves([0, 1, 2], panels, x_label="tokens", y_label="value", alt="two panels", at=1).figure.axes
    assert [each.get_title(loc="left") for each in axes] == ["one", "two"]
    for each, series in zip(axes, panels.values(), strict=True):
        *drawn, mark = each.get_lines()
        for line, (name, values) in zip(drawn, series.items(), strict=True):
            assert line.get_label() == name
            np.testing.assert_array_equal(line.get_ydata(), values)
        assert list(mark.get_xdata()) == [1, 1]
        assert each.get_xlabel() == "tokens"
    assert axes[0].get_ylabel() == "value"


def test_without_a_place_nothing_is_marked():
    axes = curves([0, 1], {"one": {"a": [1, 2]}}, x_label="x", y_label="y", alt="a line").figure.axes
    assert len(axes[0].get_lines()) == 1


@pytest.mark.parametrize(
    ("panels", "words"),
    [({}, "at least one title"), ({"one": {"a": [1.0]}}, r"series 'a' has shape \(1,\), but x has shape \(2,\)")],
)
def test_curves_refuse_what_does_not_fit(panels, words):
    with pytest.raises(ValueError, match=words):
        curves([0, 1], panels, x_label="x", y_label="y", alt="none")


def test_hands_end_at_the_cosine_and_sine_of_their_pair():
    code = sinusoidal(np.arange(6), 4)
    figure = clock_hands(code, (1, 5), turns=["6.3", "628"], alt="two clocks, twice").figure
    clocks = np.array(figure.subfigs[0].axes).reshape(2, 2)
    for row, position in zip(clocks, (1, 5), strict=True):
        for pair, axes in enumerate(row):
            _, hand = axes.get_lines()
            assert [line[1] for line in hand.get_data()] == pytest.approx(code[position, [2 * pair + 1, 2 * pair]])
    assert [axes.get_title() for axes in clocks[0]] == ["6.3", "628"]
    heat = figure.subfigs[1].axes[0]
    np.testing.assert_array_equal(heat.collections[0].get_array(), code.T)
    assert [(patch.get_xy(), patch.get_height()) for patch in heat.patches] == [((1, 0), 4), ((5, 0), 4)]
