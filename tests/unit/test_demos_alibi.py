"""The demos of lesson 05 show what the library computes."""

import numpy as np
import pytest

from posenc.demos.alibi_weights import N_HEADS, N_TOKENS, QUERY, alibi_weights_picture, alibi_weights_scene, weights
from posenc.demos.alibi_windows import CONTEXTS, HEADS, SHARES, alibi_windows_picture, alibi_windows_scene, share_within
from posenc.encodings.alibi import alibi_slopes, effective_window
from posenc.figures.alibi_weights import alibi_weights


@pytest.mark.parametrize("head", range(N_HEADS))
def test_the_bias_is_the_slope_times_the_distance(head):
    numbers = alibi_weights_scene().frame_at((head, 0, 0)).contents["bias"].numbers.reshape(N_TOKENS, N_TOKENS)
    expected = [[-abs(i - j) * 2.0 ** -(head + 1) for j in range(N_TOKENS)] for i in range(N_TOKENS)]
    np.testing.assert_allclose(numbers, expected, rtol=1e-6)


@pytest.mark.parametrize("scores", [0, 1])
@pytest.mark.parametrize("causal", [0, 1])
def test_the_weights_are_shares_and_the_curve_is_one_of_their_rows(scores, causal):
    contents = alibi_weights_scene().frame_at((2, scores, causal)).contents
    shown = contents["weights"].numbers.reshape(N_TOKENS, N_TOKENS)
    np.testing.assert_allclose(shown.sum(axis=1), 1, rtol=1e-6)
    assert (np.triu(shown, 1) == 0).all() == bool(causal)
    np.testing.assert_array_equal(contents["row"].numbers[N_TOKENS:], shown[QUERY])


def test_equal_content_gives_weights_that_fall_geometrically():
    shown = weights(1, random=False, causal=False)
    np.testing.assert_allclose(shown[0, 1:] / shown[0, :-1], np.exp(-0.25))


@pytest.mark.parametrize("heads", range(len(HEADS)))
@pytest.mark.parametrize("share", range(len(SHARES)))
def test_the_windows_are_those_of_the_library_cut_at_the_context(heads, share):
    for context, length in enumerate(CONTEXTS):
        shown = alibi_windows_scene().frame_at((heads, share, context)).contents["windows"].numbers
        reach = effective_window(alibi_slopes(HEADS[heads]), 1 - SHARES[share])
        np.testing.assert_allclose(shown, np.minimum(reach, length), rtol=1e-6)


def test_a_window_holds_its_share():
    slope, far = 1 / 32, 4096
    within = share_within(slope, np.array([int(effective_window(slope, 0.1))]), far)
    assert within[0] == pytest.approx(0.9, abs=slope)  # whole tokens: off by at most one of them


def test_pictures_say_what_they_show():
    for picture in (alibi_weights_picture(), alibi_windows_picture()):
        assert "ALiBi" in picture.alt
        assert picture.png().startswith(b"\x89PNG")


def test_bad_heads_are_refused():
    with pytest.raises(ValueError, match="at least one"):
        alibi_weights({}, alt="nothing")
    with pytest.raises(ValueError, match="one shape"):
        alibi_weights({"a head": (np.zeros((2, 2)), np.zeros((3, 3)))}, alt="two sizes")
