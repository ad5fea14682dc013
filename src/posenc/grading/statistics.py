"""How a class did: exercise by exercise, and which named wrong answers it gave."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from posenc.checking import Outcome
from posenc.exercises import EXERCISES
from posenc.grading.tables import Cell, number, write_table

Result = dict[str, Any]
HEAD = ["exercise", "title", "submissions", "pass rate", "mean points", "possible", *Outcome, "named wrong answers"]


@dataclass
class Tally:
    """What became of one exercise."""

    exercise: str
    outcomes: Counter[str] = field(default_factory=Counter)
    slips: Counter[str] = field(default_factory=Counter)
    points: float = 0.0

    @property
    def submissions(self) -> int:
        """How many were asked it."""
        return self.outcomes.total()

    @property
    def pass_rate(self) -> float:
        """The share that passed it, from 0 to 1."""
        return self.outcomes[Outcome.PASSED] / self.submissions


def tally(results: Iterable[Result]) -> list[Tally]:
    """Count, in the order of the course. A submission without a lesson was asked nothing."""
    tallies: dict[str, Tally] = {}
    for result in results:
        for name, verdict in result["exercises"].items():
            counted = tallies.setdefault(name, Tally(name))
            counted.outcomes[verdict["outcome"]] += 1
            counted.points += verdict["points"]
            if verdict["slip"]:
                counted.slips[verdict["slip"]] += 1
    return [tallies[name] for name in EXERCISES if name in tallies]


def write_statistics(path: Path, tallies: Sequence[Tally]) -> None:
    """Write a row an exercise; named wrong answers stand in one cell, the most frequent first."""
    write_table(path, HEAD, map(_row, tallies))


def _row(counted: Tally) -> list[Cell]:
    exercise = EXERCISES[counted.exercise]
    return [
        counted.exercise,
        exercise.title,
        counted.submissions,
        round(counted.pass_rate, 3),
        number(counted.points / counted.submissions),
        exercise.points,
        *(counted.outcomes[outcome] for outcome in Outcome),
        "; ".join(f"{slip} × {times}" for slip, times in ranked(counted.slips)),
    ]


def ranked(slips: Counter[str]) -> list[tuple[str, int]]:
    """The most frequent first, and the same order whatever the order of counting."""
    return sorted(slips.items(), key=lambda item: (-item[1], item[0]))
