"""Numbers about relative tables and buckets."""

import numpy as np

from posenc.encodings.shaw import clip_offsets
from posenc.encodings.t5 import t5_bucket
from posenc.rehearsal.numeric.question import Numeric


def shaw_entries(rng: np.random.Generator) -> Numeric:
    """Entries of the key tables of a layer with one table a head.

    >>> shaw_entries(np.random.default_rng(0)).tolerance
    0.0
    """
    heads, reach, d = int(rng.choice([4, 8, 12, 16])), int(rng.choice([16, 64, 128, 512])), int(rng.choice([32, 64]))
    rows = 2 * reach + 1
    working = f"{heads} heads x (2 x {reach} + 1) offsets x {d} channels = {heads * rows * d}"
    return Numeric({"heads": heads, "reach": reach, "d": d}, float(heads * rows * d), 0.0, "entries", "", working)


def table_row(rng: np.random.Generator) -> Numeric:
    """The row of a clipped table that a query and a key meet.

    >>> table_row(np.random.default_rng(0)).indexing
    'offset = key - query, row 0 for the most negative offset'
    """
    reach = int(rng.choice([4, 8, 16]))
    query, key = (int(place) for place in rng.integers(0, 40, size=2))
    answer = int(clip_offsets(key - query, reach)) + reach
    working = f"offset {key - query}, clipped {answer - reach}, plus {reach} = {answer}"
    indexing = "offset = key - query, row 0 for the most negative offset"
    return Numeric({"reach": reach, "query": query, "key": key}, float(answer), 0.0, "", indexing, working)


def bucket(rng: np.random.Generator) -> Numeric:
    """T5's bucket of a key before its query, 32 buckets, causal.

    >>> bucket(np.random.default_rng(0)).indexing
    'buckets counted from 0'
    """
    distance = int(rng.choice([3, 9, 15, 16, 24, 32, 64, 100, 127, 128, 500]))
    answer = int(t5_bucket(-distance, bidirectional=False))
    exact = f"{distance} is under 16 and has its own bucket"
    wide = f"16 + floor(ln({distance} / 16) / ln(128 / 16) x 16), at most 31, = {answer}"
    working = exact if distance < 16 else wide
    return Numeric({"distance": distance}, float(answer), 0.0, "", "buckets counted from 0", working)
