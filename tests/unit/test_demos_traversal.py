"""Walk the grid: each walk visits every patch once, and the likenesses are those of the library's codes."""

import itertools

import numpy as np
import pytest

from posenc.demos.packing import pack
from posenc.demos.traversal import (
    BASE,
    D_MODEL,
    HEIGHT,
    START,
    WIDTH,
    flat_similarity,
    grid_similarity,
    traversal_picture,
    traversal_scene,
    walks,
)
from posenc.encodings.grid import sincos_2d
from posenc.encodings.sinusoidal import sinusoidal

CELLS = HEIGHT * WIDTH
NAMES = list(walks())


@pytest.mark.parametrize("name", NAMES)
def test_a_walk_visits_every_patch_once(name):
    assert sorted(walks()[name].ravel()) == list(range(CELLS))
    assert walks()[name][0, 0] == 0


@pytest.mark.parametrize("name", ["snake", "spiral"])
def test_these_walks_never_jump(name):
    rows, columns = np.unravel_index(np.argsort(walks()[name], axis=None), (HEIGHT, WIDTH))
    assert set(np.abs(np.diff(rows)) + np.abs(np.diff(columns))) == {1}


def test_the_plain_walks_are_the_two_orders_of_memory():
    assert walks()["row by row"].ravel(order="C").tolist() == list(range(CELLS))
    assert walks()["column by column"].ravel(order="F").tolist() == list(range(CELLS))


@pytest.mark.parametrize("name", NAMES)
def test_likeness_is_a_cosine_of_the_codes(name):
    places = walks()[name].ravel()
    for a, b in itertools.product((0, START, CELLS - 1), range(CELLS)):
        one, other = sinusoidal(places[[a, b]], D_MODEL, base=BASE)
        cosine = one @ other / np.linalg.norm(one) / np.linalg.norm(other)
        assert flat_similarity(name)[a, b] == pytest.approx(cosine)
        one, other = sincos_2d(HEIGHT, WIDTH, D_MODEL, base=BASE)[[a, b]]
        assert grid_similarity()[a, b] == pytest.approx(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


def test_only_the_grid_code_treats_both_axes_alike():
    beside, below = START + 1, START + WIDTH
    assert grid_similarity()[START, beside] == pytest.approx(grid_similarity()[START, below])
    assert flat_similarity("row by row")[START, beside] > flat_similarity("row by row")[START, below] + 0.3


def test_every_frame_holds_these_numbers_and_fits_its_scale():
    scene = traversal_scene()
    for walk, patch in itertools.product(range(len(NAMES)), range(CELLS)):
        frame = scene.frame_at((walk, patch)).contents
        np.testing.assert_array_equal(frame["places"].numbers, walks()[NAMES[walk]].ravel())
        np.testing.assert_array_equal(frame["flat"].numbers, np.float32(flat_similarity(NAMES[walk])[patch]))
        np.testing.assert_array_equal(frame["grid"].numbers, np.float32(grid_similarity()[patch]))
        for name in ("flat", "grid"):
            assert np.all((frame[name].numbers >= 0) & (frame[name].numbers <= 1 + 1e-6))


def test_captions_count_the_steps_of_the_walk():
    scene = traversal_scene()
    assert "is 1 place away in the sequence, the patch below 6." in scene.frame_at((0, START)).caption
    assert "is 4 places away in the sequence, the patch below 1." in scene.frame_at((1, START)).caption
    last = scene.frame_at((0, CELLS - 1)).caption  # neighbours on the other sides
    assert "the patch above 6." in last


def test_it_packs_and_its_picture_has_the_scenes_alt_text():
    scene = traversal_scene()
    assert len(pack(scene)["captions"]) == len(NAMES) * CELLS
    picture = traversal_picture()
    assert picture.alt == scene.alt
    assert picture.png() == traversal_picture().png()
