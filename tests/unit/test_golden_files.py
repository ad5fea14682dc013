"""Golden values say where they come from, and decode to what they say they are."""

from pathlib import Path

import numpy as np
import pytest

FILES = sorted(path.stem for path in (Path(__file__).parents[1] / "golden").glob("*.json") if path.stem != "field_bugs")


def test_there_are_golden_files():
    assert {"sinusoidal", "t5", "alibi", "shaw", "attention", "positions"} <= set(FILES)


@pytest.mark.parametrize("scheme", FILES)
def test_every_entry_names_its_source(golden, scheme):
    for name, entry in golden(scheme).items():
        kind = entry.provenance["kind"]
        if kind not in ("input", "derived", "paper-formula", "wrong-on-purpose"):
            assert entry.provenance["package"], name
            assert entry.provenance["version"], name


@pytest.mark.parametrize("scheme", FILES)
def test_every_entry_holds_numbers(golden, scheme):
    for name, entry in golden(scheme).items():
        arrays = entry.values.values() if isinstance(entry.values, dict) else [entry.values]
        assert all(array.dtype.kind in "if" and array.size for array in arrays), name


def test_infinities_are_read(golden):
    assert np.isneginf(golden("alibi")["alibi.bias.causal.h4_n5"].values[0, 0, 1])


def test_a_difference_beyond_the_entrys_precision_is_an_error(golden):
    entry = golden("alibi")["alibi.slopes.bloom.h12"]
    entry.matches(entry.values)
    with pytest.raises(AssertionError, match="bloom"):
        entry.matches(entry.values + 1e-5)
    with pytest.raises(AssertionError, match="shape"):
        entry.matches(entry.values[:3])
