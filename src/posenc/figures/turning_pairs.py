"""Queries and keys at several places with one offset, and the score that they share."""

from collections.abc import Mapping, Sequence

from numpy.typing import NDArray

from posenc.figures.dials import draw_dials
from posenc.figures.matrices import colour
from posenc.figures.palette import MUTED
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure


@house_style()
def turning_pairs(
    stills: Mapping[str, NDArray], pairs: Sequence[str], offsets: NDArray, scores: NDArray, *, at: int, alt: str
) -> Picture:
    """Draw a row of dials a still, vectors `(pair, hand, 2)`, and below them scores against offsets, one marked."""
    figure = new_figure(9.0, 1.9 * len(stills) + 2.2)
    rows = figure.subplots(len(stills) + 1, 1, height_ratios=[1.9] * len(stills) + [2.2])
    for axes, (name, vectors) in zip(rows[:-1], stills.items(), strict=True):
        draw_dials(axes, vectors, names=pairs, wedge=True)
        axes.set_title(name, fontweight="bold")
    hands = [rows[0].plot([], [], "o", color=colour(i), linestyle=style)[0] for i, style in enumerate(("-", "--"))]
    rows[0].legend(hands, ("query", "key"), loc="upper left", bbox_to_anchor=(1.02, 1))
    axes, place = rows[-1], list(offsets).index(at)
    axes.plot(offsets, scores, color=colour(0))
    axes.axvline(at, color=MUTED, linewidth=1)
    axes.plot(at, scores[place], "o", color=colour(1))
    axes.set_title(f"Both have the offset {at}, and one score".replace("-", "−"), fontweight="bold")
    axes.set(xlabel="offset = key position − query position, in tokens", ylabel="score q · k", xlim=offsets[[0, -1]])
    axes.grid(axis="y")
    return Picture(figure, alt)
