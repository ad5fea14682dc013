"""The demos of lesson 02: every frame holds the library's numbers, and says in words what they show."""

from itertools import product

import numpy as np
import pytest

from posenc.demos import clock_hands, code_products, one_number, stretched_table
from posenc.demos.packing import pack
from posenc.encodings.learned import interpolate
from posenc.encodings.sinusoidal import offset_rotation, sinusoidal

SCENES = {
    "clock_hands": clock_hands.clock_hands_scene,
    "code_products": code_products.code_products_scene,
    "one_number": one_number.one_number_scene,
    "stretched_table": stretched_table.stretched_table_scene,
}
PICTURES = {
    "clock_hands": clock_hands.clock_hands_picture,
    "code_products": code_products.code_products_picture,
    "one_number": one_number.one_number_picture,
    "stretched_table": stretched_table.stretched_table_picture,
}


def frames(scene):
    """Every frame with its stops."""
    for stops in product(*map(range, scene.shape)):
        yield stops, scene.frame_at(stops)


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_packs_and_moving_any_slider_or_toggle_shows_something_else(name):
    scene = SCENES[name]()
    packed = pack(scene)
    for axis, control in enumerate(scene.controls):
        start = [each.start for each in scene.controls]
        stop = start.copy()
        stop[axis] = (start[axis] + 1) % len(control.stops)
        here, there = (int(np.ravel_multi_index(stops, scene.shape)) for stops in (start, stop))
        shown = [(panel["blocks"], panel["labels"]) for panel in packed["panels"] if panel["kind"] != "text"]
        assert any(b[here] != b[there] or w[here] != w[there] for b, w in shown), control.name


@pytest.mark.parametrize("name", SCENES)
def test_the_picture_says_what_the_scene_says_of_it(name):
    picture = PICTURES[name]()
    assert picture.alt == SCENES[name]().alt
    assert picture.png() == PICTURES[name]().png()


@pytest.mark.parametrize("name", SCENES)
def test_captions_are_sentences(name):
    for _, frame in frames(SCENES[name]()):
        assert frame.caption.endswith(".")
        assert len(frame.caption) < 260
        assert not {"nan", "inf"} & set(frame.caption.split())


def test_hands_and_heat_map_are_the_librarys_code():
    for (position, base), frame in frames(clock_hands.clock_hands_scene()):
        code = sinusoidal(np.arange(64), 16, base=(10000.0, 100.0)[base])
        np.testing.assert_array_equal(frame.contents["code"].numbers, np.float32(code.T).ravel())
        angles = frame.contents["hands"].numbers
        hands = np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel()
        np.testing.assert_allclose(hands, code[position], atol=1e-5)
        assert frame.contents["code"].labels["column"] == position


def test_the_caption_counts_the_turns():
    frame = clock_hands.clock_hands_scene().frame_at((44, 0))
    assert frame.caption.startswith("At position 44 the fastest hand has gone round 7.0 times;")  # 44 / 2π = 7.003
    assert "slowest has turned by 0.8°, and needs 19869 tokens" in frame.caption  # 360 · 44 / 19869 = 0.797


def test_turns_are_named_as_one_writes_them():
    assert clock_hands.turn_names(np.array([6.2832, 99.94, 100.4, 19869.2])) == ["6.3", "99.9", "100", "19869"]


def test_products_are_the_librarys():
    widths, places = (16, 64, 128, 512), (0, 10, 100, 1000)
    for (width, start, mixed), frame in frames(code_products.code_products_scene()):
        d, shown = widths[width], [places[start], 0] if start else [0]
        between = code_products.matrix(d) if mixed else np.eye(d)
        offsets, *curves = frame.contents["products"].numbers.reshape(-1, 129)
        np.testing.assert_array_equal(offsets, np.arange(129))
        for p, curve in zip(shown, curves, strict=True):
            here, there = sinusoidal([p], d)[0], sinusoidal(p + np.arange(129), d)
            np.testing.assert_allclose(curve, there @ (here @ between) / (d / 2), atol=1e-6)
            assert np.abs(curve).max() <= 1.1, "inside the plot"
        assert frame.contents["products"].labels["names"] == [f"p = {p}" for p in shown]


