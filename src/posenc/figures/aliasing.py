"""How far apart the codes of two offsets are: one pair beside all, near and far."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from posenc.figures.matrices import colour
from posenc.figures.palette import MUTED
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure

_DASHES = ("-", (0, (5, 2)))


@house_style()
def aliasing(
    near: Mapping[str, NDArray], tokens: NDArray, far: Mapping[str, NDArray], *, neighbour: float, alt: str
) -> Picture:
    """Draw distances for 0, 1, 2 … tokens between, and beside them the least distance from each of `tokens` on."""
    figure = new_figure(9.0, 3.1)
    left, right = figure.subplots(1, 2, sharey=True)
    for i, (name, curve) in enumerate(near.items()):
        left.plot(np.arange(len(curve)), curve, color=colour(i), linestyle=_DASHES[i], label=name)
        right.plot(tokens, far[name], color=colour(i), linestyle=_DASHES[i])
    for axes in (left, right):
        axes.axhline(neighbour, color=MUTED, linewidth=1, linestyle=":")
        axes.grid(axis="y")
    right.annotate("the neighbour's distance", (tokens[-1], neighbour), (0, 4), textcoords="offset points", ha="right")
    left.set(xlabel="tokens between the two offsets", ylabel="distance of their codes", ylim=(0, 2.05))
    left.set_title("Near", fontweight="bold")
    right.set(xscale="log", xlabel="tokens between the two offsets")
    right.set_title("The closest that any offset comes", fontweight="bold")
    figure.legend(*left.get_legend_handles_labels(), loc="outside upper right", ncols=2)
    return Picture(figure, alt)
