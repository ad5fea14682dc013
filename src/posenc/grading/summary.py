"""What an instructor sees when the marks are there."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Column, Table

Result = dict[str, Any]
HEADINGS = ("handed in", "mean points", "of", "full marks", "with problems")


@dataclass
class Line:
    """The sums of one lesson."""

    submissions: int = 0
    points: float = 0.0
    possible: int = 0
    full: int = 0
    problems: int = 0

    def add(self, result: Result) -> None:
        """Count one result."""
        self.submissions += 1
        self.points += result["points"]
        self.possible = max(self.possible, result["possible"])
        self.full += result["points"] == result["possible"] > 0
        self.problems += bool(result["problems"])

    def cells(self) -> tuple[str, ...]:
        """As the table shows them."""
        mean = f"{self.points / self.submissions:.1f}"
        return (str(self.submissions), mean, *map(str, (self.possible, self.full, self.problems)))


def print_summary(results: Iterable[Result], *, seed: int, out: Path) -> None:
    """Print a table with a line a lesson, and where the report is."""
    lines: dict[str, Line] = {}
    isolation: set[str] = set()
    for result in results:
        lines.setdefault(result["lesson"], Line()).add(result)
        if result["exercises"]:  # the others were not run
            isolation.add(result["isolation"])
    table = Table(Column("lesson", no_wrap=True), box=SIMPLE)
    for heading in HEADINGS:
        table.add_column(heading, justify="right", min_width=max(map(len, heading.split())))
    for lesson in sorted(lines):
        table.add_row(lesson or "none recognised", *lines[lesson].cells())
    console = Console(highlight=False, markup=False)
    console.print(table)
    console.print(f"Seed {seed}; isolation: {', '.join(sorted(isolation)) or 'nothing was run'}.", soft_wrap=True)
    if isolation - {"bubblewrap"}:
        console.print("That is less than bubblewrap gives: docs/grading.md says what is left open.", soft_wrap=True)
    console.print(
        f"The marks are in {out / 'grades.csv'}, what learners may read in {out / 'feedback'}.", soft_wrap=True
    )
