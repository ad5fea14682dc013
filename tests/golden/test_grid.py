"""Grid encodings equal timm's and MAE's, resampling equals PyTorch's, on square grids and others."""

import numpy as np
import pytest

from posenc.encodings.grid import resample_table, rotate_2d, sincos_2d, swin_index
from posenc.encodings.positions import grid_positions
from posenc.encodings.rotary import rotary_frequencies

TIMM_TO_MAE = [2, 3, 6, 7, 0, 1, 4, 5]  # timm has [sin r, sin c, cos r, cos c], MAE [sin c, cos c, sin r, cos r]


@pytest.mark.parametrize("window", ["w2", "w3", "w4", "w7", "w2x3"])
def test_swin_index(golden, window):
    entry = golden("grid")[f"swin.relative_position_index.{window}"]
    entry.matches(swin_index(*entry.params["window"]))


@pytest.mark.parametrize("name", ["4x4_d8", "2x3_d8", "2x2_d8_cls"])
def test_sincos_column_first_is_maes(golden, name):
    entry = golden("grid")[f"sincos2d.mae.{name}"]
    table = sincos_2d(*entry.params["grid"], 8, order="column_first")
    prefix = np.zeros((1 if entry.params.get("cls_token") else 0, 8))
    entry.matches(np.concatenate([prefix, table]))


def test_sincos_row_first_is_timms_but_for_the_order_of_channels(golden):
    entry = golden("grid")["sincos2d.timm.4x4_d8"]
    np.testing.assert_allclose(sincos_2d(4, 4, 8), entry.values[:, TIMM_TO_MAE[4:] + TIMM_TO_MAE[:4]], atol=5e-7)


def test_timms_reversed_coordinates_also_reorder_the_cells(golden):
    table = golden("grid")["sincos2d.timm.2x3_d8_reverse"].values[:, TIMM_TO_MAE]
    ours = sincos_2d(2, 3, 8)
    assert np.abs(table - ours).max() > 0.5
    column_major = ours.reshape(2, 3, 8).swapaxes(0, 1).reshape(6, 8)
    np.testing.assert_allclose(table, column_major, atol=5e-7)


def test_rotated_vectors(golden):
    entry = golden("grid")["rope2d.timm.rotated_q.2x3_d8"]
    x, frequencies = golden("grid")["rope.input.q"].values, rotary_frequencies(4)
    entry.matches(rotate_2d(x, grid_positions(2, 3), frequencies, layout="interleaved"))


def test_cosines_and_sines_of_rotation(golden):
    """Turning (1, 0) in every pair shows (cos, sin); timm repeats each over both channels of its pair."""
    ones = np.tile([1.0, 0.0], (6, 4))
    turned = rotate_2d(ones, grid_positions(2, 3), rotary_frequencies(4), layout="interleaved")
    golden("grid")["rope2d.timm.cos.2x3_d8"].matches(np.repeat(turned[:, 0::2], 2, axis=1))
    golden("grid")["rope2d.timm.sin.2x3_d8"].matches(np.repeat(turned[:, 1::2], 2, axis=1))


@pytest.mark.parametrize("antialias", [False, True])
@pytest.mark.parametrize("method", ["bilinear", "bicubic"])
@pytest.mark.parametrize("change", ["2x2_to_3x3", "4x4_to_6x6", "4x4_to_2x2"])
def test_resampled_table(golden, change, method, antialias):
    entry = golden("grid")[f"vit_interp.{change}.{method}.aa{int(antialias)}"]
    given = "2x2_prefix1_d2" if change.startswith("2x2") else "4x4_d2"
    table = golden("grid")[f"vit_interp.input.{given}"].values
    old, new, n_prefix = entry.params["old"], entry.params["new"], entry.params.get("prefix", 0)
    resampled = resample_table(table, old, new, n_prefix=n_prefix, method=method, antialias=antialias)
    assert resampled.dtype == np.float32
    # Sums of 4 to 16 products of vectors up to 12 in float32.
    np.testing.assert_allclose(resampled, entry.values, rtol=0, atol=12 * 4 * np.finfo(np.float32).eps)