@pytest.mark.parametrize(("d_model", "valley"), [(16, 3), (64, 5), (128, 11), (512, 43)])
def test_where_the_products_first_rise(d_model, valley):
    curve = code_products.products(d_model, 0, mixed=False)
    assert code_products.first_valley(curve) == valley
    assert np.all(np.diff(curve[: valley + 1]) < 0)
    assert curve[valley + 1] > curve[valley]


def test_curves_agree_for_every_place_without_a_matrix_and_only_then():
    for p in (10, 100, 1000):
        for mixed in (False, True):
            here, at_0 = (code_products.products(64, place, mixed=mixed) for place in (p, 0))
            assert (np.abs(here - at_0).max() < 1e-9) is not mixed


def test_the_stretched_table_is_the_librarys():
    for (length, table, pair), frame in frames(stretched_table.stretched_table_scene()):
        n, rows = (16, 20, 24, 31, 46, 61)[length], stretched_table.table_of(table)
        curves = frame.contents["channel"].numbers.reshape(-1, 61)[1:]
        np.testing.assert_array_equal(curves[0, :16], np.float32(rows[:, 2 * pair]))
        np.testing.assert_array_equal(curves[1, :n], np.float32(interpolate(rows, n)[:, 2 * pair]))
        assert np.isnan(curves[0, 16:]).all()
        assert np.isnan(curves[1, n:]).all()
        assert len(curves) == (3 if table == 0 else 2)
        if table == 0:
            np.testing.assert_array_equal(curves[2], np.float32(sinusoidal(np.arange(61), 32)[:, 2 * pair]))
        assert np.nanmax(np.abs(curves)) <= 2, "inside the plot"
        edge = frame.contents["edge"].labels["items"][0]
        assert edge["value"] == (
            "row 15, the last one" if n == 16
            else f"IndexError: position {n - 1} is outside the table of 16 rows (0..15)"
        )  # fmt: skip


@pytest.mark.parametrize("pair", range(4))
def test_between_rows_a_pair_is_shorter_by_cos_of_half_its_turn(pair):
    table = sinusoidal(np.arange(16), 32)
    own, new = stretched_table.pair_lengths(table, 31, pair)
    assert own == pytest.approx(1)
    assert new == pytest.approx(np.cos(10000.0 ** (-pair / 16) / 2))
    assert np.isnan(stretched_table.pair_lengths(table, 16, pair)[1])


def test_bars_and_caption_tell_of_the_chosen_pair():
    frame = stretched_table.stretched_table_scene().frame_at((3, 0, 0))
    np.testing.assert_allclose(frame.contents["lengths"].numbers, [1, np.cos(0.5)], rtol=1e-6)
    assert frame.caption.startswith(
        "For 31 tokens the 16 rows are drawn out to 31; between them the pair keeps 88 % of its length on average."
    )


def test_which_rows_stand_between():
    assert stretched_table.between(31).tolist() == [False, True] * 15 + [False]
    assert not stretched_table.between(16).any()
    assert (~stretched_table.between(46)).sum() == 16


def test_scores_are_the_librarys():
    for (query, offset), frame in frames(one_number.one_number_scene()):
        place, step = query + 4, (0, -1, -4)[offset]
        sinusoid, number = frame.contents["scores"].numbers.reshape(-1, 32)[1:]
        asked = offset_rotation(step, 64) @ sinusoidal([place], 64)[0]
        np.testing.assert_allclose(sinusoid, sinusoidal(np.arange(32), 64) @ asked / 32, atol=1e-6)
        np.testing.assert_allclose(number, (place + step) * np.arange(32) / 31**2, atol=1e-6)
        assert np.argmax(sinusoid) == place + step
        assert frame.contents["scores"].labels["at"] == place + step
        found = {item["name"]: item["value"] for item in frame.contents["found"].labels["items"]}
        assert found["sinusoid finds"] == f"key {place + step}"
        assert found["one number finds"] == ("key 31" if place + step else "every key alike")
