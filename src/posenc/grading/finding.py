"""Folders in, submissions out: every notebook once, in a stable order, under a name of its own."""

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from posenc.grading.origins import Origin, origin

IGNORED = {".ipynb_checkpoints", "__MACOSX"}


@dataclass(frozen=True)
class Submission:
    """A notebook to grade. Where `problem` says that it must not be opened, its row says so too."""

    name: str
    path: Path
    origin: Origin
    problem: str = ""

    @property
    def student(self) -> str:
        """The student's name, as far as the path tells it."""
        return printable(self.origin.student)


def find(paths: Iterable[Path]) -> list[Submission]:
    """Find the notebooks: those named, and those anywhere under the folders named, sorted folder by folder.

    A name is the path relative to the folder given. It is unique, holds no control characters, and is only a name:
    nothing is ever opened or written by it. Links below a given folder are not followed: one student's link may lead
    to another's work, or out of the tree. A link to a notebook has its row and is not opened, nor is a pipe.

    Raises: FileNotFoundError if one of the paths is not there; ValueError if one is a file but no notebook,
    or if there is no notebook at all.
    """
    tops = list(paths)
    found: dict[Path, Submission] = {}
    taken: set[str] = set()
    for top in tops:
        for path, folder in _notebooks(top):
            real = path.parent.resolve() / path.name
            if real in found:
                continue
            name = _unique(printable(path.relative_to(folder).as_posix()), top, taken)
            found[real] = Submission(name, path, origin(real, folder.resolve()), _unfit(path, given=path == top))
    if not found:
        raise ValueError(f"there is no notebook (.ipynb) in {', '.join(map(str, tops)) or 'nothing'}")
    return list(found.values())


def printable(name: str) -> str:
    """The name on one line, in whole characters: controls, and bytes that are no UTF-8, become U+FFFD.

    >>> printable("a" + chr(10) + "b")
    'a\\ufffdb'
    """
    whole = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join(character if character.isprintable() or character == " " else "�" for character in whole)


def _notebooks(top: Path) -> Iterator[tuple[Path, Path]]:
    """Every notebook, with the folder that its name is relative to."""
    if not top.exists():
        raise FileNotFoundError(f"there is no {top}")
    if not top.is_dir():
        if top.suffix.lower() != ".ipynb":
            raise ValueError(f"{top} is no notebook (.ipynb) and no folder")
        yield top, top.parent
        return
    for folder, folders, files in os.walk(top, onerror=_refuse):
        folders[:] = sorted(name for name in folders if name not in IGNORED)
        for name in sorted(files):
            if name.lower().endswith(".ipynb") and not name.startswith("._"):  # "._x" is a Mac's note about x
                yield Path(folder, name), top


def _refuse(error: OSError) -> None:
    """A folder that can't be listed might hold submissions: no row must go missing silently."""
    raise ValueError(f"{error.filename} cannot be read ({error.strerror})") from error


def _unfit(path: Path, *, given: bool) -> str:
    """Why the file must not be opened, if so."""
    try:
        mode = (path.stat() if given else path.lstat()).st_mode
    except OSError as error:
        return f"The file cannot be read ({error.strerror})."
    if stat.S_ISLNK(mode):
        return "The file is a link, which is not followed."
    return "" if stat.S_ISREG(mode) else "This is not a regular file."


def _unique(name: str, top: Path, taken: set[str]) -> str:
    """The name itself; if another given folder had it, this folder's name before it; then a number behind it."""
    longer = f"{printable(top.resolve().name)}/{name}"
    names = chain([name, longer], (f"{longer} ({number})" for number in count(2)))
    chosen = next(candidate for candidate in names if candidate not in taken)
    taken.add(chosen)
    return chosen
