"""Shuffle the sentence: every frame says what the library says, and any sentence is taken."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.demos import shuffle_demo
from posenc.demos.frontend import Demo
from posenc.demos.packing import pack
from posenc.demos.sentence import D_MODEL, embedding, make_layer, orders, shuffle, tokenize
from posenc.demos.shuffle import shuffle_picture, shuffle_scene
from posenc.encodings.attention import attention_weights, self_attention
from posenc.encodings.sinusoidal import sinusoidal
from posenc.figures.picture import Picture
from posenc.symmetry import conjugate, permute_rows

SENTENCES = ["the dog bites the man", "dog bites man", "alone", "a b c d e f g h"]


def test_every_frame_holds_the_librarys_numbers():
    tokens = ("the", "dog", "bites", "the", "man")
    layer, scene = make_layer(tokens, 3), shuffle_scene(" ".join(tokens), seed=3)
    w_q, w_k, w_v, w_o = layer.projections
    for order, positions in product(range(scene.shape[0]), range(2)):
        perm = list(orders(5))[order]
        added = positions * sinusoidal(np.arange(5), D_MODEL)
        x, moved = layer.x + added, permute_rows(layer.x, perm) + added
        frame = scene.frame_at((order, positions)).contents
        expected = {
            "weights": attention_weights(x @ w_q, x @ w_k),
            "weights_after": attention_weights(moved @ w_q, moved @ w_k),
            "output": self_attention(x, w_q, w_k, w_v, w_o),
            "output_after": self_attention(moved, w_q, w_k, w_v, w_o),
        }
        for name, values in expected.items():
            np.testing.assert_array_equal(frame[name].numbers, np.float32(values).ravel(), err_msg=name)
        difference = np.abs(expected["output_after"] - expected["output"][list(perm)])
        assert frame["gaps"].numbers[0] == np.float32(difference.max())
        assert frame["output_moves"].labels["kept"] == (difference.max(axis=1) < 1e-9).tolist()


@pytest.mark.parametrize("sentence", SENTENCES)
def test_without_positions_rows_only_move_and_with_them_they_change(sentence):
    layer = make_layer(tuple(sentence.split()), 0)
    for perm in orders(len(layer.tokens)):
        off, on = shuffle(layer, perm, False), shuffle(layer, perm, True)
        np.testing.assert_allclose(off.weights_after, conjugate(off.weights, perm), atol=1e-12)
        assert off.kept.all()
        assert off.gap < 1e-12
        assert off.pooled_gap < 1e-12
        moved = perm != tuple(range(len(perm)))
        assert (on.gap > 0.05, on.pooled_gap > 1e-3, on.kept.all()) == (moved, moved, not moved)


def test_the_default_sentence_shows_the_difference_well():
    """Distinct rows to follow by eye, and a gap that nobody overlooks."""
    layer = make_layer(tokenize(SENTENCES[0])[0], 0)
    rows = shuffle(layer, (0, 1, 2, 3, 4), False).output[[0, 1, 2, 4]]
    assert min(np.abs(a - b).max() for i, a in enumerate(rows) for b in rows[:i]) > 0.3
    assert min(shuffle(layer, perm, True).gap for perm in list(orders(5))[1:]) > 0.3


@pytest.mark.parametrize("n", range(1, 9))
def test_orders_are_distinct_permutations_with_names_of_their_own(n):
    choices = orders(n)
    assert len(choices) == min(24, math.factorial(n))
    assert next(iter(choices)) == tuple(range(n))
    assert all(sorted(perm) == list(range(n)) for perm in choices)
    assert len(set(choices.values())) == len(choices)


@pytest.mark.parametrize("n", range(2, 9))
def test_orders_do_what_their_names_say(n):
    by_name = {name: perm for perm, name in orders(n).items()}
    words = [f"w{i}" for i in range(n)]
    said = {
        "first two swapped": [words[1], words[0], *words[2:]],
        "reversed": words[::-1],
        "first and last swapped": [words[-1], *words[1:-1], words[0]],
        "first word moved to the end": [*words[1:], words[0]],
        "last word moved to the front": [words[-1], *words[:-1]],
    }
    for name in said.keys() & by_name.keys():
        assert [words[i] for i in by_name[name]] == said[name]
    assert n < 4 or said.keys() <= by_name.keys()


def test_equal_words_have_equal_vectors_whatever_the_session():
    layer = make_layer(("the", "dog", "the"), 7)
    np.testing.assert_array_equal(layer.x[0], layer.x[2])
    assert not np.allclose(layer.x[0], layer.x[1])
    assert not np.allclose(embedding("the", 0), embedding("the", 1))
    np.testing.assert_allclose(embedding("dog", 0)[:3], DOG, rtol=1e-12)  # Python's hash() would differ each time


DOG = np.random.default_rng([0, 100, 111, 103]).standard_normal(3)  # seed, then the bytes of "dog"


@pytest.mark.parametrize(
    ("sentence", "n", "note"),
    [
        ("", 5, "No words yet: showing “the dog bites the man”."),
        (" \n\t ", 5, "No words yet: showing “the dog bites the man”."),
        ("dog", 1, ""),
        ("a b c d e f g h", 8, ""),
        ("word " * 200, 8, "Only the first 8 of 200 words are used."),
    ],
)
def test_one_to_eight_words_are_used_and_the_reader_is_told(sentence, n, note):
    tokens, said = tokenize(sentence)
    assert (len(tokens), said) == (n, note)
    assert shuffle_scene(sentence).note == note


@given(st.text(max_size=60))
def test_any_text_makes_a_scene(sentence):
    packed = pack(shuffle_scene(sentence))
    tokens, _ = tokenize(sentence)
    written = next(spec for spec in packed["panels"] if spec["name"] == "written")
    assert packed["strings"][written["labels"][0]]["items"][0]["tokens"]["words"] == tokens
    assert np.isfinite(np.frombuffer(packed["numbers"], "<f4")).all()


@pytest.mark.parametrize("sentence", SENTENCES)
def test_captions_say_what_to_see(sentence):
    scene = shuffle_scene(sentence)
    for order, positions in product(range(scene.shape[0]), range(2)):
        caption = scene.frame_at((order, positions)).caption
        assert caption.endswith(".")
        told = "stand as written" if order == 0 else "only moved" if positions == 0 else "no longer just move"
        assert told in caption


def test_captions_name_the_places_of_a_word():
    scene = shuffle_scene("the dog bites the man")
    assert "“dog” went from place 2 to place 1" in scene.frame_at((1, 0)).caption
    assert "“dog” at place 1 gets another output row than at place 2" in scene.frame_at((1, 1)).caption


def test_the_live_demo_carries_its_view_and_its_alt_text(monkeypatch):
    monkeypatch.delenv("POSENC_STATIC", raising=False)
    demo = shuffle_demo()
    data, _ = demo._repr_mimebundle_()
    assert isinstance(demo, Demo)
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == demo.model_id
    assert data["text/plain"] == shuffle_picture("the dog bites the man").alt
    assert "“the dog bites the man”" in data["text/plain"]


def test_a_built_lesson_holds_the_picture_and_the_same_text_only(monkeypatch):
    monkeypatch.setenv("POSENC_STATIC", "1")
    picture = shuffle_demo("dog bites man")
    data, _ = picture._repr_mimebundle_()
    assert isinstance(picture, Picture)
    assert data.keys() == {"image/png", "text/plain"}
    monkeypatch.setenv("POSENC_STATIC", "0")
    live = shuffle_demo("dog bites man")
    assert isinstance(live, Demo)
    assert live._repr_mimebundle_()[0]["text/plain"] == data["text/plain"]


def test_editing_the_text_sends_new_frames_that_name_their_text():
    demo = Demo(shuffle_scene, text="dog bites", label="Sentence")
    before = demo.scene
    demo.text = "man  bites dog"
    assert demo.scene["input"] == {"label": "Sentence", "text": "man  bites dog"}
    assert len(demo.scene["captions"]) == 2 * 6
    assert demo.scene["numbers"] != before["numbers"]


def test_another_seed_is_another_layer():
    numbers = [pack(shuffle_scene("dog bites man", seed))["numbers"] for seed in (0, 0, 1)]
    assert numbers[0] == numbers[1] != numbers[2]


@pytest.mark.parametrize("sentence", ["", f"🐕 $x$ costs_$5 <b>dog</b> שלום {'a' * 300} six seven eight"])
def test_any_sentence_has_a_picture(sentence):
    assert shuffle_picture(sentence).png().startswith(b"\x89PNG")
