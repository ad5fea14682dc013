"""What each scaling does to the angles of a longer context: how far every pair turns, and how big its steps are."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.encodings import scaling
from posenc.encodings.rotary import rotary_frequencies, turns

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

D_HEAD, BASE, TRAINED = 128, 10_000.0, 4096
TIMES = (1, 2, 4, 8, 16)  # the context, as a multiple of the trained one
SCALINGS = ("none", "position interpolation", "NTK-aware", "YaRN", "Llama 3")
DIALS = (40, 46, 54, 63)  # pairs: one that came round in training, the first that did not, two slower ones

_ALT = (
    "Turns that each of 64 pairs makes over 16384 tokens, against those over the 4096 of training, for five scalings. "
    "Unscaled, the last 18 pairs reach angles that training never showed. Position interpolation brings all pairs "
    "back, the fast ones too; NTK-aware scaling only the slowest; YaRN and Llama 3 keep the fast pairs and bring back "
    "the 18 slow ones."
)


def scaled_angles_demo() -> "Demo | Picture":
    """Let the reader lengthen the context and choose a scaling, and see which pairs meet new angles."""
    return show(lambda _: scaled_angles_scene(), lambda _: scaled_angles_picture())


def scaled(name: str, times: float) -> tuple[NDArray[np.float64], float]:
    """The frequencies and the attention factor of a scaling by name, for `times` the trained context."""
    plain = rotary_frequencies(D_HEAD, BASE)
    if name == "position interpolation":
        return scaling.linear(plain, times)
    if name == "NTK-aware":
        return scaling.ntk(D_HEAD, BASE, times)
    if name == "YaRN":
        return scaling.yarn(D_HEAD, BASE, times, TRAINED)
    if name == "Llama 3":
        return scaling.llama3(plain, times, 1.0, 4.0, TRAINED)
    return plain, 1.0


def trained_turns() -> NDArray[np.float64]:
    """How often each pair came round in training."""
    return turns(rotary_frequencies(D_HEAD, BASE), TRAINED)


def meets_new_angles(now: NDArray, trained: NDArray) -> NDArray[np.bool_]:
    """Which pairs turn on past all that training showed: those that never came round, and now go further."""
    return (trained < 1) & (now > trained * (1 + 1e-9))


def scaled_angles_scene() -> Scene:
    """The demo's panels and controls, and the function that gives a frame."""
    axis = {"limits": (0, D_HEAD // 2 - 1), "label": "pair, fast to slow"}
    reach = {"x": axis, "y": {"limits": (0.05, 20_000), "log": True, "label": "turns"}, "height": 200}
    steps = {"x": axis, "y": {"limits": (0, 1.05), "label": "of the trained step"}, "height": 200}
    return Scene(
        title="What scaling does to angles",
        alt=_ALT,
        controls=(
            Control("times", "Context", tuple(f"{times * TRAINED} tokens" for times in TIMES), start=2),
            Control("name", "Scaling", SCALINGS, kind="choice"),
        ),
        panels=(
            Panel("reach", "lines", "How far each pair turns", "Turns of each pair, in training and now", reach),
            Panel("steps", "lines", "Its step from token to token", "Step of each pair, as a share of before", steps),
            Panel("arcs", "arcs", "Angles that four pairs meet", "Arcs in training and now, for pairs 40, 46, 54, 63"),
        ),
        wide=Layout(("reach steps", "arcs arcs"), (1, 1)),
        narrow=Layout(("reach", "steps", "arcs"), (1,)),
        frame=lambda times, name: _frame(TIMES[times], SCALINGS[name]),
    )


def _frame(times: int, name: str) -> Frame:
    plain, trained, pairs = rotary_frequencies(D_HEAD, BASE), trained_turns(), np.arange(D_HEAD // 2)
    frequencies, _ = scaled(name, times)
    now = turns(frequencies, times * TRAINED)
    ends = 2 * np.pi * np.stack([trained, now], axis=-1)[list(DIALS)]
    return Frame(
        caption=_caption(times, name, frequencies / plain, meets_new_angles(now, trained)),
        contents={
            "reach": content.lines(pairs, {"in training": trained, "now": now, "one turn": np.ones_like(now)}),
            "steps": content.lines(pairs, {"step": frequencies / plain}),
            "arcs": content.arcs(ends, names=[f"pair {i}" for i in DIALS], series=["in training", "now"]),
        },
    )


def _caption(times: int, name: str, ratio: NDArray, new: NDArray) -> str:
    if times == 1:
        return "This is the trained context: every scaling by 1 leaves every pair alone. Now lengthen it."
    kept = int(np.sum(ratio > 1 - 1e-9))
    scaling_name = "Unscaled" if name == "none" else name[0].upper() + name[1:]
    return (
        f"{scaling_name}, {times} times the trained context: {new.sum()} of {new.size} pairs meet angles that training "
        f"never showed, and {kept} keep the step from token to token that they were trained with."
    )


def scaled_angles_picture() -> "Picture":
    """The demo's stand-in: four times the trained context, one column a scaling."""
    from posenc.figures.scaled_angles import Column, scaled_angles  # here: Matplotlib is slow to import

    plain, trained, times = rotary_frequencies(D_HEAD, BASE), trained_turns(), 4
    columns = []
    for name in SCALINGS:
        frequencies, _ = scaled(name, times)
        now = turns(frequencies, times * TRAINED)
        columns.append(Column(name, now, frequencies / plain, meets_new_angles(now, trained)))
    return scaled_angles(trained, columns, alt=_ALT)
