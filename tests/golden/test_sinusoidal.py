"""The sinusoidal encoding equals the tables that Marian, DistilBERT, M2M100 and tensor2tensor build."""

import numpy as np
import pytest

from posenc.encodings.sinusoidal import sinusoidal


@pytest.mark.parametrize(
    ("name", "layout", "spacing"),
    [
        ("sinusoidal.interleaved.n6_d8", "interleaved", "paper"),
        ("sinusoidal.concat_paperfreq.n6_d8", "concatenated", "paper"),
        ("sinusoidal.concat_t2tfreq.n6_d8", "concatenated", "tensor2tensor"),
        ("sinusoidal.t2t.n6_d8", "concatenated", "tensor2tensor"),
        ("sinusoidal.concat_paperfreq.n4_d16", "concatenated", "paper"),
        ("sinusoidal.concat_t2tfreq.n4_d16", "concatenated", "tensor2tensor"),
    ],
)
def test_tables(golden, name, layout, spacing):
    entry = golden("sinusoidal")[name]
    n, d_model = entry.values.shape
    entry.matches(sinusoidal(np.arange(n), d_model, base=entry.params.get("base", 1e4), layout=layout, spacing=spacing))


def test_scattered_rows(golden):
    entry = golden("sinusoidal")["sinusoidal.interleaved.rows_d16"]
    entry.matches(sinusoidal(entry.params["positions"], 16))


def test_odd_widths_are_refused_since_two_conventions_disagree(golden):
    entries = golden("sinusoidal")
    marian, fairseq = entries["sinusoidal.odd_marian.n4_d7"], entries["sinusoidal.odd_t2t.n4_d7"]
    assert np.abs(marian.values - fairseq.values).max() > 0.5
    with pytest.raises(ValueError, match="d_model must be even and at least 2, not 7"):
        sinusoidal(np.arange(4), 7)
