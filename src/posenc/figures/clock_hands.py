"""The sinusoidal code as clock hands, and as a heat map of positions and channels."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from posenc.figures.labels import Labels
from posenc.figures.matrices import colour, draw_matrix, outline
from posenc.figures.palette import INK, MUTED
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure


@house_style()
def clock_hands(code: NDArray, at: Sequence[int], *, turns: Sequence[str], alt: str) -> Picture:
    """Draw the code `(n, d)`, one column a position, and above it the hands at the positions `at`.

    Row k of clocks belongs to position at[k]; clock m is the pair in channels 2m and 2m + 1, and `turns` names it.
    """
    n, d = code.shape
    figure = new_figure(9.6, 0.9 * len(at) + 3.1)
    parts = figure.subfigures(2, 1, squeeze=False, height_ratios=(0.9 * len(at) + 0.3, 2.8))
    above, below = parts[:, 0]
    clocks = above.subplots(len(at), d // 2, squeeze=False)
    for row, position in zip(clocks, at, strict=True):
        for pair, axes in enumerate(row):
            _clock(axes, *code[position, 2 * pair : 2 * pair + 2])
        row[0].set_ylabel(f"p = {position}", rotation=0, ha="right", va="center", color=INK)
    for axes, name in zip(clocks[0], turns, strict=True):
        axes.set_title(name, fontsize=8.5, loc="center", color=MUTED)
    axes = below.subplots()
    channels = Labels(tuple(f"{part} {pair}" for pair in range(d // 2) for part in ("sin", "cos")))
    draw_matrix(axes, code.T, scale="diverging", limit=1.0, rows=channels)
    axes.set_xticks(np.arange(0, n, 8) + 0.5, [str(p) for p in range(0, n, 8)])
    axes.tick_params(axis="y", labelsize=7)
    axes.set_xlabel("position p, in tokens")
    for position in at:
        outline(axes, column=position, shape=(d, n))
    return Picture(figure, alt)


def _clock(axes: Axes, sine: float, cosine: float) -> None:
    angles = np.linspace(0, 2 * np.pi, 100)
    axes.plot(np.cos(angles), np.sin(angles), color=MUTED, linewidth=0.8)
    axes.plot([0, cosine], [0, sine], color=colour(0), linewidth=2.2)
    axes.set(xlim=(-1.1, 1.1), ylim=(-1.1, 1.1), xticks=[], yticks=[], aspect="equal")
    axes.spines[:].set_visible(False)
