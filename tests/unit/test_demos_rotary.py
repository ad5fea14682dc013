"""The demos of lesson 04: every frame holds the library's numbers, and its sentence says what they show."""

import re
from itertools import pairwise, product

import numpy as np
import pytest

from posenc.demos import (
    aliasing,
    aliasing_demo,
    angle_precision,
    angle_precision_demo,
    content,
    scaled_angles,
    scaled_angles_demo,
    turning_pairs,
    turning_pairs_demo,
)
from posenc.demos.frontend import Demo
from posenc.demos.packing import pack
from posenc.encodings import scaling
from posenc.encodings.precision import FORMATS, round_to
from posenc.encodings.rotary import rotary_frequencies, rotate, turns
from posenc.figures.picture import Picture

DEMOS = {
    turning_pairs_demo: (turning_pairs.turning_pairs_scene, turning_pairs.turning_pairs_picture),
    aliasing_demo: (aliasing.aliasing_scene, aliasing.aliasing_picture),
    scaled_angles_demo: (scaled_angles.scaled_angles_scene, scaled_angles.scaled_angles_picture),
    angle_precision_demo: (angle_precision.angle_precision_scene, angle_precision.angle_precision_picture),
}


@pytest.mark.parametrize("demo", DEMOS)
def test_demo_and_picture_tell_the_same(demo, monkeypatch):
    monkeypatch.delenv("POSENC_STATIC", raising=False)
    live = demo()
    assert isinstance(live, Demo)
    monkeypatch.setenv("POSENC_STATIC", "1")
    still = demo()
    assert isinstance(still, Picture)
    assert still.alt == live.scene["alt"]
    assert still.png() == DEMOS[demo][1]().png()


@pytest.mark.parametrize("demo", DEMOS)
def test_frames_are_few_and_their_sentences_short(demo):
    packed = pack(DEMOS[demo][0]())
    assert len(packed["numbers"]) < 2**20
    captions = {packed["strings"][index] for index in packed["captions"]}
    assert max(map(len, captions)) < 300
    assert all(caption[0].isupper() and caption.endswith((".", ". Now lengthen it.")) for caption in captions)
    assert not any("nan" in caption for caption in captions)


def same(got, expected):
    np.testing.assert_allclose(got, np.asarray(expected, dtype=np.float32).ravel(), rtol=1e-6, atol=1e-6)


# Turning pairs


def test_hands_and_curve_of_every_frame():
    scene = turning_pairs.turning_pairs_scene()
    query, key = turning_pairs.query_and_key()
    for place, offset in product(range(0, scene.shape[0], 6), range(0, scene.shape[1], 4)):
        frame = scene.frame_at((place, offset))
        where, apart = 24 + place, offset - 24
        q = rotate(query[None], [where], turning_pairs.FREQUENCIES, layout="interleaved")[0]
        k = rotate(key[None], [where + apart], turning_pairs.FREQUENCIES, layout="interleaved")[0]
        same(frame.contents["pairs"].numbers, np.stack([q.reshape(4, 2), k.reshape(4, 2)], axis=1))
        assert frame.contents["score"].labels["at"] == apart
        drawn = dict(zip(*np.split(frame.contents["score"].numbers, 2), strict=True))
        np.testing.assert_allclose(drawn[apart], q @ k, atol=1e-6)
        assert f"Query at {where}, key at {where + apart}:" in frame.caption
        assert f"{q @ k:.2f}".replace("-", "−") in frame.caption


def test_pair_scores_sum_up_at_every_place():
    query, key = turning_pairs.query_and_key()
    here, there = (turning_pairs.scores(np.arange(-5, 6), place) for place in (0, 1000))
    np.testing.assert_allclose(here, there, atol=1e-12)
    np.testing.assert_allclose(here[:, 5].sum(), query @ key)


def test_the_curve_stays_inside_its_axis():
    scene = turning_pairs.turning_pairs_scene()
    low, high = scene.panels[1].options["y"]["limits"]
    curve = turning_pairs.scores(np.array(turning_pairs.OFFSETS)).sum(axis=0)
    assert low < curve.min() < curve.max() < high


# Aliasing


@pytest.mark.parametrize("base", aliasing.BASES)
def test_distances_are_those_of_rotary_codes(base):
    frequencies = rotary_frequencies(128, float(base))
    for shift in (0, 37):
        codes = np.exp(1j * (np.array([0, 1, 2, 50, 20_000])[:, None] + shift) * frequencies)
        expected = np.abs(codes - codes[0])
        np.testing.assert_allclose(aliasing.distances(base)[[0, 1, 2, 50, 20_000]], expected, atol=1e-10)
    np.testing.assert_allclose(aliasing.whole(base)[50], np.linalg.norm(aliasing.distances(base)[50]) / 8)


@pytest.mark.parametrize("base", aliasing.BASES)
def test_no_offset_comes_closer_than_the_neighbour(base):
    many = aliasing.whole(base)
    assert many[1:].argmin() == 0
    assert many[2:].min() > 1.5 * many[1]


def test_frames_of_aliasing():
    scene, edges = aliasing.aliasing_scene(), aliasing.far_edges()
    assert edges[0] == 1
    assert edges[-1] == aliasing.FAR + 1
    for pair, base in product((0, 8, 63), range(3)):
        one = aliasing.distances(aliasing.BASES[base])[:, pair]
        many = aliasing.whole(aliasing.BASES[base])
        frame = scene.frame_at((pair, base)).contents
        same(frame["near"].numbers, np.concatenate([np.arange(101), one[:101], many[:101]]))
        least = [[curve[a:b].min() for a, b in pairwise(edges)] for curve in (one, many)]
        same(frame["far"].numbers, np.concatenate([edges[:-1], *least, np.full(len(edges) - 1, many[1])]))


