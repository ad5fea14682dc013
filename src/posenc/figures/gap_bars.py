"""Gaps side by side on a logarithmic axis: which are rounding, and which are real."""

from collections.abc import Mapping

from posenc.figures.palette import CATEGORIES, MUTED
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure

FLOOR = 1e-17  # where the bars begin; an exact 0 has none
NEGLIGIBLE = 1e-9  # a gap under this is rounding


@house_style()
def gap_bars(gaps: Mapping[str, float], *, title: str = "") -> Picture:
    """Draw one bar a gap; those of rounding size are blue, the others orange.

    Raises: ValueError without gaps, or for a gap that is negative or not a number.
    """
    if not gaps or not all(0 <= gap < float("inf") for gap in gaps.values()):
        raise ValueError(f"gaps must be finite and not negative, at least one, not {dict(gaps)}")
    figure = new_figure(8.0, 0.7 + 0.36 * len(gaps) + (0.3 if title else 0))
    axes = figure.subplots()
    blue, orange = CATEGORIES["light"][:2]
    for place, gap in enumerate(gaps.values()):
        rounding = gap < NEGLIGIBLE
        axes.barh(place, max(gap - FLOOR, 0), left=FLOOR, height=0.62, color=blue if rounding else orange)
        axes.annotate(
            _told(gap), (max(gap, FLOOR), place), (6, 0), textcoords="offset points", va="center", color=MUTED
        )
    axes.set(xscale="log", xlim=(FLOOR, 1e4), ylim=(len(gaps) - 0.5, -0.5), xlabel="largest absolute difference")
    axes.set_xticks([10.0**power for power in range(-16, 4, 4)])
    axes.set_yticks(range(len(gaps)), list(gaps))
    axes.tick_params(axis="y", length=0)
    axes.minorticks_off()
    axes.grid(axis="x")
    axes.set_title(title, fontweight="bold")
    told = "; ".join(f"{name}, {_told(gap)}" for name, gap in gaps.items())
    return Picture(figure, f"{title or 'Gaps'}, bars on a logarithmic axis: {told}.")


def _told(gap: float) -> str:
    """Rounding-sized gaps differ from machine to machine, so their digits are not told."""
    return "0 up to rounding" if gap < NEGLIGIBLE else f"{gap:.2g}"
