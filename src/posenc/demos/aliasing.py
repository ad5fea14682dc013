"""One pair comes round again and again; all pairs together do not: how far apart the codes of two offsets are."""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.encodings.rotary import rotary_frequencies

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

D_HEAD, NEAR, FAR = 128, 100, 20_000  # channels; tokens
BASES = (10_000, 500, 500_000)

_ALT = (
    "Distance between the codes of two offsets, against how far apart the offsets are. One pair alone comes back to "
    "distance 0 at every wavelength. All 64 pairs together never do: over 20000 offsets none comes closer than the "
    "neighbour."
)


def aliasing_demo() -> "Demo | Picture":
    """Let the reader choose a pair and see where it repeats, beside the whole signature, which does not."""
    return show(lambda _: aliasing_scene(), lambda _: aliasing_picture())


@cache
def distances(base: int) -> NDArray[np.float64]:
    r"""Say how far the code of an offset lies from that of an offset Δ further on, pair by pair.

    .. math:: |e^{i (k + \Delta) \theta} - e^{i k \theta}| = 2\,|\sin(\Delta \theta / 2)|

    Shapes: `(FAR + 1, pairs)`, for Δ = 0 … FAR; k cancels.
    """
    half_angles = np.arange(FAR + 1)[:, None] * rotary_frequencies(D_HEAD, float(base)) / 2
    return 2 * np.abs(np.sin(half_angles))


@cache
def whole(base: int) -> NDArray[np.float64]:
    """The distance over all pairs: the root of the mean square, so that one pair and many share a scale."""
    return np.sqrt(np.mean(distances(base) ** 2, axis=-1))


def closest(distance: NDArray, edges: NDArray) -> NDArray[np.float64]:
    """The least distance between each edge and the next, the next left out."""
    return np.minimum.reduceat(distance[: edges[-1]], edges[:-1])


def far_edges() -> NDArray[np.int64]:
    """Whole numbers from 1 to FAR + 1, evenly spaced on a logarithmic axis."""
    return np.unique(np.geomspace(1, FAR + 1, 61).round().astype(np.int64))


def aliasing_scene() -> Scene:
    """The demo's panels and controls, and the function that gives a frame."""
    pairs = range(D_HEAD // 2)
    axis = {"limits": (0, 2), "label": "distance"}
    near = {"x": {"limits": (0, NEAR), "label": "tokens between the two offsets"}, "y": axis, "height": 190}
    far = {**near, "x": {"limits": (1, FAR), "log": True, "label": "tokens between, on a log axis"}}
    return Scene(
        title="Aliasing",
        alt=_ALT,
        controls=(
            Control("pair", "Pair", tuple(f"{i}" for i in pairs)),
            Control("base", "Base", tuple(map(str, BASES)), kind="choice"),
        ),
        panels=(
            Panel("near", "lines", "Offsets near each other", "Distance of codes up to 100 tokens apart", near),
            Panel("far", "lines", "The closest that any offset comes", "Least distance up to 20000 tokens apart", far),
        ),
        wide=Layout(("near far",), (1, 1)),
        narrow=Layout(("near", "far"), (1,)),
        frame=lambda pair, base: _frame(pair, BASES[base]),
    )


def _frame(pair: int, base: int) -> Frame:
    apart, edges = distances(base), far_edges()
    one, many = apart[:, pair], whole(base)
    return Frame(
        caption=_caption(pair, base, many),
        contents={
            "near": content.lines(
                np.arange(NEAR + 1), {f"pair {pair}": one[: NEAR + 1], "all pairs": many[: NEAR + 1]}
            ),
            "far": content.lines(
                edges[:-1],
                {
                    f"pair {pair}": closest(one, edges),
                    "all pairs": closest(many, edges),
                    "neighbour": np.full(len(edges) - 1, many[1]),
                },
            ),
        },
    )


def _caption(pair: int, base: int, many: NDArray) -> str:
    wavelength = 2 * np.pi / rotary_frequencies(D_HEAD, float(base))[pair]
    nearest = 2 + int(np.argmin(many[2:]))
    alone = (
        f"Pair {pair} alone comes round every {wavelength:.1f} tokens and takes offsets so far apart for one another"
        if wavelength < FAR
        else f"Pair {pair} needs {wavelength:.0f} tokens for a turn and does not come round here"
    )
    return (
        f"{alone}. All pairs together do not: of all offsets 2 to {FAR} tokens apart, those {nearest} apart are the "
        f"closest, at {many[nearest]:.2f}, further apart than neighbours are, at {many[1]:.2f}."
    )


def aliasing_picture() -> "Picture":
    """The demo's stand-in: pair 8 beside all pairs, near and far."""
    from posenc.figures.aliasing import aliasing  # here: Matplotlib is slow to import

    apart, edges, pair = distances(BASES[0]), far_edges(), 8
    curves = {f"pair {pair} alone": apart[:, pair], "all 64 pairs": whole(BASES[0])}
    near = {name: curve[: NEAR + 1] for name, curve in curves.items()}
    far = {name: closest(curve, edges) for name, curve in curves.items()}
    return aliasing(near, edges[:-1], far, neighbour=float(curves["all 64 pairs"][1]), alt=_ALT)