def test_caption_tells_the_wavelength():
    captions = [aliasing.aliasing_scene().frame_at((pair, 0)).caption for pair in (0, 63)]
    assert captions[0].startswith(f"Pair 0 alone comes round every {2 * np.pi:.1f} tokens")
    assert captions[1].startswith("Pair 63 needs 54410 tokens for a turn")


# Scaled angles

PLAIN = rotary_frequencies(128)


def test_frames_of_scaled_angles():
    scene = scaled_angles.scaled_angles_scene()
    by_name = {
        "none": lambda s: (PLAIN, 1.0),
        "position interpolation": lambda s: scaling.linear(PLAIN, s),
        "NTK-aware": lambda s: scaling.ntk(128, 1e4, s),
        "YaRN": lambda s: scaling.yarn(128, 1e4, s, 4096),
        "Llama 3": lambda s: scaling.llama3(PLAIN, s, 1.0, 4.0, 4096),
    }
    assert scene.controls[1].stops == tuple(by_name)
    for (at, times), (stop, scaled) in product(enumerate(scaled_angles.TIMES), enumerate(by_name.values())):
        frequencies, _ = scaled(times)
        frame = scene.frame_at((at, stop)).contents
        trained, now = turns(PLAIN, 4096), turns(frequencies, 4096 * times)
        same(frame["reach"].numbers, np.concatenate([np.arange(64), trained, now, np.ones(64)]))
        same(frame["steps"].numbers, np.concatenate([np.arange(64), frequencies / PLAIN]))
        ends = 2 * np.pi * np.stack([trained, now], axis=-1)
        same(frame["arcs"].numbers, ends[list(scaled_angles.DIALS)])


@pytest.mark.parametrize(
    ("name", "new", "kept"),
    [("none", 18, 64), ("position interpolation", 0, 0), ("NTK-aware", 17, 1), ("YaRN", 0, 21), ("Llama 3", 0, 36)],
)
@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_captions_count_pairs(name, new, kept, times):
    scene = scaled_angles.scaled_angles_scene()
    caption = scene.frame_at((times, scaled_angles.SCALINGS.index(name))).caption
    assert [int(number) for number in re.findall(r"\d+", caption.split(":")[1])] == [new, 64, kept]


def test_dials_stand_where_the_text_says():
    trained = scaled_angles.trained_turns()
    came_round, first, *slower = scaled_angles.DIALS
    assert trained[came_round] > 1 > trained[first] > trained[slower[0]] > trained[slower[1]]
    assert first == np.argmax(trained < 1)


# Precision


def test_errors_of_scores_by_hand():
    """Transcribed anew: a vector of ones against itself, seven tokens apart, with rounded rotations."""
    frequencies = rotary_frequencies(64)
    for name in FORMATS:
        for stop, position in enumerate(angle_precision.POSITIONS[:10]):
            worst = {"angles": 0.0, "cos and sin only": 0.0}
            for p in range(max(0, position - 15), position + 1):
                exact = np.cos(7 * frequencies).mean()
                for kept in worst:
                    parts = []
                    for where in (p, p + 7):
                        angle = where * frequencies
                        if kept == "angles":
                            angle = round_to(round_to(where, name) * round_to(frequencies, name), name)
                        parts.append([round_to(f(angle), name) for f in (np.cos, np.sin)])
                    got = (parts[0][0] * parts[1][0] + parts[0][1] * parts[1][1]).mean()
                    worst[kept] = max(worst[kept], abs(got - exact))
            for kept, error in worst.items():
                np.testing.assert_allclose(angle_precision.score_errors(kept, name)[stop], error, atol=1e-12)


def test_short_angles_lose_the_score_and_short_cosines_do_not():
    for name, bound in {"float16": 2e-3, "bfloat16": 2e-2, "float32": 1e-6}.items():
        assert angle_precision.score_errors("cos and sin only", name).max() < bound
    assert angle_precision.score_errors("angles", "bfloat16")[8] > 0.05  # position 511
    assert angle_precision.score_errors("angles", "float16")[12] > 0.05  # position 8191
    assert np.isnan(angle_precision.score_errors("angles", "float16")[-1])  # past 65504
    assert angle_precision.score_errors("angles", "float32").max() < 0.01


def test_hands_of_precision():
    scene = angle_precision.angle_precision_scene()
    for stop, kept in product((0, 8, 19), (0, 1)):
        frame = scene.frame_at((stop, kept)).contents
        tips = frame["hand"].numbers.reshape(3, 2, 2)
        angle = angle_precision.POSITIONS[stop] * rotary_frequencies(64)[1]
        np.testing.assert_allclose(tips[:, 1], [[np.cos(angle), np.sin(angle)]] * 3, atol=1e-6)
        assert frame["error"].labels["at"] == angle_precision.POSITIONS[stop]
    assert np.isnan(scene.frame_at((19, 0)).contents["hand"].numbers[:2]).all(), "float16 has ended"


# What they are made of


def test_contents_refuse_what_does_not_fit():
    with pytest.raises(ValueError, match="2 names and 1 hands"):
        content.dials(np.zeros((1, 2, 2)), names=["a", "b"], hands=["q"])
    with pytest.raises(ValueError, match="angles of at least 0 for 1 names"):
        content.arcs([[-1.0]], names=["a"], series=["now"])
