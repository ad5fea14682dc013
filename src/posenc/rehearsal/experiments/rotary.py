"""Rotations of queries and keys: what depends on the offset, and what does not."""

import math

import numpy as np
from numpy.typing import ArrayLike

from posenc.encodings.dot_product import attention
from posenc.encodings.pairs import to_half_split
from posenc.encodings.rotary import Layout, rotary_frequencies, rotate, turns
from posenc.encodings.sinusoidal import sinusoidal, wavelengths
from posenc.rehearsal.experiment import Experiment
from posenc.rehearsal.experiments._material import ROUNDING, D, N, Rows, difference, head, tokens


def slow_pairs() -> float:
    """Pairs of 64, at base 10000, that make less than one turn in 4096 tokens."""
    return float(np.sum(turns(rotary_frequencies(128), 4096) < 1))


def slowest_thousands() -> float:
    """The slowest wavelength of 128 channels at base 10000, in thousands of tokens."""
    return float(wavelengths(128)[-1] / 1e3)


def slowest_millions() -> float:
    """The same at base 500000, in millions."""
    return float(wavelengths(128, 500000.0)[-1] / 1e6)


def nearest_signature() -> float:
    """The offset, of 1 to 20000, whose 64 angles are nearest to those of offset 0."""
    codes = np.cos(np.arange(20001)[:, None] * rotary_frequencies(128))
    return float(np.argmax(codes[1:].sum(axis=-1)) + 1)


def _turn(x: Rows, positions: ArrayLike, layout: Layout = "interleaved") -> Rows:
    turned = rotate(x, positions, rotary_frequencies(x.shape[-1]), layout=layout)
    return np.asarray(turned, dtype=np.float64)


def _score(q: int, k: int, layout: Layout = "interleaved") -> float:
    """The score of one fixed query at position q with one fixed key at position k."""
    query, key = tokens(2)
    return float((_turn(query[None], [q], layout) @ _turn(key[None], [k], layout).T)[0, 0])


def nothing_added() -> Experiment:
    """A zero vector and a random one, rotated, and a sinusoid added to zero."""
    zero, x = np.zeros((1, D)), tokens(1)
    still = difference(_turn(zero, [7]), 0)
    kept = abs(float(np.linalg.norm(_turn(x, [9])) - np.linalg.norm(x)))
    added = float(np.linalg.norm(zero + sinusoidal([7], D)))
    return Experiment(
        "A rotation keeps zero at zero and every length; adding does neither.",
        (
            f"Zero rotated: {still:.0f}; zero with a sinusoid added: length {added:.2f}.",
            f"Rotation changes a length by {kept:.0e}.",
        ),
        still == 0 and kept < ROUNDING and added > 1,
    )


def input_rotation_loses() -> Experiment:
    """The score of one offset at two places: rotated after the projections, and before them."""
    x, (w_q, w_k) = tokens(2), head()[:2]
    after = [float(_turn(x[:1] @ w_q, [m])[0] @ _turn(x[1:] @ w_k, [m + 2])[0]) for m in (3, 13)]
    before = [float((_turn(x[:1], [m]) @ w_q)[0] @ (_turn(x[1:], [m + 2]) @ w_k)[0]) for m in (3, 13)]
    return Experiment(
        "Projection and rotation do not commute.",
        (
            f"Rotated after: {after[0]:.3f} and {after[1]:.3f} at positions 3 and 13.",
            f"Rotated before: {before[0]:.3f} and {before[1]:.3f}.",
        ),
        bool(abs(np.ptp(after)) < ROUNDING and abs(np.ptp(before)) > 0.01),
    )


def angles_unseen() -> Experiment:
    """Which pairs complete a turn within the trained length."""
    made = turns(rotary_frequencies(128), 4096)
    return Experiment(
        "Slow pairs meet angles beyond the trained length that no training showed.",
        (f"{slow_pairs():.0f} of {made.size} pairs make less than one turn in 4096 tokens.",),
        bool(made.min() < 1),
    )


def peak_far_away() -> Experiment:
    """A key that was turned to match the query 100 tokens back."""
    query = tokens(1, 64)
    key = _turn(query, [100])
    scores = [float(_turn(query, [400])[0] @ _turn(key, [400 - back])[0]) for back in range(300)]
    return Experiment(
        "A head can look exactly 100 tokens back.",
        (f"The score is highest {int(np.argmax(scores))} tokens back.",),
        int(np.argmax(scores)) == 100,
    )


def lengths_stay() -> Experiment:
    """Lengths of rotated queries at positions from 0 to a million."""
    x = np.repeat(tokens(1), 4, axis=0)
    lengths = np.linalg.norm(_turn(x, [0, 1, 1000, 1_000_000]), axis=-1)
    return Experiment(
        "A rotation changes no length, at any position.",
        (f"Lengths at positions 0 to a million differ by {np.ptp(lengths):.0e}.",),
        bool(np.ptp(lengths) < ROUNDING),
    )


def turned_values_move() -> Experiment:
    """Shift all positions by 10, with values as they are, and rotated."""
    q, k, v = (tokens() @ w for w in head()[:3])

    def output(shift: int, turned: bool) -> Rows:
        where = np.arange(N) + shift
        return np.asarray(attention(_turn(q, where), _turn(k, where), _turn(v, where) if turned else v), np.float64)

    plain, turned = (difference(output(0, each), output(10, each)) for each in (False, True))
    return Experiment(
        "Rotated values carry the absolute position into the output.",
        (f"Shift by 10: plain values {plain:.0e}, rotated values {turned:.2f}.",),
        plain < ROUNDING and turned > 0.01,
    )


def one_pair_wraps() -> Experiment:
    """One pair that turns in 10 tokens, and three offsets."""
    x = np.array([[1.0, 0.0]])
    near, same, far = (float(rotate(x, [k], [2 * math.pi / 10], layout="interleaved")[0] @ x[0]) for k in (3, 0, 10))
    return Experiment(
        "One pair can't tell offsets a wavelength apart.",
        (f"Offsets 0 and 10 score {same:.3f} and {far:.3f}; offset 3 scores {near:.3f}.",),
        abs(same - far) < ROUNDING < abs(near - same),
    )


def many_pairs_do_not_alias() -> Experiment:
    """All 64 pairs together, over 20000 offsets."""
    nearest = nearest_signature()
    return Experiment(
        "Together the pairs do not alias.",
        (f"Of offsets 1 to 20000 the one most like 0 is {nearest:.0f}.",),
        nearest == 1,
    )


def shift_test_passes_both() -> Experiment:
    """Both layouts under a shift, and their scores against each other."""
    layouts: tuple[Layout, Layout] = ("interleaved", "half_split")
    shifts = [abs(_score(11, 14, each) - _score(1, 4, each)) for each in layouts]
    apart = abs(_score(1, 4, layouts[0]) - _score(1, 4, layouts[1]))
    query, key = to_half_split(tokens(2))
    mended = float(_turn(query[None], [1], "half_split")[0] @ _turn(key[None], [4], "half_split")[0])
    return Experiment(
        "Both layouts pass the shift test and give different scores.",
        (
            f"Shift: {shifts[0]:.0e} and {shifts[1]:.0e}. Scores of the two: {apart:.2f} apart.",
            f"With permuted channels: {abs(mended - _score(1, 4)):.0e} apart.",
        ),
        max(shifts) < ROUNDING and apart > 0.01 and abs(mended - _score(1, 4)) < ROUNDING,
    )
