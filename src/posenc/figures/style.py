"""The house style: one font, readable sizes, quiet axes, a white ground in any theme."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure

from posenc.figures.palette import GRID, INK, MUTED, PAPER, Scale, ramp

DPI = 192  # twice the 96 of a CSS pixel, for sharp text on dense screens

_SETTINGS: dict[str, Any] = {
    "figure.dpi": DPI,
    "figure.facecolor": PAPER,
    "figure.constrained_layout.use": True,
    "font.family": "DejaVu Sans",  # comes with Matplotlib, so it is the same everywhere
    "font.size": 9.5,
    "axes.titlesize": 10.5,
    "axes.titlelocation": "left",
    "axes.facecolor": PAPER,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": False,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "lines.linewidth": 1.8,
    "lines.markersize": 4.5,
}


@contextmanager
def house_style() -> Iterator[None]:
    """Draw with the house style on Matplotlib's own defaults, whatever the reader's settings."""
    settings: dict[Any, Any] = dict(matplotlib.rcParamsDefault) | _SETTINGS
    del settings["backend"]
    with matplotlib.rc_context(settings):
        yield


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of this size in inches (96 pixels each); call it inside `house_style`."""
    return Figure(figsize=(width, height))


def colour_map(scale: Scale) -> ListedColormap:
    """The ramp of `palette` as a Matplotlib colour map."""
    return ListedColormap(ramp(scale) / 255.0, name=f"posenc {scale}")
