"""The demos of lesson 03 show what the library computes."""

import numpy as np
import pytest

from posenc.demos.moved_window import CHOSEN, MOVES, N_TOKENS, STEPS, TEXT, changes, moved, moved_window_picture
from posenc.demos.moved_window import moved_window_scene as window_scene
from posenc.demos.offset_matrix import (
    BUCKETS,
    CLIPS,
    MAX_DISTANCE,
    N_KEYS,
    N_QUERIES,
    STARTS,
    offset_matrix_picture,
    offset_matrix_scene,
)
from posenc.encodings.t5 import t5_bucket
from posenc.figures.offset_matrix import offset_matrix


@pytest.mark.parametrize("clip", range(len(CLIPS)))
@pytest.mark.parametrize("buckets", range(len(BUCKETS)))
@pytest.mark.parametrize("first", range(len(STARTS)))
def test_each_cell_is_its_pair_s_offset_clipped_offset_and_bucket(clip, buckets, first):
    contents = offset_matrix_scene().frame_at((clip, buckets, first)).contents
    shown = {name: contents[name].numbers.reshape(N_QUERIES, N_KEYS) for name in ("offsets", "clipped", "bucket")}
    options = {"num_buckets": BUCKETS[buckets], "max_distance": MAX_DISTANCE}
    for (i, j), offset in np.ndenumerate(shown["offsets"]):
        assert offset == j - (STARTS[first] + i)
        assert shown["clipped"][i, j] == max(-CLIPS[clip], min(CLIPS[clip], offset))
        assert shown["bucket"][i, j] == t5_bucket([int(offset)], **options)[0]


@pytest.mark.parametrize("name", CHOSEN)
@pytest.mark.parametrize("steps", range(1, STEPS + 1))
def test_only_a_relative_encoding_and_only_shifted_positions_change_nothing(name, steps):
    found = {move: max(changes(name, move, steps).values()) for move in MOVES}
    assert (found[MOVES[0]] < 1e-12) == (name != "sinusoidal")
    assert found[MOVES[1]] > 0.01
    assert found[MOVES[2]] > 0.01


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("steps", range(STEPS + 1))
def test_each_kept_token_is_found_again(move, steps):
    words, places, kept = moved(move, steps)
    assert len(words) == len(places) == N_TOKENS
    assert kept
    assert all(words[new] == TEXT[old] for old, new in kept)


def test_the_bars_are_the_changes():
    shown = window_scene().frame_at((0, 1, 2)).contents["changes"].numbers
    np.testing.assert_allclose(shown, list(changes("shaw", MOVES[1], 2).values()), rtol=1e-6)


def test_pictures_say_what_they_show():
    for picture, word in ((offset_matrix_picture(), "offsets"), (moved_window_picture(), "Shaw")):
        assert word in picture.alt
        assert picture.png().startswith(b"\x89PNG")


def test_matrices_of_two_shapes_are_refused():
    with pytest.raises(ValueError, match="one shape"):
        offset_matrix({"a": np.zeros((2, 2), int), "b": np.zeros((3, 3), int)}, alt="two sizes")
