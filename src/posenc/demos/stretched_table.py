"""A learned table at its end: no row, interpolated rows, and a formula evaluated further out."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.encodings.learned import interpolate, lookup
from posenc.encodings.sinusoidal import sinusoidal

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

ROWS, D_MODEL, LONGEST = 16, 32, 61
LENGTHS = (16, 20, 24, 31, 46, 61)  # 31 = 2 · 16 − 1: a new row midway between any two
TABLES = ("the sinusoid's first 16 rows", "16 random rows, as before training")

_ALT = (
    "One channel against the position for two tables of 16 rows. The table's own curve ends at 15. Interpolated to 31 "
    "rows the same shape is drawn out to twice the length; the sinusoid's formula goes on at its old pace."
)


def stretched_table_demo() -> "Demo | Picture":
    """Let the reader ask for more tokens than a table has rows."""
    return show(lambda _: stretched_table_scene(), lambda _: stretched_table_picture())


def stretched_table_scene() -> Scene:
    """One channel over the positions three ways, and what happened to the pair's length."""
    return Scene(
        title="A table at its end",
        alt=_ALT,
        controls=(
            Control("length", "Tokens n", tuple(map(str, LENGTHS)), start=3),
            Control("table", "Table", TABLES, kind="choice"),
            Control("pair", "Channel: sine of pair", ("0", "1", "2", "3")),
        ),
        panels=(
            Panel(
                "channel", "lines", "One channel of the position vectors",
                "Curves against the position: the table ends at 15, the interpolated table is drawn out, the formula "
                "goes on as before",
                {"x": {"limits": (0, LONGEST - 1), "label": "position, in tokens"},
                 "y": {"limits": (-2, 2), "label": "value"}, "height": 180},
            ),
            Panel(
                "lengths", "bars", "Length of the pair (sine and cosine channel), over its mean in the table",
                "Two bars: between the table's rows the pair is shorter",
                {"limits": (0, 1.25)},
            ),
            Panel("edge", "text"),
        ),
        wide=Layout(("channel", "lengths", "edge"), (1,)),
        narrow=Layout(("channel", "lengths", "edge"), (1,)),
        frame=_frame,
    )  # fmt: skip


def table_of(kind: int) -> NDArray[np.float64]:
    """The table that is stretched: 16 rows, of one length on average."""
    if kind == 0:
        return sinusoidal(np.arange(ROWS), D_MODEL)
    return np.random.default_rng(1).normal(scale=np.sqrt(0.5), size=(ROWS, D_MODEL))


def between(n: int) -> NDArray[np.bool_]:
    """Which of the n interpolated rows do not stand on a row of the table."""
    at = np.linspace(0, ROWS - 1, n)
    return np.abs(at - np.round(at)) > 1e-9


def pair_lengths(table: NDArray, n: int, pair: int) -> tuple[float, float]:
    """Mean length of a pair of channels in the table's own rows, and in those between; over its mean in the table."""
    lengths = np.linalg.norm(interpolate(table, n)[:, 2 * pair : 2 * pair + 2], axis=-1)
    own = np.linalg.norm(table[:, 2 * pair : 2 * pair + 2], axis=-1).mean()
    new = between(n)
    return float(lengths[~new].mean() / own), float(lengths[new].mean() / own) if new.any() else float("nan")


def curves_of(table: NDArray, n: int, channel: int) -> dict[str, NDArray[np.float64]]:
    """The channel at positions 0 to LONGEST − 1; NaN where there is nothing."""
    known, stretched = np.full((2, LONGEST), np.nan)
    known[:ROWS] = table[:, channel]
    stretched[:n] = interpolate(table, n)[:, channel]
    return {"table": known, "interpolated": stretched}


def _frame(length: int, table: int, pair: int) -> Frame:
    n, rows = LENGTHS[length], table_of(table)
    series = curves_of(rows, n, 2 * pair)
    if table == 0:
        series["formula"] = sinusoidal(np.arange(LONGEST), D_MODEL)[:, 2 * pair]
    return Frame(
        caption=_caption(n, pair_lengths(rows, n, pair)[1], formula=table == 0),
        contents={
            "channel": content.lines(np.arange(LONGEST), series, at=n - 1),
            "lengths": content.bars(pair_lengths(rows, n, pair), names=["rows of the table", "rows between"]),
            "edge": content.text({f"lookup(table, [{n - 1}])": _asked(rows, n - 1)}),
        },
    )


def _asked(table: NDArray, position: int) -> str:
    try:
        lookup(table, [position])
    except IndexError as error:
        return f"IndexError: {error}"
    return f"row {position}, the last one"


def _caption(n: int, kept: float, *, formula: bool) -> str:
    if n == ROWS:
        return f"Up to {ROWS} tokens the table has a row for each, and nothing needs stretching. Ask for more."
    other = "The formula goes on at its old pace instead." if formula else "There is no formula to evaluate."
    return (
        f"For {n} tokens the {ROWS} rows are drawn out to {n}; between them the pair keeps {100 * kept:.0f} % of its "
        f"length on average. {other}"
    )


def stretched_table_picture() -> "Picture":
    """The demo's stand-in: both tables at 31 tokens."""
    from posenc.figures.curves import curves  # here: Matplotlib is slow to import

    panels = {f"Table: {name}": curves_of(table_of(kind), 31, 0) for kind, name in enumerate(TABLES)}
    next(iter(panels.values()))["formula"] = sinusoidal(np.arange(LONGEST), D_MODEL)[:, 0]
    return curves(
        np.arange(LONGEST), panels, x_label="position, in tokens", y_label="value of channel 0", at=30,
        alt=_ALT,
    )  # fmt: skip
