"""How accuracy falls with the length of the log: a panel for each scheme, a line for each task."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

from posenc.figures.matrices import colour
from posenc.figures.palette import MUTED
from posenc.figures.picture import Picture
from posenc.figures.style import house_style, new_figure

_DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)))
_MARKERS = ("o", "s", "^")
_COLUMNS = 4
Measured = dict[str, dict[str, NDArray[np.float64]]]


@house_style()
def accuracy_by_length(
    multiples: ArrayLike, panels: Mapping[str, Mapping[str, ArrayLike]], *, chance: float = 0.25
) -> Picture:
    """Draw accuracies `(seeds, multiples)` by panel and task: the mean as a line, least to most as a band.

    Raises: ValueError without panels, or for accuracies without one column for each multiple.
    """
    lengths = np.asarray(multiples)
    if not panels:
        raise ValueError("panels must hold at least one title with its accuracies, but is empty")
    measured = {title: _checked(title, tasks, lengths) for title, tasks in panels.items()}
    columns, rows = min(_COLUMNS, len(panels)), -(-len(panels) // _COLUMNS)
    figure = new_figure(max(2.4 * columns, 4.8), 0.6 + 2.0 * rows)
    grid = figure.subplots(rows, columns, sharey=True, squeeze=False)
    for axes in grid.flat[len(panels) :]:
        axes.set_visible(False)
    for axes, (title, tasks) in zip(grid.flat, measured.items(), strict=False):
        _panel(axes, lengths, tasks, chance)
        axes.set_title(title, fontweight="bold")
    figure.supxlabel("length of the log, in trained lengths", fontsize=9.5)
    figure.supylabel("accuracy", fontsize=9.5)
    figure.legend(*grid[0, 0].get_legend_handles_labels(), loc="outside upper left", ncols=4)
    return Picture(figure, _alt(lengths, measured))


def _checked(title: str, tasks: Mapping[str, ArrayLike], lengths: NDArray) -> dict[str, NDArray[np.float64]]:
    arrays = {task: np.atleast_2d(np.asarray(each, dtype=np.float64)) for task, each in tasks.items()}
    for task, each in arrays.items():
        if each.ndim != 2 or each.shape[1:] != lengths.shape:
            raise ValueError(f"{title}, {task}: accuracies have shape {each.shape}, but multiples {lengths.shape}")
    return arrays


def _panel(axes: Axes, lengths: NDArray, tasks: Mapping[str, NDArray[np.float64]], chance: float) -> None:
    for i, (task, shares) in enumerate(tasks.items()):
        axes.fill_between(lengths, shares.min(axis=0), shares.max(axis=0), color=colour(i), alpha=0.2, linewidth=0)
        mean, dashes = shares.mean(axis=0), _DASHES[i % len(_DASHES)]
        axes.plot(lengths, mean, color=colour(i), linestyle=dashes, marker=_MARKERS[i % len(_MARKERS)], label=task)
    axes.axhline(chance, color=MUTED, linewidth=1.0, linestyle=(0, (1, 3)), label="chance")
    axes.set(xscale="log", ylim=(0, 1.05))
    axes.set_xticks(lengths, [f"{length}×" for length in lengths])
    axes.minorticks_off()
    axes.grid(axis="y")


def _alt(lengths: NDArray, measured: Measured) -> str:
    """Each panel's accuracies at the first and the last length, rounded to tenths: another machine says the same."""

    def fall(shares: NDArray[np.float64]) -> str:
        first, last = shares.mean(axis=0)[[0, -1]]
        return f"{first:.1f} to {last:.1f}"

    told = (
        f"{title} " + ", ".join(f"{task} {fall(shares)}" for task, shares in tasks.items())
        for title, tasks in measured.items()
    )
    return f"Accuracy from {lengths[0]} to {lengths[-1]} times the trained length. {'; '.join(told)}."
