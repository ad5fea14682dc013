"""One channel of a table of position vectors on several grids."""

from collections.abc import Mapping

from numpy.typing import NDArray

from posenc.figures.matrices import draw_matrix
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure


@house_style()
def resolution(channel: str, panels: Mapping[str, NDArray], *, alt: str) -> Picture:
    """Draw the channel once a panel: a table, what resampling made of it, the formula; values from −1 to 1."""
    figure = new_figure(9.6, 3.9)
    for axes, (title, values) in zip(figure.subplots(2, 2).flat, panels.items(), strict=True):
        draw_matrix(axes, values, scale="diverging", limit=1.0)
        axes.set_title(title, fontsize=9.5)
        axes.set_aspect("equal")
    figure.suptitle(f"Channel: {channel}, from −1 (blue) to 1 (orange)", x=0.004, ha="left", fontsize=10.5)
    return Picture(figure, alt)
