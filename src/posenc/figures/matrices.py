"""Heat maps of token matrices, and the lines that follow a token's row: the pieces of several pictures."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from numpy.typing import NDArray

from posenc.figures.labels import Labels
from posenc.figures.palette import CATEGORIES, INK, Scale
from posenc.figures.style import colour_map

NONE = Labels(())


def draw_matrix(
    axes: Axes, values: NDArray, *, scale: Scale, limit: float, rows: Labels = NONE, columns: Labels = NONE,
    row_words: bool = True, column_words: bool = True,
) -> None:  # fmt: skip
    """Paint values as cells, from 0 (sequential) or −limit (diverging) up to limit.

    Labels stand to the left and below; their marks are small squares, which can stand there without the words.
    """
    low = 0.0 if scale == "sequential" else -limit
    n, m = values.shape
    axes.pcolormesh(values, cmap=colour_map(scale), vmin=low, vmax=limit, edgecolors="white", linewidth=0.8)
    axes.set(xlim=(0, m), ylim=(n, 0), xticks=[], yticks=[])
    axes.spines[:].set_visible(False)
    for i, mark in enumerate(rows.marks):
        _square(axes, mark, at=(0, 1 - (i + 0.5) / n), offset=(-7, 0))
    for j, mark in enumerate(columns.marks):
        _square(axes, mark, at=((j + 0.5) / m, 0), offset=(0, -7))
    if row_words and rows.words:
        axes.set_yticks(np.arange(n) + 0.5, [shorten(word) for word in rows.words])
        axes.tick_params(axis="y", length=0, pad=12 if rows.marks else 3)
    if column_words and columns.words:
        axes.set_xticks(np.arange(m) + 0.5, [shorten(word) for word in columns.words])
        axes.tick_params(axis="x", length=0, pad=12 if columns.marks else 3)
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set_parse_math(False)  # a word may hold a dollar sign


def draw_links(axes: Axes, perm: Sequence[int], *, kept: Sequence[bool]) -> None:
    """Join row perm[i] on the left to row i on the right, in the colour of the left one; dotted if not kept."""
    axes.set(xlim=(0, 1), ylim=(len(perm), 0))
    axes.axis("off")
    for target, source in enumerate(perm):
        y, y_end = source + 0.5, target + 0.5
        curve = Path([(0, y), (0.5, y), (0.5, y_end), (1, y_end)], [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4])
        style = "solid" if kept[target] else (0, (1.2, 2.2))
        axes.add_patch(PathPatch(curve, fill=False, edgecolor=colour(source), linewidth=1.8, linestyle=style))


def outline(axes: Axes, *, row: int | None = None, column: int | None = None, shape: tuple[int, int]) -> None:
    """Frame one row or one column of a drawn matrix."""
    n, m = shape
    corner, width, height = ((0, row), m, 1) if row is not None else ((column or 0, 0), 1, n)
    axes.add_patch(Rectangle(corner, width, height, fill=False, edgecolor=INK, linewidth=1.6, clip_on=False, zorder=3))


def colour(mark: int) -> str:
    """The colour of a token's mark."""
    return CATEGORIES["light"][mark % len(CATEGORIES["light"])]


def shorten(word: str, most: int = 11) -> str:
    """A word that fits beside a matrix."""
    return word if len(word) <= most else f"{word[: most - 1]}…"


def _square(axes: Axes, mark: int, *, at: tuple[float, float], offset: tuple[float, float]) -> None:
    """A square of the mark's colour beside the axes: `at` in fractions of them, then `offset` in points."""
    axes.annotate(
        "■", xy=at, xycoords="axes fraction", xytext=offset, textcoords="offset points", ha="center", va="center",
        color=colour(mark), fontsize=8, annotation_clip=False,
    )  # fmt: skip
