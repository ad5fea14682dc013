"""The results file: what was trained, with which settings and libraries, and how well each task went at each length."""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from posenc.lab.encodings import ENCODINGS
from posenc.lab.settings import LESSON, Settings
from posenc.lab.task import TASKS

FORMAT, VERSION = "posenc lab results", 1


@dataclass(frozen=True)
class Row:
    """One measurement: the accuracy of one task at 1, 2, 4 and 8 times the trained length.

    `seconds` is what training took, the same for all rows of one scheme and seed.
    """

    scheme: str
    variant: str
    seed: int
    task: str
    accuracy: tuple[float, ...]
    seconds: float


def libraries() -> dict[str, str]:
    """The versions that a result depends on."""
    return {name: version(name) for name in ("posenc", "numpy", "autograd")}


@dataclass(frozen=True)
class Results:
    """All rows of a file, in one order whatever the order of training."""

    settings: Settings = LESSON
    libraries: Mapping[str, str] = field(default_factory=libraries)
    rows: tuple[Row, ...] = ()

    def accuracy(self, scheme: str, task: str, *, variant: str = "plain") -> NDArray[np.float64]:
        """`(seeds, multiples)`: one line a seed.

        Raises: KeyError if nothing of the kind was measured.
        """
        found = [row.accuracy for row in self.rows if (row.scheme, row.variant, row.task) == (scheme, variant, task)]
        if not found:
            raise KeyError(f"no result for scheme {scheme!r}, variant {variant!r}, task {task!r}")
        return np.array(found)

    def variants(self, scheme: str) -> list[str]:
        """The variants of a scheme that were measured."""
        return list(dict.fromkeys(row.variant for row in self.rows if row.scheme == scheme))

    def runs(self) -> set[tuple[str, int]]:
        """Which schemes were trained with which seeds."""
        return {(row.scheme, row.seed) for row in self.rows}

    def with_rows(self, rows: Iterable[Row]) -> "Results":
        """These and more rows."""
        names = list(ENCODINGS)
        every = sorted((*self.rows, *rows), key=lambda row: (names.index(row.scheme), row.seed))
        return replace(self, rows=tuple(every))

    def write(self, path: Path) -> None:
        """Write the file as a whole or not at all; whoever reads meanwhile sees the old one."""
        head = {"format": FORMAT, "version": VERSION, "settings": asdict(self.settings), "libraries": self.libraries}
        lines = ",\n".join("  " + json.dumps(asdict(row)) for row in self.rows)
        text = json.dumps(head, indent=1).removesuffix("\n}") + f',\n "results": [\n{lines}\n ]\n}}\n'
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        part.write_text(text, encoding="utf-8")
        part.replace(path)


def read_results(path: Path) -> Results:
    """Read a results file.

    Raises: ValueError, with the reason, for anything that is not one; OSError if it cannot be read.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if (data["format"], data["version"]) != (FORMAT, VERSION):
            raise ValueError(f"format {data['format']!r}, version {data['version']!r}")
        rows = tuple(_row(row) for row in data["results"])
        return Results(Settings(**data["settings"]), dict(data["libraries"]), rows)
    except (ValueError, KeyError, TypeError) as reason:
        why = f"{reason} is missing" if isinstance(reason, KeyError) else reason
        raise ValueError(f"{path} does not hold results of this version of posenc: {why}") from reason


def _row(given: Mapping[str, Any]) -> Row:
    row = Row(**{**given, "accuracy": tuple(map(float, given["accuracy"]))})
    if row.scheme not in ENCODINGS or row.task not in TASKS:
        raise ValueError(f"scheme {row.scheme!r}, task {row.task!r}")
    return row
