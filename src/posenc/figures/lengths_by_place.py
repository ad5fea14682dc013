"""How long a token's output row is, against its place: under a causal mask and without one."""

import numpy as np
from numpy.typing import NDArray

from posenc.figures.matrices import colour
from posenc.figures.palette import MUTED
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure

_DASHES = ("-", (0, (5, 2)))


@house_style()
def lengths_by_place(causal: NDArray, full: NDArray) -> Picture:
    """Draw the mean length of a row and the middle 80 % of draws; both arrays `(draws, n)`."""
    places = np.arange(causal.shape[1])
    figure = new_figure(7.2, 3.1)
    axes = figure.subplots()
    for i, (name, lengths) in enumerate({"causal mask": causal, "no mask": full}.items()):
        low, mean, high = np.quantile(lengths, 0.1, axis=0), lengths.mean(axis=0), np.quantile(lengths, 0.9, axis=0)
        axes.fill_between(places, low, high, color=colour(i), alpha=0.18, linewidth=0)
        axes.plot(places, mean, color=colour(i), linestyle=_DASHES[i], label=name)
    first = causal[:, 0].mean()
    shrinking = first / np.sqrt(places + 1)
    axes.plot(places, shrinking, color=MUTED, linewidth=1, linestyle=":", label="first row’s length / √(place + 1)")
    axes.set(xlabel="place of the token", ylabel="length of its output row", ylim=(0, None), xlim=(0, places[-1]))
    axes.grid(axis="y")
    axes.legend(loc="upper right")
    return Picture(
        figure,
        f"Length of a token's output row against its place, 0 to {places[-1]}, with bands that hold 80 percent of the "
        "draws. Under a causal mask the length falls steadily, a little above one over the root of the place plus one; "
        "without a mask it is the same everywhere.",
    )
