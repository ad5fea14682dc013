"""Offsets instead of places: Shaw's vectors, T5's buckets."""

import numpy as np

from posenc.encodings.alibi import alibi_slopes
from posenc.encodings.positions import offsets
from posenc.encodings.rotary import rotary_frequencies
from posenc.encodings.scheme import Scheme
from posenc.encodings.schemes import alibi_scheme, rotary_scheme, shaw_scheme, sinusoidal_scheme, t5_scheme
from posenc.encodings.shaw import clip_offsets, shaw_scores
from posenc.encodings.t5 import t5_bucket
from posenc.lab import shipped
from posenc.rehearsal.experiment import Experiment
from posenc.rehearsal.experiments._material import ROUNDING, D, N, attend, difference, tokens
from posenc.symmetry.gaps import translation_gap


def shaw_entries() -> float:
    """Entries of per-head key tables: 16 heads, 64 channels a head, clipped at 512."""
    offset_rows = len(np.unique(clip_offsets(np.arange(-600, 601), 512)))
    return float(16 * offset_rows * 64)


def cube_gibibytes() -> float:
    """What one vector for each pair of 4096 tokens takes, 64 channels in float32."""
    return 4096**2 * 64 * np.dtype(np.float32).itemsize / 2**30


def bias_parameters() -> float:
    """Scalars of a T5 bias: 32 buckets, 12 heads."""
    return float((t5_bucket(200) + 1) * 12)


def trained_buckets_last() -> float:
    """The lab: `last` at 8 times the trained length, buckets up to the trained length, in per cent."""
    return _t5_last("32")


def untrained_buckets_last() -> float:
    """The lab: the same with buckets up to 8 times the trained length."""
    return _t5_last("256")


def _t5_last(max_distance: str) -> float:
    seeds = shipped.studies()["seeds"].values()
    return float(np.mean([each["t5_trap"][max_distance]["accuracy"]["last"][-1] for each in seeds]) * 100)


def _shaw() -> Scheme:
    return shaw_scheme(*np.random.default_rng(3).normal(size=(2, 9, D)))


def place_is_unknown() -> Experiment:
    """Shift all positions by 50 under four relative encodings and an absolute one."""
    schemes = {
        "Shaw": _shaw(),
        "T5": t5_scheme(np.random.default_rng(4).normal(size=(32, 1))),
        "rotary": rotary_scheme(rotary_frequencies(D), layout="half_split"),
        "ALiBi": alibi_scheme(alibi_slopes(1)),
        "sinusoidal": sinusoidal_scheme(),
    }
    gaps = {name: _shifted(scheme) for name, scheme in schemes.items()}
    return Experiment(
        "Shift every position and a relative encoding does not notice.",
        tuple(f"{name}: the output moves by {gap:.0e}." for name, gap in gaps.items()),
        gaps["sinusoidal"] > 0.01 and max(gap for name, gap in gaps.items() if name != "sinusoidal") < ROUNDING,
    )


def _shifted(scheme: Scheme) -> float:
    return translation_gap(lambda x, p: attend(x, scheme=scheme, positions=p), tokens(), np.arange(N), 50)


def roll_is_no_shift() -> Experiment:
    """The same scheme under a shift of all positions, and under a circular roll of the tokens."""
    shift = _shifted(_shaw())
    x = tokens()
    rolled = difference(attend(np.roll(x, 1, axis=0), scheme=_shaw()), np.roll(attend(x, scheme=_shaw()), 1, axis=0))
    return Experiment(
        "A roll changes offsets at the seam; a shift changes none.",
        (f"All positions shifted: {shift:.0e}; tokens rolled by one: {rolled:.2f}.",),
        shift < ROUNDING and rolled > 0.01,
    )


def buckets_end() -> Experiment:
    """T5's buckets of three far offsets."""
    far = t5_bucket([-128, -200, -1000], bidirectional=False).tolist()
    return Experiment(
        "Past the maximum every distance is in the last bucket.",
        (f"Distances 128, 200 and 1000 are in the buckets {far}.",),
        len(set(far)) == 1,
    )


def far_tokens_alike() -> Experiment:
    """Shaw's scores of equal keys, at and beyond the clipping distance."""
    table = np.random.default_rng(3).normal(size=(9, D))
    scores = shaw_scores(tokens(1), np.ones((3, D)), table, [[-4, -40, -400]])
    return Experiment(
        "Beyond the clipping distance all offsets score alike.",
        (f"Clipped at 4, offsets -4, -40 and -400 score {scores.round(3).ravel().tolist()}.",),
        float(np.ptp(scores)) == 0,
    )


def sign_matters() -> Experiment:
    """Scores with key minus query, with the sign turned, and with sign and table turned."""
    q, k, table = tokens(), tokens(seed=2), np.random.default_rng(3).normal(size=(9, D))
    offset = offsets(np.arange(N), np.arange(N))
    right = shaw_scores(q, k, table, offset)
    turned, both = shaw_scores(q, k, table, -offset), shaw_scores(q, k, table[::-1], -offset)
    return Experiment(
        "The sign of the offset belongs to the weights.",
        (f"Sign turned: {difference(right, turned):.2f} off; sign and table turned: {difference(right, both):.0e}.",),
        difference(right, turned) > 0.01 and difference(right, both) < ROUNDING,
    )


def no_cube_needed() -> Experiment:
    """Scores with a vector for each pair, and with one product for each table row."""
    q, k, table = tokens(), tokens(seed=2), np.random.default_rng(3).normal(size=(9, D))
    offset = offsets(np.arange(N), np.arange(N))
    vectors = table[clip_offsets(offset, 4) + 4]
    naive = np.einsum("id,ijd->ij", q, k[None] + vectors) / np.sqrt(D)
    gap = difference(naive, shaw_scores(q, k, table, offset))
    return Experiment(
        "Products with the table's rows, fetched by offset, give the same scores.",
        (f"The array {vectors.shape} and the products {(N, len(table))} agree to {gap:.0e}.",),
        gap < ROUNDING,
    )


def untrained_buckets() -> Experiment:
    """The lab's T5 models: buckets up to the trained length, and up to 8 times it."""
    trained, untrained = trained_buckets_last(), untrained_buckets_last()
    return Experiment(
        "Buckets that training never met make long inputs worse.",
        (f"`last` at 8 times the length: {trained:.0f} % with buckets to 32, {untrained:.0f} % with buckets to 256.",),
        untrained < trained - 10,
    )
