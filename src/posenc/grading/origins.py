"""Whose notebook is it? What the folders and file names of learning platforms say.

Sources: Canvas's `lib/content_zipper.rb` (`lovelaceada_LATE_12_345_name.ipynb`: user 12, attachment 345), Moodle's
offline grading (`Ada Lovelace_12_assignsubmission_file_`: participant 12), Gradescope's export
(`submission_12/` beside a `submission_metadata.yml`), nbgrader's `submitted/<student>/<assignment>/`.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

MOODLE = re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_file_.*", re.DOTALL)
CANVAS = re.compile(r"(?P<name>.+?)_(?:LATE_)?(?P<id>\d+)_\d+_.+", re.DOTALL)
CANVAS_ANONYMOUS = re.compile(r"(?P<name>anon_[^_]+)_\d+_.+", re.DOTALL)
GRADESCOPE = re.compile(r"submission_(?P<id>\d+)", re.DOTALL)


@dataclass(frozen=True)
class Origin:
    """The student, as the platform calls them, and the platform's own number for them or for their submission."""

    student: str
    platform: str = ""  # "canvas", "moodle", "gradescope", "nbgrader", or "" where nothing is recognised
    number: str = ""


def origin(path: Path, top: Path) -> Origin:
    """Read who handed in the notebook `path`, found under `top`.

    Where no platform's pattern is met, the first folder under `top` is the student, or else the file's stem.

    >>> origin(Path("all/lovelaceada_LATE_12_345_05_alibi.ipynb"), Path("all"))
    Origin(student='lovelaceada', platform='canvas', number='12')
    >>> origin(Path("all/Ada Lovelace_12_assignsubmission_file_/05_alibi.ipynb"), Path("all")).student
    'Ada Lovelace'
    >>> origin(Path("course/submitted/ada/alibi/05_alibi.ipynb"), Path("course"))
    Origin(student='ada', platform='nbgrader', number='')
    """
    within = path.relative_to(top).parts
    return (
        _moodle(path, within)
        or _nbgrader(path)
        or _gradescope(path)
        or _canvas(path)
        or Origin(within[0] if len(within) > 1 else path.stem)
    )


def _moodle(path: Path, within: tuple[str, ...]) -> Origin | None:
    """A folder for each participant, or all files flat: the pattern is the same. `top` may be such a folder."""
    for part in (*within, path.parent.name):
        if found := MOODLE.fullmatch(part):
            return Origin(found["name"], "moodle", found["id"])
    return None


def _nbgrader(path: Path) -> Origin | None:
    parts = path.parts
    for place in reversed(range(len(parts) - 3)):
        if parts[place] == "submitted":
            return Origin(parts[place + 1], "nbgrader")
    return None


def _gradescope(path: Path) -> Origin | None:
    for folder in path.parents:
        if found := GRADESCOPE.fullmatch(folder.name):
            return Origin(_submitters(folder) or folder.name, "gradescope", found["id"])
    return None


def _submitters(folder: Path) -> str:
    """The names of all who share a Gradescope submission, or nothing if its metadata does not say."""
    try:
        known: Any = yaml.safe_load((folder.parent / "submission_metadata.yml").read_bytes())
        return ", ".join(str(person[":name"]) for person in known[folder.name][":submitters"])
    except (OSError, yaml.YAMLError, LookupError, TypeError, RecursionError):
        return ""


def _canvas(path: Path) -> Origin | None:
    if found := CANVAS_ANONYMOUS.fullmatch(path.name):
        return Origin(found["name"], "canvas")
    if found := CANVAS.fullmatch(path.name):
        return Origin(found["name"], "canvas", found["id"])
    return None
