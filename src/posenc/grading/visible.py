"""What of the machine's files a sandbox shows, and what it hides although it lies in between."""

import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from posenc.environment.launch import ROOT

SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def packages() -> list[str]:
    """The folders of installed packages that a learner's code may import from."""
    paths = (sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), str(Path(np.__file__).parents[1]))
    return list(dict.fromkeys(paths))


def needed() -> list[str]:
    """Python itself and its packages."""
    return [sys.base_prefix, *packages()]


def hidden() -> list[Path]:
    """The repository, if posenc runs from one, and posenc wherever it is installed; those that exist."""
    package = Path(__file__).resolve().parents[1]
    own = [ROOT] if (ROOT / "pyproject.toml").is_file() else []
    return [path for path in dict.fromkeys([*own, package, *(Path(p, "posenc") for p in packages())]) if path.is_dir()]


def without_hidden() -> list[str]:
    """The folders to show as the largest ones that hold nothing hidden."""
    return [str(part) for path in (*SYSTEM, *needed()) for part in _less(Path(path).resolve(), hidden())]


def _less(path: Path, away: list[Path]) -> Iterator[Path]:
    if not any(each.is_relative_to(path) for each in away):
        yield path
    elif path not in away:
        for entry in path.iterdir():
            yield from _less(entry, away)
