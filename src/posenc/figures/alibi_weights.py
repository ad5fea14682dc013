"""Bias and weights of some heads, side by side."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from posenc.figures.palette import INK
from posenc.figures.picture import Picture
from posenc.figures.style import colour_map, house_style, new_figure


@house_style()
def alibi_weights(heads: Mapping[str, tuple[ArrayLike, ArrayLike]], *, alt: str) -> Picture:
    """Draw each head's bias and weights `(n, n)`; all biases share one scale, all weights another.

    Raises: ValueError without heads, or if a bias and its weights differ in shape.
    """
    pairs = {name: (np.asarray(bias), np.asarray(weights)) for name, (bias, weights) in heads.items()}
    if not pairs or any(bias.shape != weights.shape or bias.ndim != 2 for bias, weights in pairs.values()):
        raise ValueError(f"heads must hold a bias and weights of one shape (n, n), at least one, not {heads!r}")
    lowest = min(float(bias.min()) for bias, _ in pairs.values())
    figure = new_figure(9.6, 2.6)
    row = figure.subplots(1, 2 * len(pairs), squeeze=False)[0]
    for number, (name, (bias, weights)) in enumerate(pairs.items()):
        for axes, values, kind, limits in (
            (row[2 * number], bias, "bias", (lowest, 0.0)),
            (row[2 * number + 1], weights, "weights", (0.0, 1.0)),
        ):
            image = axes.imshow(values, cmap=colour_map("sequential"), vmin=limits[0], vmax=limits[1])
            axes.set_title(f"{name}\n{kind}", fontsize=9, fontweight="bold")
            axes.set_xlabel("key position")
            axes.set_ylabel("query position" if axes is row[0] else "")
            axes.set_xticks(range(0, len(values), 3))
            axes.set_yticks(range(0, len(values), 3))
            axes.tick_params(labelsize=7.5, colors=INK)
            axes.spines[:].set_visible(False)
            figure.colorbar(image, ax=axes, shrink=0.8).ax.tick_params(labelsize=7)
    return Picture(figure, alt)
