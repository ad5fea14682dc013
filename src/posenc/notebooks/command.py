"""The command `posenc build`."""

import sys
from pathlib import Path

from nbclient.exceptions import CellControlSignal, DeadKernelError

from posenc.environment import NotReady
from posenc.environment.launch import ROOT
from posenc.notebooks.build import build, stale


def build_command(names: list[str], *, check: bool) -> int:
    """Build, or say what a build would change; return the exit code.

    Raises: NotReady outside a clone of the repository.
    """
    root = ROOT
    if not (root / "solutions").is_dir():
        raise NotReady(f"there is no solutions/ in {root}: lessons are built in a clone of the repository.")
    try:
        return _check(root) if check else _build(root, names)
    except (OSError, ValueError, CellControlSignal, DeadKernelError) as error:  # a cell raised, took too long, or died
        print(f"posenc build: {error}", file=sys.stderr)
        return 1


def _build(root: Path, names: list[str]) -> int:
    for path in build(root, names or None):
        print(path.relative_to(root))
    return 0


def _check(root: Path) -> int:
    found = stale(root)
    print("\n".join(found) or "lessons/ is what solutions/ gives.")
    if found:
        print("Run `posenc build` (in lessons/, your own answers are meant to differ).")
    return 1 if found else 0
