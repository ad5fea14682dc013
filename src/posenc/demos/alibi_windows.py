"""How far each ALiBi head sees: the share of attention within a distance, and the window for a share."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.encodings.alibi import alibi_slopes, effective_window

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

HEADS, SHARES = (4, 8, 16), (0.5, 0.9, 0.99)
DISTANCES = np.unique(np.geomspace(1, 4096, 120).astype(int))
CONTEXTS = (128, 512, 4096)

_ALT = (
    "Share of a query's attention that falls on keys within a distance, for the 8 heads of ALiBi, equal content and "
    "a context of 4096 tokens. The steepest head is full after 5 tokens; the flattest needs hundreds."
)


def alibi_windows_demo() -> "Demo | Picture":
    """Let the reader choose the number of heads, the share that counts as seen, and the length of the context."""
    return show(lambda _: alibi_windows_scene(), lambda _: alibi_windows_picture())


def alibi_windows_scene() -> Scene:
    """Curves of the share within a distance, and one bar a head for its window."""
    return Scene(
        title="Receptive field of each head",
        alt=_ALT,
        controls=(
            Control("heads", "Heads", tuple(map(str, HEADS)), start=1),
            Control("share", "Share of the attention", tuple(f"{share:.0%}" for share in SHARES), start=1),
            Control("context", "Context, in tokens", tuple(map(str, CONTEXTS)), start=2),
        ),
        panels=(
            Panel("shares", "lines", "Share within a distance: steepest, middle and flattest head",
                  "Curves that rise to 1, the steepest head's first",
                  {"x": {"limits": (0, float(np.log10(4096))), "label": "distance in tokens, as a power of ten"},
                   "y": {"limits": (0, 1), "label": "share of attention"}, "height": 200}),
            Panel("windows", "bars", "Window of each head, in tokens", "Bars on a log axis, one a head",
                  {"log": True, "limits": (1, 10_000)}),
        ),
        wide=Layout(("shares", "windows"), (1,)),
        narrow=Layout(("shares", "windows"), (1,)),
        frame=_frame,
    )  # fmt: skip


def share_within(slope: float, distances: NDArray, context: int) -> NDArray[np.float64]:
    """The share of a causal query's attention on keys at most that far, of `context` keys with equal content."""
    weights = np.exp(-slope * np.arange(context))
    reached = np.cumsum(weights) / weights.sum()
    return reached[np.minimum(distances, context - 1)]


def windows(slopes: NDArray, share: float, context: int) -> NDArray[np.float64]:
    """The distance that holds the share, in tokens, cut at the end of the context."""
    return np.minimum(effective_window(slopes, 1 - share), context)


def _frame(heads: int, share: int, context: int) -> Frame:
    slopes, wanted, length = alibi_slopes(HEADS[heads]), SHARES[share], CONTEXTS[context]
    steep_first = np.sort(slopes)[::-1]
    chosen = steep_first[[0, len(steep_first) // 2, -1]]
    curves = {f"m = {_fraction(m)}": share_within(m, DISTANCES, length) for m in chosen}
    seen = windows(slopes, wanted, length)
    return Frame(
        caption=_caption(seen, wanted, length),
        contents={
            "shares": content.lines(np.log10(DISTANCES), curves),
            "windows": content.bars(seen, names=[f"head {h + 1}, m = {_fraction(m)}" for h, m in enumerate(slopes)]),
        },
    )


def _caption(seen: NDArray, share: float, context: int) -> str:
    cut = int((seen >= context).sum())
    ends = f" {cut} of them would reach beyond the context." if cut else " No head needs a longer context than this."
    return (
        f"The windows that hold {share:.0%} of the attention range from {seen.min():.1f} to {seen.max():.0f} tokens, "
        f"whatever stands farther away.{ends}"
    )


def _fraction(slope: float) -> str:
    """1/8 for 0.125; decimals where the slope is no whole fraction."""
    inverse = 1 / slope
    return f"1/{inverse:.0f}" if abs(inverse - round(inverse)) < 1e-9 else f"{slope:.3f}"


def alibi_windows_picture() -> "Picture":
    """The demo's stand-in: eight heads in the longest context."""
    from posenc.figures.curves import curves  # here: Matplotlib is slow to import

    slopes = alibi_slopes(8)
    series = {f"m = {_fraction(m)}": share_within(m, DISTANCES, 4096) for m in slopes[[0, 2, 4, 7]]}
    return curves(
        np.log10(DISTANCES), {"Share of the attention within a distance": series},
        x_label="distance in tokens, as a power of ten", y_label="share of attention", alt=_ALT,
    )  # fmt: skip
