"""A submission's cells, whatever is in the file: tolerantly read, never run."""

import ast
import hashlib
import json
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LARGEST = 128 << 20  # bytes of a file; outputs alone reach 50 MB now and then
MOST_CODE = 1 << 18  # characters of all code: nobody writes as many
TIMERS = ("%%time", "%%timeit", "%%capture", "%%prun")  # cell magics whose body is still the learner's Python


@dataclass(frozen=True)
class Cell:
    """A code cell: its number among all cells (from 1), its source, the exercise that its metadata names."""

    number: int
    source: str
    exercise: str = ""


@dataclass
class Notebook:
    """What could be read of a file, and in words what could not."""

    cells: list[Cell] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    sha256: str = ""


def read_notebook(path: Path) -> Notebook:
    """Read the code cells of a notebook file; trouble is told in `problems`, never raised."""
    try:
        if not path.is_file():
            return Notebook(problems=["There is no such file."])
        if path.stat().st_size > LARGEST:
            return Notebook(problems=[f"The file is larger than {LARGEST >> 20} MiB."])
        raw = path.read_bytes()
    except (OSError, ValueError) as error:
        return Notebook(problems=[f"The file can't be read ({type(error).__name__})."])
    notebook = Notebook(sha256=hashlib.sha256(raw).hexdigest())
    tree = _parsed(raw, notebook.problems)
    if tree is not None:
        _note_language(tree, notebook.problems)
        notebook.cells = _cells(tree, notebook.problems)
        if not notebook.cells:
            notebook.problems.append("The notebook holds no code.")
    return notebook


def _parsed(raw: bytes, problems: list[str]) -> dict[str, Any] | None:
    if not raw.strip():
        problems.append("The file is empty.")
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        problems.append("The file is not UTF-8 throughout; what could not be read was replaced.")
        text = raw.decode("utf-8-sig", errors="replace")
    try:
        tree = json.loads(text)
    except RecursionError:
        problems.append("The file is nested too deeply to be a notebook.")
        return None
    except ValueError:
        problems.append("The file is not a notebook: it is no JSON, or it was cut off.")
        return None
    if not isinstance(tree, dict) or not isinstance(tree.get("cells", tree.get("worksheets")), list):
        problems.append("The file is JSON, but not a notebook.")
        return None
    return tree


def _cells(tree: dict[str, Any], problems: list[str]) -> list[Cell]:
    """The code cells by position; of nbformat 2 and 3 those of all worksheets, with `input` for `source`."""
    sheets = [tree] if "cells" in tree else [sheet for sheet in tree["worksheets"] if isinstance(sheet, dict)]
    found = [cell for sheet in sheets for cell in _list(sheet.get("cells"))]
    cells, left = [], MOST_CODE
    for number, cell in enumerate(found, start=1):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        source = _joined(cell.get("source", cell.get("input", "")))
        if source is None or len(source) > left:
            why = "has no readable source" if source is None else "is beyond the code that is read"
            problems.append(f"Cell {number} {why}.")
        elif text := python_of(source):
            cells.append(Cell(number, text, _exercise(cell)))
            left -= len(source)
    return cells


def _note_language(tree: dict[str, Any], problems: list[str]) -> None:
    said = tree.get("metadata")
    kernel = said.get("kernelspec") if isinstance(said, dict) else None
    language = kernel.get("language", "python") if isinstance(kernel, dict) else "python"
    if isinstance(language, str) and language.lower() not in ("python", ""):
        problems.append(f"The notebook says that it is written in {language[:40]}; it was read as Python.")


def _exercise(cell: dict[str, Any]) -> str:
    said = cell.get("metadata")
    said = said.get("posenc") if isinstance(said, dict) else None
    name = said.get("exercise") if isinstance(said, dict) else None
    return name if isinstance(name, str) else ""


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _joined(source: Any) -> str | None:
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        return "".join(source)
    return source if isinstance(source, str) else None


def python_of(source: str) -> str:
    """The Python of a cell: Unix line ends, no magics, no shell lines; nothing of a cell in another language.

    Lines are dropped only where Python does not take the cell as it is: one may begin with the operator %.

    >>> python_of("%matplotlib inline\\nx = 1\\n!ls")
    '\\nx = 1\\n'
    >>> python_of("%%bash\\nls")
    ''
    """
    text = source.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    if first.startswith("%%") and first not in TIMERS:
        return ""
    if not _parses(text):
        text = "\n".join("" if _is_magic(line) else line for line in text.split("\n"))
    return text if text.strip() else ""


def _parses(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of invalid escapes
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _is_magic(line: str) -> bool:
    """`%magic`, `!shell`, `?help`, `help?` and `files = !ls`; told in one pass, since anyone may write the line."""
    text = line.strip()
    if text.startswith(("%", "!", "?")):
        return True
    names, _, rest = text.partition("=")
    assigned = rest.lstrip().startswith(("!", "%")) and all(name.strip().isidentifier() for name in names.split(","))
    return assigned or (text.endswith("?") and "#" not in text)
