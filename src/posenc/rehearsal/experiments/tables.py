"""Learned tables, and what a sum keeps."""

import numpy as np

from posenc.encodings.learned import interpolate, lookup
from posenc.encodings.sinusoidal import sinusoidal
from posenc.rehearsal.experiment import Experiment
from posenc.rehearsal.experiments._material import difference


def midpoint_factor() -> float:
    """What linear interpolation at a midpoint leaves of the fastest pair."""
    fine = interpolate(sinusoidal(np.arange(9), 16), 17)
    return float(np.linalg.norm(fine[9, :2]))


def shrunk_norm() -> float:
    """The norm of the midpoint between two independent rows, relative to theirs."""
    table = np.random.default_rng(0).normal(size=(513, 512))
    fine = interpolate(table, 1025)
    return float(np.linalg.norm(fine[1::2], axis=-1).mean() / np.linalg.norm(table, axis=-1).mean())


def sum_keeps_both() -> Experiment:
    """Read word and position back from their sum, with two linear scores."""
    words, codes = np.random.default_rng(1).normal(size=(100, 512)), sinusoidal(np.arange(32), 512)
    word, place = np.repeat(np.arange(100), 32), np.tile(np.arange(32), 100)
    both = words[word] + codes[place]
    found = np.argmax(both @ words.T - np.sum(words**2, axis=1) / 2, axis=1)
    where = np.argmax((both - words[found]) @ codes.T, axis=1)
    right = [float(np.mean(found == word)), float(np.mean(where == place))]
    return Experiment(
        "In 512 channels a sum still tells both its parts.",
        (f"Of 3200 sums the word is found in {right[0]:.0%}, the position in {right[1]:.0%}.",),
        min(right) > 0.99,
    )


def last_row_read() -> Experiment:
    """Position -1 in a NumPy table, and in the library's lookup."""
    table = np.arange(8.0).reshape(4, 2)
    try:
        lookup(table, [-1])
        refused = False
    except IndexError:
        refused = True
    silent = bool((table[-1] == table[3]).all())
    return Experiment(
        "NumPy reads position -1 as the last row.",
        (f"table[-1] is the last row: {silent}; a lookup that checks both ends refuses: {refused}.",),
        silent and refused,
    )


def interpolating_differs() -> Experiment:
    """A table interpolated at half steps against the formula there."""
    fine = interpolate(sinusoidal(np.arange(9), 16), 17)
    gap = difference(fine, sinusoidal(np.arange(17) / 2, 16))
    return Experiment(
        "An interpolated table is not the formula between its rows.",
        (f"Largest difference {gap:.2f}; the fastest pair keeps {midpoint_factor():.3f} of its length.",),
        gap > 0.05,
    )
