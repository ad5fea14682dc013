"""Flatten a grid of patches in some order: a code of the flat place knows neighbours along the walk only."""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.encodings.grid import sincos_2d
from posenc.encodings.sinusoidal import sinusoidal
from posenc.figures.labels import Labels

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

HEIGHT, WIDTH, D_MODEL = 4, 6, 32
BASE = 100.0  # not 10000: every frequency turns visibly within 24 places
START = 2 * WIDTH + 2  # the patch that the demo opens with: row 2, column 2
_ALT = (
    f"A grid of {HEIGHT} by {WIDTH} patches walked row by row, column by column and as a snake. Under a 1-D code of "
    "the place in the walk, the patches most like a framed one lie along the walk; under a code with a half for the "
    "row and a half for the column they surround it, whatever the walk."
)
_GRID = "Heat map over the grid of patches: "


def traversal_demo() -> "Demo | Picture":
    """Let the reader choose a traversal and a patch, and see which patches a 1-D and a 2-D code call similar."""
    return show(lambda _: traversal_scene(), lambda _: traversal_picture())


def walks() -> dict[str, NDArray[np.int64]]:
    """The place of each cell `(HEIGHT, WIDTH)` in the sequence, for a few ways to walk the grid."""
    cells = np.arange(HEIGHT * WIDTH)
    rows = cells.reshape(HEIGHT, WIDTH)
    snake = rows.copy()
    snake[1::2] = snake[1::2, ::-1]
    spiral = np.empty((HEIGHT, WIDTH), dtype=np.int64)
    left, place = rows, 0
    while left.size:  # take the top row off, turn the rest, go on
        spiral.flat[left[0]] = place + np.arange(left.shape[1])
        left, place = np.rot90(left[1:]), place + left.shape[1]
    return {
        "row by row": rows,
        "column by column": cells.reshape(WIDTH, HEIGHT).T,
        "snake": snake,
        "spiral": spiral,
    }


@cache
def flat_similarity(walk: str) -> NDArray[np.float64]:
    """Cosine of the 1-D codes of each pair of cells, `(cells, cells)`, cells row after row."""
    code = sinusoidal(walks()[walk].ravel(), D_MODEL, base=BASE)
    return code @ code.T / (D_MODEL / 2)


@cache
def grid_similarity() -> NDArray[np.float64]:
    """The same of the codes with a half for the row and a half for the column."""
    code = sincos_2d(HEIGHT, WIDTH, D_MODEL, base=BASE)
    return code @ code.T / (D_MODEL / 2)


def traversal_scene() -> Scene:
    """The demo's panels and controls, and the function that gives a frame."""
    names = tuple(walks())
    shade = {"scale": "sequential", "limits": (0, 1), "decimals": 2}
    order = {"scale": "sequential", "limits": (0, HEIGHT * WIDTH - 1), "decimals": 0}
    patches = tuple(f"row {cell // WIDTH}, column {cell % WIDTH}" for cell in range(HEIGHT * WIDTH))
    return Scene(
        title="Walk the grid",
        alt=_ALT,
        controls=(
            Control("walk", "Traversal", names, kind="choice"),
            Control("patch", "Patch", patches, start=START),
        ),
        panels=(
            Panel("places", "matrix", "Place in the sequence", _GRID + "each patch's place in the sequence", order),
            Panel(
                "flat",
                "matrix",
                "Likeness, 1-D code",
                _GRID + "cosine of 1-D codes",
                {**shade, "legend": True},
            ),
            Panel("grid", "matrix", "Likeness, row and column code", _GRID + "cosine of row and column codes", shade),
        ),
        wide=Layout(("places flat grid",), (1, 1, 1)),
        narrow=Layout(("places", "flat", "grid"), (1,)),
        frame=lambda walk, patch: _frame(names[walk], patch),
    )


def _frame(walk: str, patch: int) -> Frame:
    rows, columns = Labels.numbered(HEIGHT), Labels.numbered(WIDTH)

    def on_grid(values: NDArray) -> content.Content:
        return content.matrix(values.reshape(HEIGHT, WIDTH), rows=rows, columns=columns)

    return Frame(
        caption=_caption(walk, patch),
        contents={
            "places": on_grid(walks()[walk]),
            "flat": on_grid(flat_similarity(walk)[patch]),
            "grid": on_grid(grid_similarity()[patch]),
        },
    )


def _caption(walk: str, patch: int) -> str:
    """One sentence that says what to see: the nearest neighbours along and across."""
    row, column = divmod(patch, WIDTH)
    beside = patch + (1 if column < WIDTH - 1 else -1)
    under = patch + (WIDTH if row < HEIGHT - 1 else -WIDTH)
    places, flat, grid = walks()[walk].ravel(), flat_similarity(walk)[patch], grid_similarity()[patch]
    gaps = [abs(int(places[other] - places[patch])) for other in (beside, under)]
    return (
        f"{walk.capitalize()}: from row {row}, column {column} the patch beside it is {_steps(gaps[0])} away in the "
        f"sequence, the patch {'below' if under > patch else 'above'} {gaps[1]}. The 1-D code calls them "
        f"{flat[beside]:.2f} and {flat[under]:.2f} alike; the row and column code {grid[beside]:.2f} and "
        f"{grid[under]:.2f}, whatever the walk."
    )


def _steps(count: int) -> str:
    return f"{count} place{'' if count == 1 else 's'}"


def traversal_picture() -> "Picture":
    """The demo's stand-in: three walks, and what each makes of one patch's surroundings."""
    from posenc.figures.traversal import Walk, traversal  # here: Matplotlib is slow to import

    shape = HEIGHT, WIDTH
    shown = [
        Walk(name, walks()[name], flat_similarity(name)[START].reshape(shape))
        for name in ("row by row", "column by column", "snake")
    ]
    return traversal(shown, grid_similarity()[START].reshape(shape), patch=divmod(START, WIDTH), alt=_ALT)
