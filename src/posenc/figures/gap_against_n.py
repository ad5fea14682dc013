"""How a gap grows with the number of tokens, one line a floating-point format."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from posenc.figures.matrices import colour
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure

_DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))


@house_style()
def gap_against_n(n: ArrayLike, gaps: Mapping[str, ArrayLike], *, title: str = "Equivariance gap") -> Picture:
    """Draw one line a series over the number of tokens, both axes logarithmic; gaps of exactly 0 leave a hole.

    Raises: ValueError if a series does not have one gap for each n.
    """
    tokens = np.asarray(n)
    series = {name: np.asarray(values, dtype=np.float64) for name, values in gaps.items()}
    for name, values in series.items():
        if values.shape != tokens.shape or tokens.ndim != 1:
            raise ValueError(f"gaps of {name!r} have shape {values.shape}, but n has shape {tokens.shape}")
    figure = new_figure(6.4, 3.2)
    axes = figure.subplots()
    for i, (name, values) in enumerate(series.items()):
        shown = np.where(values > 0, values, np.nan)
        axes.plot(tokens, shown, color=colour(i), linestyle=_DASHES[i % len(_DASHES)], marker="o")
        if np.isfinite(shown).any():
            last = np.flatnonzero(np.isfinite(shown))[-1]
            at = (tokens[last], shown[last])
            axes.annotate(name, at, (8, 0), textcoords="offset points", va="center", color=colour(i))
    axes.set(xscale="log", yscale="log", xlabel="tokens n", ylabel="max |f(PX) − P f(X)|")
    axes.set_xticks(tokens, [str(count) for count in tokens], minor=False)
    axes.minorticks_off()
    axes.grid(axis="y")
    axes.set_title(title, fontweight="bold")
    return Picture(figure, _alt(tokens, series, title))


def _alt(tokens: np.ndarray, series: Mapping[str, np.ndarray], title: str) -> str:
    """Names the order of the lines, not their rounding-sized values, which differ from machine to machine."""
    ranked = sorted(series, key=lambda name: -np.median(series[name]))
    return (
        f"{title} against the number of tokens, {tokens.min()} to {tokens.max()}, on logarithmic axes: "
        f"{', below it '.join(ranked)}."
    )
