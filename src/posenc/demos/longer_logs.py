"""What each scheme's accuracy does on longer logs: one curve a task, and all schemes side by side at one length."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.lab import shipped
from posenc.lab.encodings import ENCODINGS
from posenc.lab.evaluation import MULTIPLES
from posenc.lab.results import Results
from posenc.lab.task import GUESSING, TASKS

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

_ROTARY = {
    "rotary, window of 32": "window",
    "rotary, slow pairs ÷ 8": "slow_pairs",
    "rotary, fast pairs ÷ 8": "fast_pairs",
    "rotary, all pairs ÷ 8": "linear",
    "rotary, NTK-aware": "ntk",
    "rotary, YaRN": "yarn",
}
ENTRIES = {name: (name, "plain") for name in ENCODINGS} | {name: ("rotary", each) for name, each in _ROTARY.items()}

_ALT = (
    "Accuracy of each scheme on three tasks, on logs of 1 to 8 times the trained length. Shaw and T5 hold, ALiBi "
    "nearly so; rotary, the sinusoid and the learned table fall to guessing where an exact distance is asked."
)


def longer_logs_demo() -> "Demo | Picture":
    """Let the reader choose a scheme, a task and how long the logs are, with what was measured beforehand."""
    return show(lambda _: longer_logs_scene(), lambda _: longer_logs_picture())


def longer_logs_scene() -> Scene:
    """Curves of the chosen scheme with a cursor at the chosen length, bars of all schemes at that length."""
    results = shipped.results()
    x = {"limits": (0, 3), "label": "how often the trained length is doubled"}
    return Scene(
        title="Train short, test long",
        alt=_ALT,
        controls=(
            Control("scheme", "Scheme", tuple(ENTRIES), kind="choice", start=list(ENTRIES).index("rotary")),
            Control("task", "Task", TASKS, kind="choice"),
            Control("length", "Length of the log", tuple(f"{each}× trained" for each in MULTIPLES), start=2),
        ),
        panels=(
            Panel("curves", "lines", "The chosen scheme: mean of three seeds", "Accuracy of each task by length",
                  {"x": x, "y": {"limits": (0, 1.05), "label": "accuracy"}, "height": 220}),
            Panel("all", "bars", "All of them at this length, on the chosen task", "Accuracies, one bar a scheme",
                  {"limits": (0, 1)}),
        ),
        wide=Layout(("curves all",), (1, 1)),
        narrow=Layout(("curves", "all"), (1,)),
        frame=lambda scheme, task, length: _frame(results, list(ENTRIES)[scheme], TASKS[task], length),
    )  # fmt: skip


def by_seed(results: Results, entry: str, task: str) -> NDArray[np.float64]:
    """The accuracies `(seeds, multiples)` of an entry of the choice."""
    scheme, variant = ENTRIES[entry]
    return results.accuracy(scheme, task, variant=variant)


def _frame(results: Results, entry: str, task: str, length: int) -> Frame:
    curves = {each: by_seed(results, entry, each).mean(axis=0) for each in TASKS}
    curves["guessing"] = np.full(len(MULTIPLES), GUESSING)
    here = [by_seed(results, each, task)[:, length].mean() for each in ENTRIES]
    return Frame(
        caption=_caption(entry, task, MULTIPLES[length], by_seed(results, entry, task)[:, length]),
        contents={
            "curves": content.lines(np.log2(MULTIPLES), curves, at=float(np.log2(MULTIPLES[length]))),
            "all": content.bars(here, names=list(ENTRIES)),
        },
    )


def _caption(entry: str, task: str, multiple: int, seeds: NDArray) -> str:
    where = "the trained length" if multiple == 1 else f"{multiple} times the trained length"
    return (
        f"{entry[0].upper()}{entry[1:]}, {task}: {seeds.mean():.0%} of the answers are right at {where} "
        f"({seeds.min():.0%} to {seeds.max():.0%} over {len(seeds)} seeds)."
    )


def longer_logs_picture() -> "Picture":
    """The demo's stand-in: a panel a scheme, as it was trained."""
    from posenc.figures.lab_results import schemes_picture  # here: Matplotlib is slow to import
    from posenc.figures.picture import Picture

    return Picture(schemes_picture(shipped.results()).figure, _ALT)
