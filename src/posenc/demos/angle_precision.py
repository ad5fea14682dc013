"""Precision against position: angles kept in a short format, or only their cosines and sines."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.encodings.precision import FORMATS, Format, round_to
from posenc.encodings.rotary import rotary_frequencies

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

D_HEAD, OFFSET, PAIR = 64, 7, 1  # channels; tokens from query to key; the pair whose hand is drawn
POSITIONS = tuple(2**k - 1 for k in range(1, 21))  # none is a power of two: those are exact in every format
AROUND = 16  # positions, up to each of these, whose worst error is told
KEPT = ("angles", "cos and sin only")

_ALT = (
    "Largest error of a rotary score against the position, on logarithmic axes. With angles in bfloat16 or float16 it "
    "grows with the position until the score is noise, within a few hundred or a few thousand tokens; in float32 it "
    "stays small. With exact angles and only cosine and sine rounded it is flat in every format."
)


def angle_precision_demo() -> "Demo | Picture":
    """Let the reader move along a text and choose what is rounded, and see when the score is lost."""
    return show(lambda _: angle_precision_scene(), lambda _: angle_precision_picture())


def phasors(positions: NDArray, kept: str, name: Format | None) -> NDArray[np.complex128]:
    """cos + i sin of every pair `(n, pairs)`, with the angle, or only cosine and sine, kept in the format.

    Short angles are the product of a short position and a short frequency, as careless code computes them.
    """
    frequencies = rotary_frequencies(D_HEAD)
    if name is None:
        return np.exp(1j * positions[:, None] * frequencies)
    if kept == "angles":
        angles = round_to(round_to(positions, name)[:, None] * round_to(frequencies, name), name)
        exact = np.exp(1j * np.where(np.isfinite(angles), angles, np.nan))
    else:
        exact = np.exp(1j * positions[:, None] * frequencies)
    return round_to(exact.real, name) + 1j * round_to(exact.imag, name)


def score_errors(kept: str, name: Format) -> NDArray[np.float64]:
    """The worst error of a score near each of POSITIONS, as a share of |q| |k|; NaN where the format has ended.

    Query and key are one vector, all of whose pairs have one length, OFFSET tokens apart.
    """
    errors = []
    for position in POSITIONS:
        here = np.arange(max(0, position - AROUND + 1), position + 1)
        turns = [phasors(here + OFFSET, kept, as_) * np.conj(phasors(here, kept, as_)) for as_ in (name, None)]
        rounded, exact = (turn.real.mean(axis=-1) for turn in turns)
        errors.append(np.max(np.abs(rounded - exact)))
    return np.array(errors)


def _curves() -> dict[str, dict[str, NDArray[np.float64]]]:
    """One curve a format, for each way to keep them."""
    return {kept: {name: score_errors(kept, name) for name in FORMATS} for kept in KEPT}


def angle_precision_scene() -> Scene:
    """The demo's panels and controls, and the function that gives a frame."""
    curves = _curves()
    error = {
        "x": {"limits": (1, POSITIONS[-1]), "log": True, "label": "position, in tokens"},
        "y": {"limits": (1e-9, 2), "log": True, "label": "error"},
        "height": 220,
    }
    return Scene(
        title="Precision against position",
        alt=_ALT,
        controls=(
            Control("position", "Position", tuple(map(str, POSITIONS)), start=8),
            Control("kept", "Kept short", KEPT, kind="choice"),
        ),
        panels=(
            Panel(
                "error",
                "lines",
                "How wrong a score is, as a share of |q| |k|",
                "Error of a score against the position, by format",
                error,
            ),
            Panel("hand", "dials", f"The hand of pair {PAIR}", "Where the hand points: exactly, and in each format"),
        ),
        wide=Layout(("error hand",), (3, 2)),
        narrow=Layout(("error", "hand"), (1,)),
        frame=lambda position, kept: _frame(position, KEPT[kept], curves[KEPT[kept]]),
    )


def _frame(stop: int, kept: str, curves: dict[str, NDArray]) -> Frame:
    position = POSITIONS[stop]
    hands = np.array([phasors(np.array([position]), kept, name)[0, PAIR] for name in FORMATS])
    exact = phasors(np.array([position]), kept, None)[0, PAIR]
    tips = np.stack([hands, np.full(3, exact)], axis=-1)  # one dial a format, the exact hand beside the rounded one
    return Frame(
        caption=_caption(position, kept, {name: curve[stop] for name, curve in curves.items()}),
        contents={
            "error": content.lines(POSITIONS, curves, at=position),
            "hand": content.dials(np.stack([tips.real, tips.imag], axis=-1), names=FORMATS, hands=("as kept", "exact")),
        },
    )


def _caption(position: int, kept: str, errors: dict[str, float]) -> str:
    told = ", ".join(f"{name} {_share(error)}" for name, error in errors.items())
    what = "With the angles kept short" if kept == "angles" else "With exact angles, cosine and sine kept short"
    return f"{what}, a score near position {position} is wrong by up to: {told}."


def _share(error: float) -> str:
    if not np.isfinite(error):
        return "(no such number any more)"
    return f"{100 * error:.2g} %" if error >= 1e-5 else "under 0.001 %"


def angle_precision_picture() -> "Picture":
    """The demo's stand-in: both ways to round, side by side."""
    from posenc.figures.angle_precision import angle_precision  # here: Matplotlib is slow to import

    return angle_precision(POSITIONS, _curves(), alt=_ALT)
