"""What this machine lacks, what it is for, and how to mend it."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from posenc.environment import probes


@dataclass(frozen=True)
class Need:
    """Something the course or its makers use. `probe` returns what it found, or raises with what it did not find."""

    name: str
    purpose: str
    mend: str
    probe: Callable[[], str]
    learning: bool = True


PIP = f'"{sys.executable}" -m pip install'
AGAIN = f"{PIP} --force-reinstall --no-deps"
NEEDS = (
    Need("Python", "runs everything", "install a newer Python, then `make clean lab`", probes.python),
    Need("packages", "the course and its figures", f"{PIP} -r requirements.txt", probes.packages),
    Need("kernel", "runs the cells", f"{AGAIN} ipykernel", probes.kernel),
    Need("widgets", "the demos' sliders", f"{AGAIN} jupyterlab_widgets anywidget", probes.widgets),
    Need("lessons", "the notebooks you work in", "work in a clone that you may write to", probes.lessons),
    Need("progress", "remembers what you passed", "set POSENC_HOME to a folder you may write to", probes.progress),
    Need("Chromium", "for contributors: the browser tests", "apt install chromium", probes.chromium, False),
    Need("sandbox", "for instructors: grading in isolation", "apt install bubblewrap", probes.sandbox, False),
)


def doctor(needs: Iterable[Need] = NEEDS) -> int:
    """Print a line per need; return 0 if nothing that learning needs is missing, else 1."""
    missing = []
    for need in needs:
        try:
            state, report = "ok", f"{need.purpose} ({need.probe()})"
        except Exception as reason:  # whatever is broken here, the other lines still come
            state, report = "missing", f"{need.purpose} ({_line(reason)}): {need.mend}"
            missing += [need.name] * need.learning
        print(f"{need.name:<9} {state:<8} {report}", flush=True)
    print(f"\nLearning still needs: {', '.join(missing)}." if missing else "\nLearning needs nothing more.")
    return 1 if missing else 0


def _line(reason: Exception) -> str:
    """The reason on one line, with the kind of error where it says nothing itself."""
    return " ".join(str(reason).split()).rstrip(".") or type(reason).__name__
