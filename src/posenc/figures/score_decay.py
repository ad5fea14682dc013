"""Rotary scores against distance: the bound that falls, and the scores that need not."""

from collections.abc import Mapping

from numpy.typing import ArrayLike, NDArray

from posenc.figures.matrices import colour
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure

_DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))


@house_style()
def score_decay(distances: ArrayLike, curves: Mapping[str, NDArray], *, alt: str) -> Picture:
    """Draw one curve a name against the distance in tokens."""
    figure = new_figure(9.0, 3.2)
    axes = figure.subplots()
    for i, (name, curve) in enumerate(curves.items()):
        axes.plot(distances, curve, color=colour(i), linestyle=_DASHES[i % len(_DASHES)], label=name)
    axes.axhline(0, color=colour(6), linewidth=0.8)
    axes.set(xlabel="distance between query and key, in tokens", ylabel="score, of its size at 0")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.16), ncols=len(curves), fontsize=8.5)
    axes.grid(axis="y")
    return Picture(figure, alt)
