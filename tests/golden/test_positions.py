"""Positions behind padding: the real tokens count as in transformers; only the padding's own number differs."""

import numpy as np

from posenc.encodings.learned import lookup
from posenc.encodings.positions import positions_from_mask


def test_left_padding(golden):
    entry = golden("positions")["positions.leftpad_cumsum"]
    mask = np.array(entry.params["attention_mask"], dtype=bool)
    got = positions_from_mask(mask)
    np.testing.assert_array_equal(got[mask], entry.values[mask])
    np.testing.assert_array_equal(got[~mask], 0)


def test_roberta_counts_from_padding_idx_plus_one(golden):
    entry = golden("positions")["positions.roberta"]
    padding_idx = entry.params["padding_idx"]
    mask = np.array(entry.params["input_ids"]) != padding_idx
    rows = np.where(mask, positions_from_mask(mask) + padding_idx + 1, padding_idx)
    entry.matches(rows)


def test_opt_reads_rows_two_further_on(golden):
    entry = golden("positions")["positions.opt_rows"]
    mask = np.array(entry.params["attention_mask"], dtype=bool)
    table = np.arange(entry.params["table_rows"], dtype=np.float32)[:, None]
    rows = np.where(mask, positions_from_mask(mask) + entry.params["offset"], 1)
    entry.matches(lookup(table, rows)[..., 0], ulps=0)
