"""One look at the machine each: a function returns what it found, or raises `NotReady` with what it did not."""

import os
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from posenc.environment import NotReady
from posenc.environment.launch import FIRST_LESSON, ROOT, lab_environment

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PREBUILT = ("@jupyter-widgets/jupyterlab-manager", "anywidget")  # what JupyterLab must find in its browser half
ISOLATION = "from posenc.grading.isolation import in_words; print(in_words())"


def python() -> str:
    """The Python under the course, within the range of versions that the package declares."""
    from packaging.specifiers import SpecifierSet

    version = ".".join(map(str, sys.version_info[:3]))
    needed = metadata.metadata("posenc")["Requires-Python"]
    if version not in SpecifierSet(needed):
        raise NotReady(f"{sys.executable} is {version}, not {needed}")
    return f"{version}, {sys.executable}"


def packages() -> str:
    """The packages that learning needs, each within its range."""
    from packaging.requirements import Requirement

    needed = [Requirement(line) for line in metadata.requires("posenc") or ()]
    needed = [need for need in needed if need.marker is None or need.marker.evaluate({"extra": "lab"})]
    unfit = []
    for need in needed:
        try:
            version = metadata.version(need.name)
        except metadata.PackageNotFoundError:
            unfit.append(f"{need.name} is not installed")
        else:
            if not need.specifier.contains(version, prereleases=True):
                unfit.append(f"{need.name} is {version}, not {need.specifier}")
    if unfit:
        raise NotReady("; ".join(unfit))
    return f"all {len(needed)} within their ranges"


def kernel() -> str:
    """The kernel named python3, started as JupyterLab would start it: it must be this Python, and import posenc."""
    asked = _run([sys.executable, "-m", "posenc.environment.kernel"], lab_environment(os.environ, Path(sys.prefix)))
    found = Path(asked.splitlines()[-1])
    if not found.samefile(sys.prefix):
        raise NotReady(f"the kernel python3 runs in {found}, not in {sys.prefix}")
    return f"python3 starts in {found}"


def widgets() -> str:
    """The browser half of the widgets, where JupyterLab looks for it."""
    from jupyter_core.paths import jupyter_path

    folders = [Path(sys.prefix, "share", "jupyter", "labextensions"), *map(Path, jupyter_path("labextensions"))]
    absent = [name for name in PREBUILT if not any((folder / name / "package.json").is_file() for folder in folders)]
    if absent:
        raise NotReady(f"JupyterLab has no extension {' and no '.join(absent)}")
    return " and ".join(PREBUILT)


def lessons() -> str:
    """The folder of lessons, which JupyterLab saves into."""
    if not (ROOT / FIRST_LESSON).is_file():
        raise NotReady(f"there is no {FIRST_LESSON} in {ROOT}")
    return _writable((ROOT / FIRST_LESSON).parent)


def progress() -> str:
    """The folder of the learner's event log."""
    from posenc.progress import home

    return _writable(home())


def chromium() -> str:
    """The browser that the browser tests drive; the environment variable `CHROMIUM` names another."""
    for name in filter(None, (os.environ.get("CHROMIUM"), *CHROMIUM)):
        if found := shutil.which(name):
            return found
    raise NotReady("there is no Chromium on the PATH")


def sandbox() -> str:
    """Bubblewrap, a sandbox really started: where it is installed, the system may still forbid it.

    Raises: NotReady with the weaker isolation that grading would take.
    """
    isolation = _run([sys.executable, "-c", ISOLATION])
    if isolation != "bubblewrap":
        raise NotReady(isolation)
    return isolation


def _writable(folder: Path) -> str:
    """`folder`, proven writable by a file; one that does not exist yet must be creatable where it will stand."""
    standing = next(place for place in (folder, *folder.parents) if place.exists())
    try:
        with tempfile.TemporaryFile(dir=standing):
            return str(folder)
    except OSError as reason:
        raise NotReady(f"cannot write in {standing} ({reason.strerror})") from reason


def _run(command: list[str], environ: dict[str, str] | None = None) -> str:
    """What `command` prints within a minute."""
    done = subprocess.run(
        command, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise NotReady(f"{Path(command[0]).name} ended with {done.returncode}: {last}")
    return done.stdout.strip()
