"""Figures: valid, repeatable pictures with words that say what they show, in colours that everyone can tell apart."""

import base64
import io
import subprocess
import sys

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

from posenc.figures import palette
from posenc.figures.attention_strip import attention_strip
from posenc.figures.gap_against_n import gap_against_n
from posenc.figures.gap_bars import gap_bars
from posenc.figures.labels import Labels
from posenc.figures.picture import Picture
from posenc.figures.shuffled_sentence import Case, shuffled_sentence
from posenc.symmetry import conjugate, permute_rows

TOKENS, PERM = ["the", "dog", "bites"], [2, 0, 1]


def stages() -> tuple[dict, dict]:
    rng = np.random.default_rng(0)
    before = {"X": rng.normal(size=(3, 4)), "scores": rng.normal(size=(3, 3)), "weights": rng.dirichlet(np.ones(3), 3)}
    moved = {"X": permute_rows(before["X"], PERM)}
    return before, moved | {name: conjugate(before[name], PERM) for name in ("scores", "weights")}


def strip() -> Picture:
    return attention_strip(TOKENS, PERM, *stages(), follow=1)


def sentence() -> Picture:
    before, after = stages()
    case = Case("Without", before["weights"], before["X"], after["weights"], after["X"], 0.0)
    return shuffled_sentence(TOKENS, PERM, [case], alt="three words, moved")


def growth() -> Picture:
    return gap_against_n([2, 8, 32], {"float32": [0.0, 1e-7, 2e-7], "float64": [1e-16, 2e-16, 4e-16]})


def bars() -> Picture:
    return gap_bars({"rows follow": 3e-16, "rows stay": 1.23, "exact": 0}, title="What stays")


PICTURES = [strip, sentence, growth, bars]


@pytest.mark.parametrize("draw", PICTURES)
def test_a_picture_is_a_valid_png_and_the_same_bytes_whatever_the_readers_settings(draw):
    png = draw().png()
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "black", "text.usetex": True, "figure.dpi": 30}):
        assert draw().png() == png
    image = Image.open(io.BytesIO(png))
    image.load()
    assert image.info == {}  # no date, no version
    assert image.convert("RGB").getpixel((0, 0)) == (255, 255, 255)  # opaque white, readable in a dark theme too
    assert len(image.convert("RGB").getcolors(2**20)) > 8


def test_the_settings_are_left_as_they_were():
    before = dict(matplotlib.rcParams)
    strip().png()
    assert dict(matplotlib.rcParams) == before


@pytest.mark.parametrize("draw", PICTURES)
def test_the_bundle_holds_the_picture_at_half_its_pixels_and_the_alt_text(draw):
    picture = draw()
    data, metadata = picture._repr_mimebundle_()
    image = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    assert data["text/plain"] == picture.alt
    assert metadata["image/png"]["alt"] == picture.alt
    assert image.size == pytest.approx((2 * metadata["image/png"]["width"], 2 * metadata["image/png"]["height"]), abs=1)
    assert metadata["image/png"]["width"] <= 930  # fits a notebook beside the file browser


def test_alt_texts_are_specific():
    assert strip().alt == (
        "Heat maps of X, scores, weights for “the dog bites” and, below, for “bites the dog”. The framed row of “dog” "
        "goes from place 2 to place 3 in every stage with its colours unchanged. "
        "In scores and weights its column moves too."
    )
    assert growth().alt == (
        "Equivariance gap against the number of tokens, 2 to 32, on logarithmic axes: float32, below it float64."
    )
    assert bars().alt == (
        "What stays, bars on a logarithmic axis: rows follow, 0 up to rounding; rows stay, 1.2; "
        "exact, 0 up to rounding."
    )


def test_alt_texts_do_not_depend_on_rounding():
    again = gap_bars({"rows follow": 0.0, "rows stay": 1.2300001, "exact": 1e-15}, title="What stays")
    assert again.alt == bars().alt


def test_a_picture_without_words_is_refused():
    with pytest.raises(ValueError, match="alt must say"):
        Picture(Figure(), "  ")


def test_the_framed_row_and_column_follow_the_token():
    for part, place in zip(strip().figure.subfigs, (1, 2), strict=True):  # "dog", as written and permuted
        for axes, square in zip(part.axes, (False, True, True), strict=True):
            frames = [(patch.get_xy(), patch.get_width(), patch.get_height()) for patch in axes.patches]
            row, column = ((0, place), 3 if square else 4, 1), ((place, 0), 1, 3)
            assert frames == ([row, column] if square else [row])


def test_cells_have_the_colours_of_their_values():
    drawn = strip().figure.subfigs[1].axes[2].collections[0]  # weights, permuted
    np.testing.assert_array_equal(drawn.get_array(), stages()[1]["weights"])
    colours = drawn.to_rgba(np.array([0.0, 1.0]), bytes=True)[:, :3]
    np.testing.assert_array_equal(colours, palette.ramp("sequential")[[0, 255]])


