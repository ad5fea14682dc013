"""Masks, padding and grids."""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from posenc.encodings.grid import sincos_2d
from posenc.encodings.resampling import resample_table
from posenc.encodings.rotary import rotary_frequencies, rotate
from posenc.encodings.scheme import Scheme
from posenc.encodings.schemes import rotary_scheme, sinusoidal_scheme
from posenc.encodings.sinusoidal import sinusoidal
from posenc.encodings.softmax import softmax
from posenc.rehearsal.experiment import Experiment
from posenc.rehearsal.experiments._material import ORDER, ROUNDING, D, N, Rows, attend, difference, tokens
from posenc.symmetry.gaps import equivariance_gap, translation_gap
from posenc.symmetry.row_lengths import places_by_length, untrained_rows


def zero_weight() -> float:
    """The weight that a score of 0 keeps beside 2 and 1."""
    return float(softmax([2.0, 1.0, 0.0])[2])


def tiny_weight() -> float:
    """The weight that a fill of -1e-9 leaves beside a score of 2."""
    return float(softmax([2.0, -1e-9])[1])


def place_error_causal() -> float:
    """How far places read from a causal head's row lengths are off, in per cent of chance."""
    return _place_error(causal=True)


def place_error_open() -> float:
    """The same without a mask."""
    return _place_error(causal=False)


def _place_error(*, causal: bool) -> float:
    n, seeds = 64, range(10)
    guesses = [places_by_length(untrained_rows(seed, n, 64, causal=causal)) for seed in seeds]
    chance = np.abs(np.subtract.outer(np.arange(n), np.arange(n))).mean()
    return float(np.mean([np.abs(guess - np.arange(n)).mean() for guess in guesses]) / chance * 100)


def _last_rows(depth: int) -> NDArray[np.float64]:
    """The last row behind `depth` causal layers, for all orders of the 5 tokens before it."""

    def deep(x: Rows) -> Rows:
        for layer in range(depth):
            x = x + attend(x, causal=True, seed=layer + 1)
        return x

    x = tokens()
    return np.array([deep(x[[*order, N - 1]])[-1] for order in permutations(range(N - 1))])


def one_layer_is_blind() -> Experiment:
    """All 120 orders of 5 earlier tokens, seen by the last token through one causal layer and through two."""
    one, two = (len(np.unique(_last_rows(depth).round(9), axis=0)) for depth in (1, 2))
    return Experiment(
        "One causal layer sees the multiset before a token; two layers see its order.",
        (f"120 orders give {one} output at the last token behind one layer, {two} behind two.",),
        one == 1 and two == 120,
    )


def mask_breaks() -> Experiment:
    """Equivariance of one head, without and with a causal mask."""
    x = tokens()
    free, masked = (
        equivariance_gap(attend, x, ORDER),
        equivariance_gap(lambda rows: attend(rows, causal=True), x, ORDER),
    )
    return Experiment(
        "A causal mask breaks the symmetry.",
        (f"Rows follow to {free:.0e} without the mask; with it they miss by {masked:.2f}.",),
        free < ROUNDING and masked > 0.01,
    )


def zero_still_counts() -> Experiment:
    """A padded key at score 0, and at minus infinity."""
    at_zero, out = softmax([2.0, 1.0, 0.0])[2], softmax([2.0, 1.0, -np.inf])[2]
    return Experiment(
        "A score of 0 is a score like any other.",
        (f"Weight of the padded key: {at_zero:.3f} at 0, {out:.0f} at minus infinity.",),
        bool(at_zero > 0.01 and out == 0),
    )


def filled_twice() -> Experiment:
    """A row of float32 scores with the lowest number added once, and the lowest number added to itself."""
    lowest = np.finfo(np.float32).min
    with np.errstate(over="ignore"):
        twice = np.float32(lowest) + np.float32(lowest)
    dead = softmax(np.array([1.0, 2.0, 3.0], np.float32) + lowest)
    return Experiment(
        "Adding the lowest number shares a dead row out among its forbidden keys, and twice it overflows.",
        (f"A fully masked row attends {dead.astype(np.float64).round(3).tolist()}; two masks sum to {twice}.",),
        bool(np.isinf(twice) and dead.min() > 0.1),
    )


def shift_is_harmless() -> Experiment:
    """Left padding as a shift of 5: of all positions, and of the new query only."""
    rotary, where, x = rotary_scheme(rotary_frequencies(D), layout="half_split"), np.arange(N), tokens()

    def shifted(scheme: Scheme) -> float:
        return translation_gap(lambda rows, p: attend(rows, scheme=scheme, positions=p), x, where, 5)

    right, late = (rotate(x[:1], [p], rotary_frequencies(D), layout="half_split") for p in (9, 14))
    cached = rotate(x[1:2], [3], rotary_frequencies(D), layout="half_split")
    split = abs(float((late - right)[0] @ cached[0]))
    return Experiment(
        "A constant shift cancels in rotary encoding; a shift of the query alone does not.",
        (
            f"All positions shifted: rotary {shifted(rotary):.0e}, sinusoidal {shifted(sinusoidal_scheme()):.2f}.",
            f"Only the query shifted: a rotary score moves by {split:.2f}.",
        ),
        shifted(rotary) < ROUNDING and shifted(sinusoidal_scheme()) > 0.01 and split > 0.01,
    )


def grid_is_not_square() -> Experiment:
    """A 2 by 8 table resampled to 4 by 4, with its grid stated, and guessed square."""
    table = np.arange(16.0)[:, None]
    stated, guessed = (resample_table(table, old, (4, 4)).ravel() for old in ((2, 8), (4, 4)))
    return Experiment(
        "16 rows may be 2 by 8; guessed square they come back as they were.",
        (f"Stated: {stated[:4].tolist()} ...; guessed: {guessed[:4].tolist()} ...",),
        difference(guessed, table.ravel()) == 0 and difference(stated, guessed) > 0.1,
    )


def traversal_is_arbitrary() -> Experiment:
    """Transpose a 3 by 5 grid: which codes follow their cells?"""
    height, width, d = 3, 5, 16
    index = np.arange(height * width).reshape(height, width)
    flat = difference(sinusoidal(index.T.ravel(), d), sinusoidal(np.arange(height * width), d))
    rows, columns = np.split(sincos_2d(height, width, d), 2, axis=-1)
    swapped = np.concatenate([columns, rows], axis=-1)[index.T.ravel()]
    both = difference(swapped, sincos_2d(width, height, d))
    return Experiment(
        "Transposed, a row and column code follows its cells; a flat one does not.",
        (f"Row and column codes, swapped: {both:.0e} off; flat codes: {flat:.2f} off.",),
        both < ROUNDING and flat > 0.01,
    )


def encoder_does_not_leak() -> Experiment:
    """Places read from the lengths of an untrained head's rows, with a causal mask and without."""
    causal, free = place_error_causal(), place_error_open()
    return Experiment(
        "Only under a mask does a row's length tell its place.",
        (f"Error in per cent of chance: {causal:.0f} with the mask, {free:.0f} without.",),
        causal < 75 and free > 85,
    )
