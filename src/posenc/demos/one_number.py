"""One number as the position, beside the sinusoid: which key does a query find?"""

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

KEYS, D_MODEL = 32, 64
WANTED = (0, -1, -4)
FIRST = 4  # the first query, so that every wanted key exists

_ALT = (
    "Scores of three queries against 32 keys. The sinusoid's curve peaks at the wanted key, 6, 11 and 20. The single "
    "number's is a straight line that rises to the last key."
)


def one_number_demo() -> "Demo | Picture":
    """Let the reader move a query and choose the offset at which it wants to find a key."""
    return show(lambda _: one_number_scene(), lambda _: one_number_picture())


def one_number_scene() -> Scene:
    """Scores of one query against all keys, for both kinds of position."""
    return Scene(
        title="One number as the position",
        alt=_ALT,
        controls=(
            Control("query", "Query at, in tokens", tuple(map(str, range(FIRST, KEYS))), start=8),
            Control("offset", "Wanted key", ("itself", "one before", "four before"), kind="choice", start=1),
        ),
        panels=(
            Panel(
                "scores", "lines", "Score of each key, over the largest possible",
                "Two curves against the key's position: the sinusoid's peaks at the wanted key, the single number's "
                "rises to the last key",
                {"x": {"limits": (0, KEYS - 1), "label": "key at, in tokens"},
                 "y": {"limits": (-0.2, 1.05), "label": "score"}, "height": 200},
            ),
            Panel("found", "text"),
        ),
        wide=Layout(("scores", "found"), (1,)),
        narrow=Layout(("scores", "found"), (1,)),
        frame=_frame,
    )  # fmt: skip


def scores(query: int, offset: int) -> dict[str, NDArray[np.float64]]:
    """What a query at `query` that looks for `query + offset` gives to each key, by kind of position.

    The sinusoid: the code of the wanted place times each key's code. The number: the wanted place times each place.
    """
    keys, wanted = np.arange(KEYS), query + offset
    code = sinusoidal([wanted], D_MODEL)[0]
    return {
        "sinusoid": sinusoidal(keys, D_MODEL) @ code / (D_MODEL / 2),
        "one number": wanted * keys / (KEYS - 1) ** 2,
    }


def _frame(query: int, offset: int) -> Frame:
    place, step = FIRST + query, WANTED[offset]
    series = scores(place, step)
    found = {name: f"key {np.argmax(curve)}" for name, curve in series.items()}
    if place + step == 0:
        found["one number"] = "every key alike"
    return Frame(
        caption=_caption(place, place + step),
        contents={
            "scores": content.lines(np.arange(KEYS), series, at=place + step),
            "found": content.text({f"{name} finds": key for name, key in found.items()}),
        },
    )


def _caption(query: int, wanted: int) -> str:
    line = f"one number prefers key {KEYS - 1}, the last" if wanted else "one number multiplies by 0"
    return (
        f"The query at {query} wants the key at {wanted}: there the sinusoid's score is largest, while {line}. "
        "Its score is a straight line in the key's position, and a line has no peak inside."
    )


def one_number_picture() -> "Picture":
    """The demo's stand-in: a query that wants the key before it, and one that wants the fourth before."""
    from posenc.figures.curves import curves  # here: Matplotlib is slow to import

    panels = {
        f"Query at {query}, wants {query + offset}": scores(query, offset)
        for query, offset in ((6, 0), (12, -1), (24, -4))
    }
    return curves(
        np.arange(KEYS), panels, x_label="key at, in tokens", y_label="score, over the largest possible",
        alt=_ALT,
    )  # fmt: skip
