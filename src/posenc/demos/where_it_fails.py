"""Accuracy by position, and the average that hides it."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.lab import shipped
from posenc.lab.encodings import ENCODINGS
from posenc.lab.evaluation import MULTIPLES
from posenc.lab.settings import LESSON
from posenc.lab.task import TASKS

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

ENTRIES = {name: (name, "plain") for name in ENCODINGS} | {"rotary, window of 32": ("rotary", "window")}
LENGTHS = tuple(multiple * LESSON.length for multiple in MULTIPLES)

_ALT = (
    "Accuracy by position in logs of 128 tokens, for models trained on 32. ALiBi stays as good as it was; rotary is "
    "perfect up to token 32 and then falls to guessing, while the average from the start on falls slowly and hides it."
)


def where_it_fails_demo() -> "Demo | Picture":
    """Let the reader choose scheme, task and length, and see where in the log the answers go wrong."""
    return show(lambda _: where_it_fails_scene(), lambda _: where_it_fails_picture())


def where_it_fails_scene() -> Scene:
    """One plot: the accuracy of each band of tokens, and the average from the start of the log up to there."""
    studies = shipped.studies()
    options = {
        "x": {"limits": (0, LENGTHS[-1]), "label": "position in the log, in tokens"},
        "y": {"limits": (0, 1.05), "label": "accuracy"},
        "height": 240,
    }
    return Scene(
        title="Where in the log?",
        alt=_ALT,
        controls=(
            Control("scheme", "Scheme", tuple(ENTRIES), kind="choice", start=list(ENTRIES).index("rotary")),
            Control("task", "Task", TASKS, kind="choice"),
            Control("length", "Length of the log", tuple(f"{length} tokens" for length in LENGTHS), start=2),
        ),
        panels=(
            Panel("curves", "lines", "Accuracy by position; the line marks the trained length",
                  "Accuracy here, and averaged from the start", options),
        ),
        wide=Layout(("curves",), (1,)),
        narrow=Layout(("curves",), (1,)),
        frame=lambda scheme, task, length: _frame(
            studies, list(ENTRIES)[scheme], TASKS[task], LENGTHS[length]
        ),
    )  # fmt: skip


def by_position(studies: dict[str, Any], entry: str, task: str, length: int) -> NDArray[np.float64]:
    """The accuracy of each band of tokens, averaged over the seeds."""
    scheme, variant = ENTRIES[entry]
    return shipped.by_position(scheme, task, length, variant=variant, told=studies).mean(axis=0)


def centres(length: int, bands: int) -> NDArray[np.float64]:
    """The token in the middle of each band."""
    return (np.arange(bands) + 0.5) * length / bands


def so_far(shares: NDArray) -> NDArray[np.float64]:
    """The average from the start of the log to each band."""
    return np.cumsum(shares) / np.arange(1, len(shares) + 1)


def _frame(studies: dict[str, Any], entry: str, task: str, length: int) -> Frame:
    shares = by_position(studies, entry, task, length)
    curves = {"here": shares, "average so far": so_far(shares)}
    return Frame(
        caption=_caption(entry, task, length, shares),
        contents={"curves": content.lines(centres(length, len(shares)), curves, at=LESSON.length)},
    )


def _caption(entry: str, task: str, length: int, shares: NDArray) -> str:
    name = entry[0].upper() + entry[1:]
    late = shares[len(shares) // 2 :].mean()
    if length == LESSON.length:
        return f"{name}, {task}: the trained length. {shares.mean():.2f} of all answers are right."
    return (
        f"{name}, {task}: the average over the whole log says {shares.mean():.2f}; the second half, where no token "
        f"stood in training, says {late:.2f}."
    )


def where_it_fails_picture() -> "Picture":
    """The demo's stand-in: rotary and ALiBi in logs of four times the trained length."""
    from posenc.figures.curves import curves  # here: Matplotlib is slow to import

    studies, length, panels = shipped.studies(), LENGTHS[2], {}
    for entry in ("rotary", "alibi"):
        shares = by_position(studies, entry, "back", length)
        panels[f"{entry}, back"] = {"here": shares, "average so far": so_far(shares)}
    return curves(
        centres(length, len(shares)), panels, x_label="position in the log, in tokens", y_label="accuracy",
        at=LESSON.length, alt=_ALT,
    )  # fmt: skip
