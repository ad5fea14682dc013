"""Shuffle what stands before the last word, under a causal mask: one layer does not notice, two do."""

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.sentence import D_MODEL, KEPT, QUERY_GAIN, embedding
from posenc.demos.show import show
from posenc.encodings.attention import self_attention
from posenc.encodings.causal import causal_mask
from posenc.figures.labels import Labels

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

WORDS = ("dog", "bites", "man", "who", "sleeps")
ORDERS = tuple((*order, len(WORDS) - 1) for order in permutations(range(len(WORDS) - 1)))  # the last word stays
DEPTHS = (1, 2)
WEIGHT_STREAM = 357  # a draw in which every order changes the last row visibly, and no number is large
_ALT = (
    f"Heat maps of the output rows for “{' '.join(WORDS)}” and with the first four words reversed, under a causal mask "
    "without positions, and a line from each row to its new place. Through one layer the last word keeps its row, the "
    "same for all 24 orders; through two layers it gets another row in each."
)
_OUTPUT = "Heat map of the output, one row a word, 8 channels: "


@dataclass(frozen=True)
class Run:
    """What one frame shows: output rows as written and in another order."""

    before: NDArray[np.float64]  # (n, D_MODEL)
    after: NDArray[np.float64]
    kept: NDArray[np.bool_]  # whether row i of `after` is the row that its word had before
    last_change: float  # largest change in the last word's row
    last_rows: int  # how many different last rows all orders give, at this depth


def prefix_orders_demo() -> "Demo | Picture":
    """Let the reader reorder the words before the last, in one causal layer or two without positions."""
    return show(lambda _: prefix_orders_scene(), lambda _: prefix_orders_picture())


@cache
def outputs(depth: int) -> NDArray[np.float64]:
    """The output of `depth` causal layers, each beside a residual, for every order: `(orders, n, D_MODEL)`."""
    rng = np.random.default_rng(WEIGHT_STREAM)
    x = np.stack([embedding(word, seed=0) for word in WORDS])[np.array(ORDERS)]
    places = np.arange(len(WORDS))
    for _ in range(depth):
        w_q, w_k, w_v, w_o = rng.standard_normal((4, D_MODEL, D_MODEL)) / np.sqrt(D_MODEL)
        x = x + self_attention(x, QUERY_GAIN * w_q, w_k, w_v, w_o, mask=causal_mask(places, places))
    return x


def run(order: int, depth: int) -> Run:
    """Set the output for one order beside that for the words as written."""
    rows = outputs(depth)
    before, after = rows[0], rows[order]
    moved = before[list(ORDERS[order])]
    ends = rows[:, -1]
    apart = np.abs(ends[:, None] - ends).max(axis=-1) >= KEPT
    first_of_its_kind = [bool(apart[i, :i].all()) for i in range(len(ends))]
    return Run(
        before=before,
        after=after,
        kept=np.abs(after - moved).max(axis=-1) < KEPT,
        last_change=float(np.abs(after[-1] - before[-1]).max()),
        last_rows=sum(first_of_its_kind),
    )


def prefix_orders_scene() -> Scene:
    """The demo's panels and controls, and the function that gives a frame."""
    limit = float(np.ceil(max(np.abs(outputs(depth)).max() for depth in DEPTHS)))
    options = {"scale": "diverging", "limits": (-limit, limit), "decimals": 1}
    rows = ("output moves output_after", "change change change")
    return Scene(
        title="Shuffle the prefix",
        alt=_ALT,
        controls=(
            Control("order", "First four words", tuple(_sentence(order) for order in ORDERS)),
            Control("depth", "Second layer", ("off", "on"), kind="toggle"),
        ),
        panels=(
            Panel("output", "matrix", "Output, as written", _OUTPUT + "as written", {**options, "legend": True}),
            Panel("moves", "links", alt="Lines from each word's row to its new place, dashed if its numbers changed"),
            Panel("output_after", "matrix", "Output, in this order", _OUTPUT + "in this order", options),
            Panel(
                "change",
                "bars",
                "Largest change in the last word's row",
                "Bar on a log axis: the largest change in the row of the last word",
                {"log": True, "limits": (1e-17, 10)},
            ),
        ),
        wide=Layout(rows, (6, 1, 6)),
        narrow=Layout(rows, (6, 1, 6)),
        frame=lambda order, depth: _frame(order, DEPTHS[depth]),
        note="No positions anywhere: whatever order these layers see, they see through the mask.",
    )


def _frame(order: int, depth: int) -> Frame:
    shown, before = run(order, depth), Labels.of_tokens(WORDS)
    after, channels = before.permuted(ORDERS[order]), Labels.numbered(D_MODEL)
    return Frame(
        caption=_caption(order, depth, shown),
        contents={
            "output": content.matrix(shown.before, rows=before, columns=channels),
            "moves": content.links(ORDERS[order], kept=shown.kept.tolist()),
            "output_after": content.matrix(shown.after, rows=after, columns=channels),
            "change": content.bars([shown.last_change], names=[f"“{WORDS[-1]}”: max change"]),
        },
    )


def _caption(order: int, depth: int, shown: Run) -> str:
    """One sentence that says what to see."""
    layers, word = _layers(depth), f"“{WORDS[-1]}”"
    found = "one and the same row" if shown.last_rows == 1 else f"{shown.last_rows} different rows"
    if order == 0:
        return f"{layers}: the words stand as written. Over all {len(ORDERS)} orders {word} gets {found}."
    told = f"the row of {word} stays, though" if shown.kept[-1] else f"the row of {word} changes, since"
    return (
        f"{layers}: {told} the words before it stand in another order; over all {len(ORDERS)} orders it gets {found}."
    )


def _layers(depth: int) -> str:
    return "One causal layer" if depth == 1 else "Two causal layers"


def _sentence(order: tuple[int, ...]) -> str:
    return " ".join(WORDS[i] for i in order[:-1])


def prefix_orders_picture() -> "Picture":
    """The demo's stand-in: one order, through one layer and through two."""
    from posenc.figures.prefix_orders import Case, prefix_orders  # here: Matplotlib is slow to import

    order = len(ORDERS) - 1  # the first four words reversed
    cases = []
    for depth in DEPTHS:
        shown = run(order, depth)
        cases.append(Case(_layers(depth), shown.before, shown.after, shown.kept.tolist(), shown.last_rows))
    return prefix_orders(WORDS, ORDERS[order], cases, n_orders=len(ORDERS), alt=_ALT)
