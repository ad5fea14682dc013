"""Two vectors turning: a query and a key, pair by pair, and their score against the offset between them."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.encodings.rotary import rotary_frequencies, rotate

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

# Four pairs, each a third as fast as the one before: all of them move while a slider moves.
FREQUENCIES = rotary_frequencies(8, base=100.0)
REACH = 24  # tokens: the largest offset either way
PLACES = range(REACH, 2 * REACH + 1)  # of the query; its keys then stand at 0 or later
OFFSETS = range(-REACH, REACH + 1)
HANDS = ("query", "key")
PAIRS = tuple(f"{i}: {frequency:.2f} rad" for i, frequency in enumerate(FREQUENCIES))

_ALT = (
    "Dials with a query's and a key's hand for each of four channel pairs, at two places in the text with the same "
    "offset: all hands have turned, the angles between them are the same. Below, the score against the offset is one "
    "curve for all places."
)


def turning_pairs_demo() -> "Demo | Picture":
    """Let the reader move a query, and a key at some offset from it; the score notices the offset only."""
    return show(lambda _: turning_pairs_scene(), lambda _: turning_pairs_picture())


def query_and_key() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """One query and one key of 8 channels, every pair of them of length 0.85 and pointing its own way."""
    query, key = (0.85 * np.exp(1j * np.array(angles)) for angles in ([0.3, 1.1, 2.0, 0.2], [0.9, 0.7, 1.6, 0.6]))
    return query.view(np.float64), key.view(np.float64)


def turn(place: int, offset: int) -> NDArray[np.float64]:
    """Both vectors at their places, `(pair, hand, 2)`."""
    places = [place, place + offset]
    both: NDArray = rotate(np.stack(query_and_key()), places, FREQUENCIES, layout="interleaved")
    return both.reshape(2, -1, 2).swapaxes(0, 1)


def scores(offsets: NDArray, place: int = 0) -> NDArray[np.float64]:
    """The pairs' shares of the score for each offset, `(pair, offset)`; they sum up to q · k."""
    query, key = query_and_key()
    q = rotate(query[None], [place], FREQUENCIES, layout="interleaved")[0]
    k = rotate(np.tile(key, (len(offsets), 1)), place + offsets, FREQUENCIES, layout="interleaved")
    return (q * k).reshape(len(offsets), -1, 2).sum(axis=-1).T


def turning_pairs_scene() -> Scene:
    """The demo's panels and controls, and the function that gives a frame."""
    curve = scores(np.array(OFFSETS)).sum(axis=0)
    score = {
        "x": {"limits": (-REACH, REACH), "label": "offset = key position − query position, in tokens"},
        "y": {"limits": (-3, 3), "label": "score q · k"},
        "height": 170,
    }
    return Scene(
        title="Two vectors turning",
        alt=_ALT,
        controls=(
            Control("place", "Query position", tuple(map(str, PLACES))),
            Control("offset", "Offset of the key", tuple(map(_signed, OFFSETS)), start=REACH - 5),
        ),
        panels=(
            Panel(
                "pairs",
                "dials",
                "Query and key, pair by pair, and its turn per token",
                "A dial for each of four pairs",
                {"wedge": True},
            ),
            Panel("score", "lines", "The score, all pairs together", "The score against the offset", score),
        ),
        wide=Layout(("pairs", "score"), (1,)),
        narrow=Layout(("pairs", "score"), (1,)),
        frame=lambda place, offset: _frame(PLACES[place], OFFSETS[offset], curve),
    )


def _frame(place: int, offset: int, curve: NDArray) -> Frame:
    score = curve[offset + REACH]
    return Frame(
        caption=f"Query at {place}, key at {place + offset}: move the query and both hands turn, but the angle between "
        f"them stays, and so does the score, {_number(score)}, at every place with offset {_signed(offset)}.",
        contents={
            "pairs": content.dials(turn(place, offset), names=PAIRS, hands=HANDS),
            "score": content.lines(np.array(OFFSETS), {"score": curve}, at=offset),
        },
    )


def _signed(offset: int) -> str:
    return f"{offset:+d}".replace("-", "−") if offset else "0"


def _number(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def turning_pairs_picture() -> "Picture":
    """The demo's stand-in: one offset at two places, and the curve that both lie on."""
    from posenc.figures.turning_pairs import turning_pairs  # here: Matplotlib is slow to import

    offset, places = -5, (24, 41)
    stills = {f"query at {place}, key at {place + offset}": turn(place, offset) for place in places}
    curve = scores(np.array(OFFSETS)).sum(axis=0)
    names = [f"pair {name}/token" for name in PAIRS]
    return turning_pairs(stills, names, np.array(OFFSETS), curve, at=offset, alt=_ALT)
