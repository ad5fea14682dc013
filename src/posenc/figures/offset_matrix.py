"""Matrices over queries and keys, their whole numbers written in."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from posenc.figures.palette import INK, PAPER
from posenc.figures.picture import Picture
from posenc.figures.style import colour_map, house_style, new_figure


@house_style()
def offset_matrix(matrices: Mapping[str, ArrayLike], *, first_query: int = 0, alt: str) -> Picture:
    """Draw each matrix `(n_q, n_k)` of whole numbers; rows are queries from position `first_query` on.

    Raises: ValueError without matrices, or if they differ in shape.
    """
    arrays = {name: np.asarray(values) for name, values in matrices.items()}
    if len({values.shape for values in arrays.values()}) != 1:
        raise ValueError(f"matrices need one shape (n_q, n_k), not {[values.shape for values in arrays.values()]}")
    figure = new_figure(9.6, 2.3)
    row = figure.subplots(1, len(arrays), squeeze=False)[0]
    for axes, (name, values) in zip(row, arrays.items(), strict=True):
        limit = np.abs(values).max()
        low = -limit if values.min() < 0 else 0
        axes.imshow(values, cmap=colour_map("diverging" if low else "sequential"), vmin=low, vmax=limit, aspect="auto")
        for (i, j), value in np.ndenumerate(values):
            dark = abs(value) > 0.6 * limit
            axes.text(j, i, f"{value}".replace("-", "−"), ha="center", va="center", fontsize=6.5,
                      color=PAPER if dark else INK)  # fmt: skip
        axes.set_title(name, fontweight="bold")
        axes.set_xlabel("key position")
        axes.set_ylabel("query position" if axes is row[0] else "")
        axes.set_xticks(range(0, values.shape[1], 3))
        axes.set_yticks(range(len(values)), [str(first_query + i) for i in range(len(values))])
        axes.tick_params(length=0, labelsize=7.5)
        axes.spines[:].set_visible(False)
    return Picture(figure, alt)
