"""A table of position vectors at another resolution: stretched from the right grid, or torn from a guessed one."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.encodings.grid import resample_table, sincos_2d
from posenc.figures.labels import Labels

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

OLD, GUESSED = (4, 9), (6, 6)  # 36 cells either way
NEW = ((2, 5), (3, 7), (4, 9), (6, 13), (8, 18), (12, 27))
D_MODEL, BASE = 16, 100.0  # a small base, so that every channel varies over a few cells
CHANNELS = {"sin of the row": 0, "cos of the row": 4, "sin of the column": 9, "cos of the column": 13}
SHOWN = "sin of the column"  # the channel that the demo opens with
_ALT = (
    "Heat maps of one channel of a table, a sine of the column, on a grid of 4 by 9 and on one of 8 by 18. Resampled "
    "from the grid that it was trained on, its stripes are stretched and stay whole; from a guessed 6 by 6 they are "
    "torn into a patchwork; the formula goes on at its own pace, with stripes as narrow as in the table."
)
_GRID = "Heat map of one channel over the grid: "


def resolution_demo() -> "Demo | Picture":
    """Let the reader resample a table to another grid, from its true old grid or from a guessed square."""
    return show(lambda _: resolution_scene(), lambda _: resolution_picture())


def table() -> NDArray[np.float64]:
    """What stands in for a trained table: the row and column code of the old grid, `(36, D_MODEL)`."""
    return sincos_2d(*OLD, D_MODEL, base=BASE)


def resampled(new: tuple[int, int], old: tuple[int, int], channel: int) -> NDArray[np.float64]:
    """One channel of the table on the new grid, `new`, with the old grid as stated or guessed."""
    return np.float64(resample_table(table()[:, [channel]], old, new)).reshape(new)


def evaluated(new: tuple[int, int], channel: int) -> NDArray[np.float64]:
    """The formula itself at the new grid's rows and columns."""
    return sincos_2d(*new, D_MODEL, base=BASE)[:, channel].reshape(new)


def resolution_scene() -> Scene:
    """The demo's panels and controls, and the function that gives a frame."""
    options = {"scale": "diverging", "limits": (-1, 1)}
    names = tuple(CHANNELS)
    return Scene(
        title="A table at another resolution",
        alt=_ALT,
        controls=(
            Control("new", "New grid", tuple(map(_size, NEW)), start=4),
            Control("square", "Old grid", (f"as trained, {_size(OLD)}", f"guessed, {_size(GUESSED)}"), kind="toggle"),
            Control("channel", "Channel", names, kind="choice", start=names.index(SHOWN)),
        ),
        panels=(
            Panel("old", "matrix", f"The table, {_size(OLD)}", _GRID + "the table", {**options, "legend": True}),
            Panel("stretched", "matrix", "Resampled to the new grid", _GRID + "the resampled table", options),
            Panel("formula", "matrix", "Formula on the new grid", _GRID + "the formula evaluated", options),
        ),
        wide=Layout(("old stretched formula",), (1, 1, 1)),
        narrow=Layout(("old", "stretched", "formula"), (1,)),
        frame=lambda new, square, channel: _frame(NEW[new], square == 1, names[channel]),
    )


def _frame(new: tuple[int, int], square: bool, name: str) -> Frame:
    def on_grid(values: NDArray) -> content.Content:
        height, width = values.shape
        return content.matrix(values, rows=Labels.numbered(height), columns=Labels.numbered(width))

    channel = CHANNELS[name]
    return Frame(
        caption=_caption(new, square, channel),
        contents={
            "old": on_grid(table()[:, channel].reshape(OLD)),
            "stretched": on_grid(resampled(new, GUESSED if square else OLD, channel)),
            "formula": on_grid(evaluated(new, channel)),
        },
    )


def _caption(new: tuple[int, int], square: bool, channel: int) -> str:
    """One sentence that says what to see."""
    if square:
        wrong = np.abs(resampled(new, GUESSED, channel) - resampled(new, OLD, channel)).max()
        return (
            f"36 cells read as {_size(GUESSED)}: rows of the table are cut and joined in the wrong places, no error "
            f"says so, and entries are off by up to {wrong:.2f}."
        )
    if new == OLD:
        return "On its own grid the table stays as it is, and equals the formula that it stands for here."
    stretched = "stretches" if new > OLD else "shrinks"
    return (
        f"Resampling {stretched} the pattern until it fills {_size(new)} cells; the formula keeps its pace a cell "
        f"{'and goes on past what the table knew' if new > OLD else 'and stops earlier'}."
    )


def _size(grid: tuple[int, int]) -> str:
    return f"{grid[0]} × {grid[1]}"


def resolution_picture() -> "Picture":
    """The demo's stand-in: one channel, stretched rightly and wrongly, and the formula."""
    from posenc.figures.resolution import resolution  # here: Matplotlib is slow to import

    channel, new = CHANNELS[SHOWN], (8, 18)
    panels = {
        f"the table, {_size(OLD)}": table()[:, channel].reshape(OLD),
        f"to {_size(new)}, old grid as trained": resampled(new, OLD, channel),
        f"to {_size(new)}, old grid guessed {_size(GUESSED)}": resampled(new, GUESSED, channel),
        f"the formula on {_size(new)}": evaluated(new, channel),
    }
    return resolution(SHOWN, panels, alt=_ALT)
