"""One column a scaling: how far each pair turns in a longer context, and how big its steps are."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from posenc.figures.matrices import colour
from posenc.figures.palette import MUTED
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure


@dataclass(frozen=True)
class Column:
    """What one scaling does to each pair."""

    title: str
    turns: NDArray  # over the longer context
    steps: NDArray  # as a share of the trained step
    new: NDArray  # which pairs meet angles that training never showed


@house_style()
def scaled_angles(trained: NDArray, columns: Sequence[Column], *, alt: str) -> Picture:
    """Draw turns (above) and steps (below) of every pair; pairs that meet new angles are marked."""
    figure = new_figure(10.0, 4.2)
    upper, lower = figure.subplots(2, len(columns), sharex=True, sharey="row", height_ratios=(3, 2))
    pairs = np.arange(len(trained))
    for above, below, column in zip(upper, lower, columns, strict=True):
        above.plot(pairs, trained, color=colour(0), label="in training")
        above.plot(pairs, column.turns, color=colour(1), linestyle=(0, (5, 2)), label="now")
        above.plot(pairs[column.new], column.turns[column.new], "o", color=colour(1), markersize=3, label="new angles")
        above.axhline(1, color=MUTED, linewidth=1, linestyle=":")
        above.set_yscale("log")
        told = f"{column.new.sum()} pairs meet new angles" if column.new.any() else "no new angles"
        above.set_title(f"{column.title}\n{told}", fontsize=9)
        below.plot(pairs, column.steps, color=colour(2))
        below.set(ylim=(0, 1.08), xlabel="pair, fast to slow")
        below.grid(axis="y")
    upper[0].set_ylabel("turns")
    upper[0].annotate("one turn", (0, 1), (2, 3), textcoords="offset points", fontsize=8, color=MUTED)
    lower[0].set_ylabel("step, of the\ntrained one")
    upper[0].legend(loc="upper right", fontsize=8, borderpad=0)
    return Picture(figure, alt)
