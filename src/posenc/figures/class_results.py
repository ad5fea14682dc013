"""How a class did: the pass rate of each exercise, and the wrong answers that were recognised most often."""

from collections.abc import Mapping

from matplotlib.axes import Axes

from posenc.figures.palette import CATEGORIES, MUTED
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure

BAR = 0.28  # inches


@house_style()
def class_results(rates: Mapping[str, float], slips: Mapping[str, int]) -> Picture:
    """Draw one bar an exercise, from 0 to 100 %, and under them one bar a named wrong answer.

    Raises: ValueError without exercises, or for a rate outside 0 to 1.
    """
    if not rates or not all(0 <= rate <= 1 for rate in rates.values()):
        raise ValueError(f"rates must lie from 0 to 1, at least one, not {dict(rates)}")
    panels = 2 if slips else 1
    figure = new_figure(8.0, 0.8 * panels + BAR * (len(rates) + len(slips)))
    axes = figure.subplots(panels, 1, squeeze=False, height_ratios=[len(rates), len(slips)][:panels])[:, 0]
    blue, orange = CATEGORIES["light"][:2]
    _bars(axes[0], {name: 100 * rate for name, rate in rates.items()}, blue, "{:.0f} %")
    axes[0].set(xlim=(0, 108))
    axes[0].set_title("Passed", fontweight="bold")
    if slips:
        _bars(axes[1], slips, orange, "{:d}")
        axes[1].set(xlim=(0, 1.08 * max(slips.values())))
        axes[1].set_title("Named wrong answers", fontweight="bold")
    passed = "; ".join(f"{name}, {rate:.0%}" for name, rate in rates.items())
    wrong = "; ".join(f"{name}, {times}" for name, times in slips.items()) or "none"
    return Picture(figure, f"Passed, by exercise: {passed}. Named wrong answers, by frequency: {wrong}.")


def _bars(axes: Axes, values: Mapping[str, float], colour: str, told: str) -> None:
    axes.barh(range(len(values)), list(values.values()), height=0.62, color=colour)
    for place, value in enumerate(values.values()):
        axes.annotate(told.format(value), (value, place), (4, 0), textcoords="offset points", va="center", color=MUTED)
    axes.set_yticks(range(len(values)), list(values))
    axes.set_ylim(len(values) - 0.5, -0.5)
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)
    axes.tick_params(axis="y", length=0)
