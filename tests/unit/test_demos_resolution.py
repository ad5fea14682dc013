"""A table at another resolution: frames hold the library's numbers, and a guessed square is silently wrong."""

import itertools

import numpy as np
import pytest

from posenc.demos.packing import pack
from posenc.demos.resolution import (
    BASE,
    CHANNELS,
    D_MODEL,
    GUESSED,
    NEW,
    OLD,
    evaluated,
    resampled,
    resolution_picture,
    resolution_scene,
    table,
)
from posenc.encodings.grid import resample_table, sincos_2d


def test_the_guess_is_plausible():
    assert OLD != GUESSED
    assert np.prod(OLD) == np.prod(GUESSED) == len(table())


def test_channels_are_what_they_are_called():
    rows, columns = np.indices(OLD)
    for name, channel in CHANNELS.items():
        place = rows if name.endswith("row") else columns
        i = channel % (D_MODEL // 4)
        wave = getattr(np, name[:3])(place * BASE ** (-i / (D_MODEL / 4)))
        np.testing.assert_allclose(table()[:, channel].reshape(OLD), wave, atol=1e-12)


@pytest.mark.parametrize("new", NEW)
@pytest.mark.parametrize("channel", CHANNELS.values())
def test_resampled_and_evaluated_are_the_librarys(new, channel):
    for old in (OLD, GUESSED):
        whole = resample_table(table(), old, new)[:, channel].reshape(new)
        np.testing.assert_allclose(resampled(new, old, channel), whole, atol=1e-12)
    np.testing.assert_array_equal(evaluated(new, channel).ravel(), sincos_2d(*new, D_MODEL, base=BASE)[:, channel])


def test_stripes_stay_whole_from_the_true_grid_only():
    along = resampled((8, 18), OLD, CHANNELS["sin of the column"])
    np.testing.assert_allclose(along, np.broadcast_to(along[:1], along.shape), atol=1e-12)
    torn = resampled((8, 18), GUESSED, CHANNELS["sin of the column"])
    assert np.abs(torn - torn[:1]).max() > 0.5


def test_every_frame_holds_these_numbers():
    scene, names = resolution_scene(), list(CHANNELS)
    for new, square, name in itertools.product(range(len(NEW)), range(2), range(len(names))):
        frame, channel = scene.frame_at((new, square, name)), CHANNELS[names[name]]
        shown = resampled(NEW[new], GUESSED if square else OLD, channel)
        np.testing.assert_array_equal(frame.contents["stretched"].numbers, np.float32(shown).ravel())
        np.testing.assert_array_equal(
            frame.contents["formula"].numbers, np.float32(evaluated(NEW[new], channel)).ravel()
        )
        np.testing.assert_array_equal(frame.contents["old"].numbers, np.float32(table()[:, channel]))
        if square:
            off = np.abs(shown - resampled(NEW[new], OLD, channel)).max()
            assert f"up to {off:.2f}." in frame.caption
        else:
            assert ("stays as it is" in frame.caption) == (NEW[new] == OLD)
            assert ("stretches" in frame.caption) == (NEW[new] > OLD)


def test_it_packs_and_its_picture_has_the_scenes_alt_text():
    scene = resolution_scene()
    assert len(pack(scene)["captions"]) == len(NEW) * 2 * len(CHANNELS)
    picture = resolution_picture()
    assert picture.alt == scene.alt
    assert picture.png() == resolution_picture().png()
