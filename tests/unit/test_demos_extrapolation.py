"""The demos of lesson 07 show what was measured; the live one paints, ends, and survives an interrupt."""

import re

import numpy as np
import pytest

from posenc.demos import live_training, longer_logs, where_it_fails
from posenc.demos.live_training import GUESSING, loss_picture, loss_svg, smoothed, watch_training
from posenc.lab import MULTIPLES, TASKS, Settings, shipped

SHORT = Settings(steps=60, length=8, batch=2)


@pytest.mark.parametrize("length", range(len(MULTIPLES)))
def test_bars_and_curves_are_the_means_of_the_shipped_results(length):
    entries, results = list(longer_logs.ENTRIES), shipped.results()
    contents = longer_logs.longer_logs_scene().frame_at((entries.index("rotary, YaRN"), 1, length)).contents
    bars = contents["all"].numbers
    assert bars[entries.index("alibi")] == pytest.approx(results.accuracy("alibi", "last").mean(axis=0)[length])
    x, *curves = contents["curves"].numbers.reshape(-1, len(MULTIPLES))
    np.testing.assert_allclose(x, np.log2(MULTIPLES))
    assert len(curves) == len(TASKS) + 1
    expected = results.accuracy("rotary", "last", variant="yarn").mean(axis=0)
    np.testing.assert_allclose(curves[TASKS.index("last")], expected, rtol=1e-6)
    assert contents["curves"].labels["at"] == length


def test_the_caption_gives_the_spread_over_seeds():
    frame = longer_logs.longer_logs_scene().frame_at((list(longer_logs.ENTRIES).index("alibi"), 2, 3))
    seeds = shipped.results().accuracy("alibi", "head")[:, 3]
    assert f"({seeds.min():.0%} to {seeds.max():.0%} over 3 seeds)" in frame.caption


def test_every_entry_was_measured():
    results = shipped.results()
    assert {scheme for scheme, _ in longer_logs.ENTRIES.values()} == {row.scheme for row in results.rows}
    for scheme, variant in longer_logs.ENTRIES.values():
        assert variant in results.variants(scheme)


def test_accuracy_by_position_is_that_of_the_studies_and_the_average_runs_from_the_start():
    entries = list(where_it_fails.ENTRIES)
    frame = where_it_fails.where_it_fails_scene().frame_at((entries.index("rotary"), 0, 2))
    x, here, average = frame.contents["curves"].numbers.reshape(3, -1)
    np.testing.assert_allclose(x, np.arange(8, 128, 16))
    np.testing.assert_allclose(here, shipped.by_position("rotary", "back", 128).mean(axis=0), rtol=1e-6)
    np.testing.assert_allclose(average[-1], here.mean(), rtol=1e-6)
    assert f"the second half, where no token stood in training, says {here[4:].mean():.2f}" in frame.caption
    assert "the trained length" in where_it_fails.where_it_fails_scene().frame_at((0, 0, 0)).caption


def test_smoothing_keeps_the_mean_and_the_order():
    losses = np.linspace(2, 0, 1000)
    places, heights = smoothed(losses)
    assert len(places) == 120
    assert (np.diff(places) > 0).all()
    assert (np.diff(heights) < 0).all()
    np.testing.assert_allclose(np.interp(500, places, heights), 1, atol=0.01)
    np.testing.assert_array_equal(smoothed(losses[:3])[1], losses[:3])


def test_the_painted_curve_stays_in_its_box_and_says_how_to_stop():
    svg = loss_svg(np.array([9.0, GUESSING, 0.0]), 6)
    points = re.search(r'polyline points="([^"]+)"', svg).group(1)
    xy = np.array([point.split(",") for point in points.split()], dtype=float)
    assert (xy >= 0).all()
    assert (xy <= (480, 120)).all()
    assert "step 3 of 6" in svg
    assert "stops it, the model stays" in svg
    assert "stops it" not in loss_svg(np.ones(6), 6)


@pytest.fixture
def shown(monkeypatch):
    """What IPython would display, and update."""
    seen = []

    class Handle:
        def update(self, page):
            seen.append(page)

    def display(page, **options):
        seen.append(page)
        return Handle()

    monkeypatch.setattr("IPython.display.display", display)
    monkeypatch.delenv("POSENC_STATIC", raising=False)
    return seen


def test_live_training_paints_and_returns_the_model(shown, monkeypatch):
    monkeypatch.setattr(live_training, "_PAUSE", 0.0)
    trained = watch_training("alibi", SHORT)
    assert len(trained.losses) == SHORT.steps
    assert "step 60 of 60" in shown[-1].data
    assert len(shown) > 2


def test_an_interrupt_keeps_what_is_there_and_says_so(shown, monkeypatch, capsys):
    def stop(self, losses):
        raise KeyboardInterrupt

    monkeypatch.setattr(live_training._Live, "__call__", stop)
    trained = watch_training("alibi", SHORT)
    assert len(trained.losses) == 50
    assert capsys.readouterr().out == "Stopped after 50 of 60 steps; what it has learned so far is kept.\n"


def test_in_a_built_lesson_the_curve_is_one_still_picture(shown, monkeypatch):
    monkeypatch.setenv("POSENC_STATIC", "1")
    watch_training("none", SHORT)
    assert [picture.alt for picture in shown] == [loss_picture(np.ones(4)).alt]


def test_pictures_say_what_they_show():
    for picture in (longer_logs.longer_logs_picture(), where_it_fails.where_it_fails_picture()):
        assert "otary" in picture.alt
        assert picture.png().startswith(b"\x89PNG")
