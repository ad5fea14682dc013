"""`posenc build`: refresh and run the solutions, cut the lessons out of them."""

import json
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from posenc.notebooks.cut import cut, refresh
from posenc.notebooks.execute import execute
from posenc.notebooks.leaks import leaks


def build(root: Path, names: list[str] | None = None) -> list[Path]:
    """Run the solutions (all, or those whose stems are named), write them back, and write their lessons.

    Raises: FileNotFoundError if a solution does not exist; ValueError if it is no sound notebook or its lesson
    would give an answer away; nbclient's CellExecutionError if a cell raises. Of a solution that is refused
    nothing is written; those before it are built.
    """
    written = []
    for path in _solutions(root, names):
        solution = execute(refresh(_read(path)), path.parent)
        solution = refresh(solution)  # without what the run left in the metadata
        lesson = cut(solution)
        found = leaks(lesson)
        if found:
            raise ValueError(f"{path.name} would give answers away:\n" + "\n".join(found))
        _write(solution, path)
        _write(lesson, _lesson_path(path))
        written += [path, _lesson_path(path)]
    return written


def stale(root: Path) -> list[str]:
    """Say, a line each, what `posenc build` would change or refuse; run nothing.

    Raises: ValueError if a solution is no sound notebook.
    """
    found = []
    for path in _solutions(root, None):
        solution, text = _read(path), path.read_text(encoding="utf-8")
        if _text(refresh(solution)) != text:
            found.append(f"{path.name}: the solution is not as it was built (an answer cell, an id or metadata)")
        if any(cell.cell_type == "code" and cell.execution_count is None for cell in solution.cells):
            found.append(f"{path.name}: the solution has cells that were not run")
        target, lesson = _lesson_path(path), cut(solution)
        if not target.exists() or target.read_text(encoding="utf-8") != _text(lesson):
            found.append(f"{path.name}: lessons/{target.name} is not what the solution gives")
        found += [f"{path.name}: {leak}" for leak in leaks(lesson)]
    stems = {path.name for path in _solutions(root, None)}
    lost = [path.name for path in sorted((root / "lessons").glob("*.ipynb")) if path.name not in stems]
    return found + [f"{name}: a lesson without a solution" for name in lost]


def _solutions(root: Path, names: list[str] | None) -> list[Path]:
    folder = root / "solutions"
    if names is None:
        return sorted(folder.glob("*.ipynb"))
    paths = [folder / f"{name.removesuffix('.ipynb')}.ipynb" for name in names]
    missing = [path.name for path in paths if not path.exists()]
    if missing:
        raise FileNotFoundError(f"no solution is called {', '.join(missing)} in {folder}")
    return paths


def _read(path: Path) -> NotebookNode:
    """A notebook whose cells have ids of their own; nbformat would invent some, other ones every time."""
    try:
        text = path.read_text(encoding="utf-8")
        ids = [cell.get("id") for cell in json.loads(text)["cells"]]
        if None in ids or len(set(ids)) < len(ids):
            raise ValueError("each cell needs an id of its own")
        notebook = nbformat.reads(text, as_version=4)
        nbformat.validate(notebook)
    except (ValueError, KeyError, TypeError, AttributeError, nbformat.ValidationError) as error:
        raise ValueError(f"{path.name} is no sound notebook: {error}") from None
    return notebook


def _lesson_path(solution: Path) -> Path:
    return solution.parent.parent / "lessons" / solution.name


def _text(notebook: NotebookNode) -> str:
    return nbformat.writes(notebook) + "\n"


def _write(notebook: NotebookNode, path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(_text(notebook), encoding="utf-8", newline="\n")
