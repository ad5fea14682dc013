"""Dials with hands: directions of channel pairs, as pieces of a picture."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Wedge
from numpy.typing import NDArray

from posenc.figures.matrices import colour
from posenc.figures.palette import GRID, MUTED


def draw_dials(axes: Axes, vectors: NDArray, *, names: Sequence[str] = (), wedge: bool = False) -> None:
    """Draw one dial after the other, `vectors` (dials, hands, 2) in units of the radius; `names` stand below.

    `wedge` shades the angle between the first two hands, the short way round.
    """
    count, hands = vectors.shape[:2]
    axes.set(xlim=(-1.15, 2.4 * (count - 1) + 1.15), ylim=(-1.5, 1.1), aspect="equal")
    axes.axis("off")
    for dial in range(count):
        centre = np.array([2.4 * dial, 0.0])
        axes.add_patch(Circle(tuple(centre), 1, fill=False, edgecolor=GRID))
        if wedge:
            _wedge(axes, centre, vectors[dial, 0], vectors[dial, 1])
        for hand in range(hands):
            tip = centre + vectors[dial, hand]
            style = "solid" if hand == 0 else (0, (3, 1.5))
            axes.plot(*np.stack([centre, tip]).T, color=colour(hand), linestyle=style, linewidth=2)
            axes.plot(*tip, "o", color=colour(hand))
        if names:
            axes.text(centre[0], -1.2, names[dial], ha="center", va="top", fontsize=8.5)


def _wedge(axes: Axes, centre: NDArray, one: NDArray, other: NDArray) -> None:
    first, second = (np.degrees(np.arctan2(hand[1], hand[0])) for hand in (one, other))
    begin, end = (first, second) if (second - first) % 360 <= 180 else (second, first)
    axes.add_patch(Wedge(tuple(centre), 0.45, begin, end, color=MUTED, alpha=0.25, linewidth=0))
