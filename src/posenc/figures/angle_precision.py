"""Error of a rotary score against the position, for each format and each thing that is kept in it."""

from collections.abc import Mapping, Sequence

from numpy.typing import NDArray

from posenc.figures.matrices import colour
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure

_DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)))


@house_style()
def angle_precision(positions: Sequence[int], curves: Mapping[str, Mapping[str, NDArray]], *, alt: str) -> Picture:
    """Draw one panel for each thing that is kept short, one line a format, on logarithmic axes."""
    figure = new_figure(9.0, 3.2)
    panels = figure.subplots(1, len(curves), sharey=True)
    for axes, (kept, series) in zip(panels, curves.items(), strict=True):
        for i, (name, errors) in enumerate(series.items()):
            axes.plot(positions, errors, color=colour(i), linestyle=_DASHES[i], label=name)
        axes.set(xscale="log", yscale="log", xlabel="position, in tokens", ylim=(1e-9, 3))
        axes.set_title(f"Kept in the short format: {kept}", fontweight="bold")
        axes.grid(axis="y")
    panels[0].set_ylabel("error of a score, of |q| |k|")
    panels[0].legend(loc="lower right")
    return Picture(figure, alt)
