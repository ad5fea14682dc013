"""Tables as CSV: RFC 4180, in UTF-8, and harmless when a spreadsheet opens them."""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
Cell = str | int | float


def harmless(cell: Cell) -> Cell:
    """Put an apostrophe before a text that a spreadsheet would take for a formula; numbers stay as they are.

    Source: OWASP, "CSV Injection".

    >>> harmless("=cmd()"), harmless("O'Neil, Jr."), harmless(-1)
    ("'=cmd()", "O'Neil, Jr.", -1)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell


def write_table(path: Path, head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Write a CSV file row by row, every cell made harmless."""
    with path.open("w", encoding="utf-8", errors="replace", newline="") as file:
        writer = csv.writer(file, lineterminator="\r\n")
        writer.writerow(head)
        writer.writerows([harmless(cell) for cell in row] for row in rows)


def number(points: float) -> Cell:
    """Points as people write them: whole where they are whole, else with two digits at most.

    >>> number(3.0), number(2.5), number(1 / 3)
    (3, 2.5, 0.33)
    """
    return int(points) if points == int(points) else round(points, 2)
