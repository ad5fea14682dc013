"""Walks over a grid of patches, and which patches each walk's code calls alike."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from posenc.figures.matrices import draw_matrix
from posenc.figures.palette import CATEGORIES, GRID
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure


@dataclass(frozen=True)
class Walk:
    """One column of the picture."""

    name: str
    places: NDArray  # (height, width): each cell's place in the sequence
    likeness: NDArray  # (height, width): to the framed patch, by the code of the place


@house_style()
def traversal(walks: Sequence[Walk], grid_likeness: NDArray, *, patch: tuple[int, int], alt: str) -> Picture:
    """Draw each walk as a line over the grid, below it the likeness of every patch to the framed one."""
    figure = new_figure(9.6, 3.6)
    above, below = figure.subplots(2, len(walks) + 1)
    for walk, top, bottom in zip(walks, above, below, strict=False):
        _draw_walk(top, walk.places)
        top.set_title(walk.name)
        _draw_likeness(bottom, walk.likeness, patch)
    above[-1].axis("off")
    above[-1].text(
        0,
        0.5,
        "Above: the walk. Below:\nhow alike each patch is\nto the framed one, from\n0 (pale) to 1 (dark).",
        va="center",
    )
    _draw_likeness(below[-1], grid_likeness, patch)
    below[0].set_title("1-D code of the place", fontsize=9.5)
    below[-1].set_title("row and column code", fontsize=9.5)
    return Picture(figure, alt)


def _draw_walk(axes: Axes, places: NDArray) -> None:
    height, width = places.shape
    rows, columns = np.unravel_index(np.argsort(places, axis=None), places.shape)
    axes.plot(columns + 0.5, rows + 0.5, color=CATEGORIES["light"][0], linewidth=1.6)
    axes.plot(columns[:1] + 0.5, rows[:1] + 0.5, "o", color=CATEGORIES["light"][1], markersize=6)
    axes.hlines(np.arange(height + 1), 0, width, color=GRID, linewidth=0.8, clip_on=False, zorder=0)
    axes.vlines(np.arange(width + 1), 0, height, color=GRID, linewidth=0.8, clip_on=False, zorder=0)
    axes.spines[:].set_visible(False)
    axes.set(xlim=(0, width), ylim=(height, 0), xticks=[], yticks=[], aspect="equal")


def _draw_likeness(axes: Axes, likeness: NDArray, patch: tuple[int, int]) -> None:
    draw_matrix(axes, likeness, scale="sequential", limit=1.0)
    axes.add_patch(Rectangle(patch[::-1], 1, 1, fill=False, edgecolor=CATEGORIES["light"][1], linewidth=2.2, zorder=3))
    axes.set_aspect("equal")