@pytest.mark.parametrize(
    "change",
    [
        lambda before, after: after.pop("X"),
        lambda before, after: after.update(X=np.ones((3, 5))),
        lambda before, after: (before.update(scores=np.ones((3, 4))), after.update(scores=np.ones((3, 4)))),
        lambda before, after: (before.clear(), after.clear()),
        lambda before, after: (before.update(X=np.ones((2, 4))), after.update(X=np.ones((2, 4)))),
    ],
)
def test_the_strip_refuses_stages_that_do_not_fit(change):
    before, after = stages()
    change(before, after)
    with pytest.raises(ValueError, match=r"stage"):
        attention_strip(TOKENS, PERM, before, after)


def test_the_strip_refuses_what_is_no_permutation():
    with pytest.raises(ValueError, match=r"perm must hold each of 0..2 once, but is \[0, 0, 1\]"):
        attention_strip(TOKENS, [0, 0, 1], *stages())


@pytest.mark.parametrize("gaps", [{}, {"a": -1.0}, {"a": np.nan}, {"a": np.inf}])
def test_bars_refuse_what_is_no_gap(gaps):
    with pytest.raises(ValueError, match="finite and not negative"):
        gap_bars(gaps)


def test_lines_need_a_gap_for_each_n():
    with pytest.raises(ValueError, match=r"gaps of 'a' have shape \(1,\), but n has shape \(2,\)"):
        gap_against_n([1, 2], {"a": [1.0]})


def test_labels_are_painted_as_they_are():
    picture = attention_strip(["$x$", "a_{b}", "🐕"], PERM, *stages())
    words = [label.get_text() for label in picture.figure.subfigs[0].axes[0].get_yticklabels()]
    assert words == ["$x$", "a_{b}", "🐕"]
    picture.png()  # neither mathematics nor a missing glyph raises or warns


# ---------------------------------------------------------------- colours

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB: rows red, green, blue.
VISION = {
    "normal": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def seen(colours: np.ndarray, vision: str) -> np.ndarray:
    """CIELAB coordinates (D65) of sRGB colours as that eye sees them."""
    encoded = np.asarray(colours, dtype=float) / 255
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    linear = np.clip(linear @ np.transpose(VISION[vision]), 0, 1)
    to_xyz = np.array(
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    )
    ratio = linear @ to_xyz.T / [0.95047, 1.0, 1.08883]
    f = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=-1)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_sequential_ramp_grows_evenly_in_lightness_for_every_eye(theme, vision):
    lightness = seen(palette.ramp("sequential", theme), vision)[::16, 0]
    steps = np.diff(lightness if theme == "dark" else -lightness)
    assert steps.min() > 1.5
    assert steps.max() / steps.min() < 2.5


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_diverging_ramp_is_balanced_and_its_ends_differ_for_every_eye(theme, vision):
    colours = seen(palette.ramp("diverging", theme), vision)
    below, above = colours[:128][::-1], colours[128:]
    assert np.abs(below[:, 0] - above[:, 0]).max() < 12  # lightness says how far from 0, on either side
    assert np.linalg.norm(below[64] - above[64]) > 25  # the hue says which side
    assert np.linalg.norm(below[-1] - above[-1]) > 25


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_two_categories_look_alike(theme, vision):
    colours = seen([[int(name[i : i + 2], 16) for i in (1, 3, 5)] for name in palette.CATEGORIES[theme]], vision)
    distances = [np.linalg.norm(a - b) for i, a in enumerate(colours) for b in colours[:i]]
    assert min(distances) > 12


def test_a_ramp_is_read_only():
    with pytest.raises(ValueError, match="read-only"):
        palette.ramp("sequential")[0] = 0


# ---------------------------------------------------------------- what is imported


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import posenc.figures.labels, posenc.figures.palette", ["matplotlib"]),
        ("from posenc.demos import shuffle_demo", ["matplotlib", "ipywidgets", "anywidget", "autograd"]),
        ("from posenc.demos import shuffle_demo; shuffle_demo()._repr_mimebundle_()", ["matplotlib"]),
        (
            "from posenc.figures.gap_bars import gap_bars; gap_bars({'a': 1.0}).png()",
            ["matplotlib.pyplot", "ipywidgets"],
        ),
    ],
)
def test_slow_libraries_wait_until_they_are_needed(code, absent):
    told = subprocess.run(
        [sys.executable, "-c", f"{code}; import sys; print([m for m in {absent} if m in sys.modules])"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.strip() == "[]"


def test_labels_carry_their_colours_along():
    labels = Labels.of_tokens(TOKENS)
    assert labels.permuted(PERM) == Labels(("bites", "the", "dog"), (2, 0, 1))
    assert Labels.numbered(3).permuted(PERM) == Labels(("2", "0", "1"))
