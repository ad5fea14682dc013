"""Dot products of two positions' codes against their offset: they fall, then swing."""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.encodings.sinusoidal import sinusoidal

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

WIDTHS, STARTS, OFFSETS = (16, 64, 128, 512), (0, 10, 100, 1000), 129

_ALT = (
    "Dot products of two codes against their offset, for positions 10 and 0. With 16 and with 512 channels both "
    "curves are one, fall at first and then swing. With a random matrix between the codes the two curves differ."
)


def code_products_demo() -> "Demo | Picture":
    """Let the reader choose a width and a place, and put a random matrix between the two codes."""
    return show(lambda _: code_products_scene(), lambda _: code_products_picture())


def code_products_scene() -> Scene:
    """One curve for the chosen place and one for place 0: they agree unless a matrix stands between the codes."""
    return Scene(
        title="Dot products of codes",
        alt=_ALT,
        controls=(
            Control("width", "Channels D", tuple(map(str, WIDTHS)), start=1),
            Control("start", "Position p, in tokens", tuple(map(str, STARTS)), start=1),
            Control("matrix", "Random matrix between the codes", ("off", "on"), kind="toggle"),
        ),
        panels=(
            Panel(
                "products", "lines", "Product of the codes of p and p + k, over D/2",
                "Two curves against the offset: equal without a matrix, apart with one",
                {"x": {"limits": (0, OFFSETS - 1), "label": "offset k, in tokens"},
                 "y": {"limits": (-1.1, 1.1), "label": "product / (D/2)"}, "height": 220},
            ),
        ),
        wide=Layout(("products",), (1,)),
        narrow=Layout(("products",), (1,)),
        frame=_frame,
    )  # fmt: skip


def products(d_model: int, start: int, *, mixed: bool) -> NDArray[np.float64]:
    """P[p] · P[p + k] over D/2 for k = 0, 1, ...; with `mixed`, P[p] M P[p + k] over D/2."""
    codes = sinusoidal(start + np.arange(OFFSETS), d_model)
    first = codes[0] @ matrix(d_model) if mixed else codes[0]
    return codes @ first / (d_model / 2)


@cache
def matrix(d_model: int) -> NDArray[np.float64]:
    """Random entries so small that the products stay in the plot."""
    return np.random.default_rng(d_model).normal(scale=0.25, size=(d_model, d_model))


def first_valley(curve: NDArray) -> int:
    """The offset up to which the curve falls without a break."""
    return int(np.argmax(np.diff(curve) > 0))


def _frame(width: int, start: int, matrix: int) -> Frame:
    d_model, place = WIDTHS[width], STARTS[start]
    here, at_0 = (products(d_model, p, mixed=matrix == 1) for p in (place, 0))
    series = {f"p = {place}": here} | ({"p = 0": at_0} if place else {})
    valley = None if matrix else first_valley(at_0)
    return Frame(
        caption=_caption(d_model, place, here, at_0, mixed=matrix == 1),
        contents={"products": content.lines(np.arange(OFFSETS), series, at=valley)},
    )


def _caption(d_model: int, place: int, here: NDArray, at_0: NDArray, *, mixed: bool) -> str:
    if mixed:
        apart = np.abs(here - at_0).max()
        return (
            f"With a random matrix in between, places matter: the curves for p = {place} and p = 0 differ by up to "
            f"{apart:.2f}." if place else "With a random matrix in between, this is the curve for p = 0. Now move p."
        )  # fmt: skip
    rising = int(np.sum(np.diff(at_0) > 0))
    return (
        f"With {d_model} channels the product falls up to offset {first_valley(at_0)}, then swings: it rises at "
        f"{rising} of {OFFSETS - 1} steps. The curve is the same for every p."
    )


def code_products_picture() -> "Picture":
    """The demo's stand-in: both widths at the ends, and the matrix."""
    from posenc.figures.curves import curves  # here: Matplotlib is slow to import

    panels = {
        f"D = {d_model}{', random matrix' if mixed else ''}": {
            f"p = {p}": products(d_model, p, mixed=mixed) for p in (10, 0)
        }
        for d_model, mixed in ((16, False), (512, False), (64, True))
    }
    return curves(
        np.arange(OFFSETS), panels, x_label="offset k, in tokens", y_label="P[p] · P[p+k] / (D/2)",
        alt=_ALT,
    )  # fmt: skip
