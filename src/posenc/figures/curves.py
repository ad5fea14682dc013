"""Curves over a common axis, named beside the plot: the still picture of several demos."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from posenc.figures.matrices import colour
from posenc.figures.palette import MUTED
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure

_DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))


@house_style()
def curves(
    x: ArrayLike, panels: Mapping[str, Mapping[str, ArrayLike]], *, x_label: str, y_label: str, alt: str,
    at: float | None = None,
) -> Picture:  # fmt: skip
    """Draw each panel's series side by side on one scale; `at` marks a place on every x axis. NaN leaves a hole.

    Raises: ValueError without panels, or for a series without one value for each x.
    """
    places = np.asarray(x)
    if not panels:
        raise ValueError("panels must hold at least one title with its series, but is empty")
    figure = new_figure(9.6, 2.9)
    row = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for axes, (title, series) in zip(row, panels.items(), strict=True):
        for i, (name, values) in enumerate(series.items()):
            heights = np.asarray(values, dtype=np.float64)
            if heights.shape != places.shape:
                raise ValueError(f"series {name!r} has shape {heights.shape}, but x has shape {places.shape}")
            axes.plot(places, heights, color=colour(i), linestyle=_DASHES[i % len(_DASHES)], label=name)
        axes.set_xlim(places.min(), places.max())
        _finish(axes, title, x_label, at)
    row[0].set_ylabel(y_label)
    return Picture(figure, alt)


def _finish(axes: Axes, title: str, x_label: str, at: float | None) -> None:
    if at is not None:
        axes.axvline(at, color=MUTED, linewidth=1.0)
    axes.set_title(title, fontweight="bold")
    axes.set_xlabel(x_label)
    axes.grid(axis="y")
    axes.legend(fontsize=8.5, loc="best", frameon=True, framealpha=0.85, edgecolor="none")
