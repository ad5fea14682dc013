"""The command `posenc train`: train, test, keep what is done, draw."""

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from posenc.lab.encodings import ENCODINGS
from posenc.lab.results import Results, libraries, read_results
from posenc.lab.runs import Run, train_all
from posenc.lab.settings import LESSON, Settings
from posenc.lab.task import TASKS

Draw = Callable[[Results, Path], None]


def train_command(schemes: Sequence[str], *, seeds: int, out: Path, draw: Draw, settings: Settings = LESSON) -> int:
    """Train these schemes (default: all) with seeds 0 … seeds − 1, and return the command's exit code.

    Each run is written as soon as it has ended, and one that the file holds already is not done again.
    """
    unknown = [scheme for scheme in schemes if scheme not in ENCODINGS]
    if unknown:
        print(f"posenc train: no scheme is called {unknown[0]!r}; there are {', '.join(ENCODINGS)}", file=sys.stderr)
        return 2
    try:
        results = _begun(out, settings)
    except ValueError as reason:
        print(f"posenc train: {reason}", file=sys.stderr)
        return 1
    except OSError as reason:  # its own file name may be that of the part that is written first
        print(f"posenc train: {out}: {reason.strerror}", file=sys.stderr)
        return 1
    wanted = [(scheme, seed) for seed in range(seeds) for scheme in dict.fromkeys(schemes or ENCODINGS)]
    open_runs = sorted((run for run in wanted if run not in results.runs()), key=lambda run: run[0] != "rotary")
    try:
        for_picture = _train(open_runs, results, out)
    except KeyboardInterrupt:
        print(f"Interrupted. What is done is in {out}; the same command goes on from there.", file=sys.stderr)
        raise
    except BrokenProcessPool:  # for want of memory, most often
        print(f"A process died. What is done is in {out}; the same command goes on from there.", file=sys.stderr)
        return 1
    draw(for_picture, out.with_suffix(".png"))
    Console().print(_summary(for_picture))
    print(f"Results: {out}; picture: {out.with_suffix('.png')}")
    return 0


def _begun(out: Path, settings: Settings) -> Results:
    """What the file holds, if it was made as it would be now; empty results if there is none."""
    fresh = Results(settings)
    if not out.exists():
        fresh.write(out)  # rather than find out after a minute that it cannot be written
        return fresh
    found = read_results(out)
    if (found.settings, found.libraries) != (settings, libraries()):
        raise ValueError(f"{out} was made with other settings or versions of libraries; choose another file by --out")
    return found


def _train(runs: Sequence[Run], results: Results, out: Path) -> Results:
    """Train what is missing, with a progress bar on stderr, and write the file after each run."""
    if not runs:
        return results
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task("steps", total=len(runs) * results.settings.steps)
        training = train_all(
            runs, results.settings, workers=os.cpu_count() or 1, watch=lambda done: progress.update(bar, completed=done)
        )
        for (scheme, seed), rows in training:
            results = results.with_rows(rows)
            results.write(out)
            progress.console.print(f"{scheme}, seed {seed}: {rows[0].seconds:.1f} s")
    return results


def _summary(results: Results) -> Table:
    """The mean over seeds of each scheme's accuracies, a column for each task and length."""
    table = Table(title="accuracy at 1, 2, 4 and 8 times the trained length, second halves")
    for head in ("scheme", *TASKS):
        table.add_column(head, no_wrap=head == "scheme")  # on a narrow terminal the numbers take two lines
    for scheme in ENCODINGS:
        if any(row.scheme == scheme for row in results.rows):
            means = [results.accuracy(scheme, task).mean(axis=0) for task in TASKS]
            table.add_row(scheme, *(" ".join(f"{share:.2f}" for share in mean) for mean in means))
    return table
