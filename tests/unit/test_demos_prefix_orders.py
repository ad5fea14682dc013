"""Shuffle the prefix: every frame says what the library says, one layer keeps the last row and two do not."""

import itertools

import numpy as np
import pytest

from posenc.demos.packing import pack
from posenc.demos.prefix_orders import (
    DEPTHS,
    ORDERS,
    WEIGHT_STREAM,
    WORDS,
    outputs,
    prefix_orders_picture,
    prefix_orders_scene,
    run,
)
from posenc.demos.sentence import D_MODEL, QUERY_GAIN, embedding
from posenc.encodings.attention import attention

FRAMES = list(itertools.product(range(len(ORDERS)), range(len(DEPTHS))))


def layers(x, depth):
    """The stack once more, one sentence at a time and with a mask of its own."""
    rng = np.random.default_rng(WEIGHT_STREAM)
    for _ in range(depth):
        w_q, w_k, w_v, w_o = rng.standard_normal((4, D_MODEL, D_MODEL)) / np.sqrt(D_MODEL)
        mask = np.tri(len(x), dtype=bool)
        x = x + attention(QUERY_GAIN * x @ w_q, x @ w_k, x @ w_v, mask=mask) @ w_o
    return x


def test_the_orders_are_all_orders_of_all_words_but_the_last():
    assert len(set(ORDERS)) == 24
    assert {order[-1] for order in ORDERS} == {len(WORDS) - 1}
    assert all(sorted(order) == list(range(len(WORDS))) for order in ORDERS)


@pytest.mark.parametrize("depth", DEPTHS)
def test_outputs_are_the_librarys(depth):
    x = np.stack([embedding(word, seed=0) for word in WORDS])
    for order, rows in zip(ORDERS, outputs(depth), strict=True):
        np.testing.assert_allclose(rows, layers(x[list(order)], depth), atol=1e-12)


def test_one_layer_keeps_the_last_row_and_two_do_not():
    assert [run(5, depth).last_rows for depth in DEPTHS] == [1, 24]
    for order, depth in itertools.product(range(1, len(ORDERS)), DEPTHS):
        shown = run(order, depth)
        assert shown.kept[-1] == (depth == 1)
        assert (shown.last_change < 1e-12) == (depth == 1)
        assert depth == 1 or shown.last_change > 0.1


def test_a_row_is_kept_by_one_layer_exactly_where_the_same_words_stand_before_it():
    for number, order in enumerate(ORDERS):
        same = [set(order[: i + 1]) == set(range(word + 1)) for i, word in enumerate(order)]
        assert run(number, 1).kept.tolist() == same


def test_every_frame_holds_these_numbers():
    scene = prefix_orders_scene()
    for order, depth in FRAMES:
        shown, frame = run(order, DEPTHS[depth]), scene.frame_at((order, depth))
        np.testing.assert_array_equal(frame.contents["output"].numbers, np.float32(shown.before).ravel())
        np.testing.assert_array_equal(frame.contents["output_after"].numbers, np.float32(shown.after).ravel())
        assert frame.contents["moves"].labels["kept"] == shown.kept.tolist()
        assert frame.contents["change"].numbers[0] == np.float32(shown.last_change)
        words = frame.contents["output_after"].labels["rows"]["words"]
        assert " ".join(words[:-1]) == scene.controls[0].stops[order]


def test_captions_say_what_is_seen():
    scene = prefix_orders_scene()
    for order, depth in FRAMES:
        caption = scene.frame_at((order, depth)).caption
        assert caption.endswith("one and the same row." if depth == 0 else "24 different rows.")
        if order:
            assert ("“sleeps” stays" in caption) == (depth == 0)


def test_it_packs_and_its_picture_has_the_scenes_alt_text():
    scene = prefix_orders_scene()
    assert len(pack(scene)["captions"]) == len(FRAMES)
    picture = prefix_orders_picture()
    assert picture.alt == scene.alt
    assert picture.png() == prefix_orders_picture().png()
