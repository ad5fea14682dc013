"""Clock hands: the sinusoidal code of one position as hands, among the codes of all positions."""

from typing import TYPE_CHECKING

import numpy as np

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.encodings.sinusoidal import sinusoidal, wavelengths
from posenc.figures.labels import Labels

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

POSITIONS, D_MODEL = 64, 16
BASES = (10000.0, 100.0)
CHANNELS = Labels(tuple(f"{part} {pair}" for pair in range(D_MODEL // 2) for part in ("sin", "cos")))

_ALT = (
    "Eight clock hands at positions 1 and 12, fastest on the left: the first has moved far, the last not visibly. "
    "Below, the codes of positions 0 to 63 as a heat map: stripes above, even colour below."
)


def clock_hands_demo() -> "Demo | Picture":
    """Let the reader move a position and watch a hand for each pair of channels."""
    return show(lambda _: clock_hands_scene(), lambda _: clock_hands_picture())


def clock_hands_scene() -> Scene:
    """A clock for each pair; below them all codes, with the position's column framed."""
    return Scene(
        title="Clock hands",
        alt=_ALT,
        controls=(
            Control("position", "Position p, in tokens", tuple(map(str, range(POSITIONS)))),
            Control("base", "Base", tuple(f"{base:g}" for base in BASES), kind="choice"),
        ),
        panels=(
            Panel(
                "hands", "clock", "One hand a pair; below it, the tokens for a full turn",
                "Eight clock hands, from the fastest pair to the slowest",
            ),
            Panel(
                "code", "matrix", "The code: one column a position, one row a channel",
                "Heat map of the code: the upper rows change from column to column, the lower rows hardly at all",
                {"scale": "diverging", "limits": (-1, 1), "legend": True},
            ),
        ),
        wide=Layout(("hands", "code"), (1,)),
        narrow=Layout(("hands", "code"), (1,)),
        frame=_frame,
    )  # fmt: skip


def _frame(position: int, base: int) -> Frame:
    turns = wavelengths(D_MODEL, BASES[base])
    angles = 2 * np.pi * position / turns
    return Frame(
        caption=_caption(position, turns),
        contents={
            "hands": content.clock(angles, names=turn_names(turns)),
            "code": content.matrix(
                sinusoidal(np.arange(POSITIONS), D_MODEL, base=BASES[base]).T,
                rows=CHANNELS, columns=Labels.numbered(POSITIONS), column=position,
            ),
        },
    )  # fmt: skip


def turn_names(turns: np.ndarray) -> list[str]:
    """Wavelengths as one writes them: 6.3, 62.8, 6283."""
    return [f"{turn:.1f}" if turn < 100 else f"{turn:.0f}" for turn in turns]


def _caption(position: int, turns: np.ndarray) -> str:
    first, last = position / turns[[0, -1]]
    return (
        f"At position {position} the fastest hand has gone round {first:.1f} times; the slowest has turned by "
        f"{360 * last:.1f}°, and needs {turns[-1]:.0f} tokens for a full turn."
    )


def clock_hands_picture() -> "Picture":
    """The demo's stand-in: hands at three positions, and the heat map."""
    from posenc.figures.clock_hands import clock_hands  # here: Matplotlib is slow to import

    names = turn_names(wavelengths(D_MODEL))
    return clock_hands(
        sinusoidal(np.arange(POSITIONS), D_MODEL), (1, 12), turns=[f"{name} tokens" for name in names],
        alt=_ALT,
    )  # fmt: skip
