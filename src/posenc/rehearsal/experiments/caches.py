"""Rotary encoding at work: key caches and short number formats."""

import math

import numpy as np

from posenc.encodings.precision import round_to
from posenc.encodings.rotary import rotary_frequencies, rotate
from posenc.rehearsal.experiment import Experiment
from posenc.rehearsal.experiments._material import ROUNDING, tokens


def _score(q: int, k: int) -> float:
    """The score of one fixed query at position q with one fixed key at position k."""
    query, key = tokens(2)
    turned = (
        rotate(row[None], [p], rotary_frequencies(16), layout="interleaved")[0] for row, p in ((query, q), (key, k))
    )
    return float(np.dot(*turned))


def rounded_cosine() -> float:
    """The cosine of position 15962, rounded to bfloat16 first."""
    return float(np.cos(round_to(15962.0, "bfloat16")))


def true_cosine() -> float:
    """The cosine of position 15962."""
    return math.cos(15962)


def cached_keys_hold() -> Experiment:
    """A key rotated once at its own position, with a query far later."""
    query, key = tokens(2)
    cached = _score(41, 3)
    offset_only = float(query @ rotate(key[None], [3 - 41], rotary_frequencies(16), layout="interleaved")[0])
    return Experiment(
        "A key rotated once at its own position is right for every later query.",
        (f"Cached key: {cached:.6f}; rotated by the offset alone: {offset_only:.6f}.",),
        abs(cached - offset_only) < ROUNDING,
    )


def rows_are_no_positions() -> Experiment:
    """After 30 of 40 keys are evicted: the query at its own position, and at the number of rows left."""
    true, wrong = _score(40, 38), _score(10, 38)
    return Experiment(
        "The number of rows in a cache is no position once rows have gone.",
        (f"Key 38, query 40: {true:.3f}; query at row 10: {wrong:.3f}, as if it stood before its key.",),
        abs(true - wrong) > 0.01,
    )


def angles_need_precision() -> Experiment:
    """The cosine of a position that bfloat16 has rounded."""
    return Experiment(
        "A rounded position is another angle.",
        (
            f"15962 becomes {round_to(15962.0, 'bfloat16'):.0f} in bfloat16.",
            f"Its cosine becomes {rounded_cosine():.3f}, not {true_cosine():.3f}.",
        ),
        abs(rounded_cosine() - true_cosine()) > 0.1,
    )
