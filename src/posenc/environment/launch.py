"""Starting JupyterLab on the first lesson."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import posenc
from posenc.environment import NotReady

ROOT = Path(posenc.__file__).resolve().parents[2]  # the repository, when posenc is installed editable from it
FIRST_LESSON = "lessons/00_start_here.ipynb"
# Defaults under the learner's own JupyterLab settings: no question about news at the first start.
JUPYTER_CONFIG = Path(__file__).parent / "jupyter"


def lab(*, browser: bool = True, port: int | None = None) -> int:
    """Serve the repository in JupyterLab and open the first lesson; return JupyterLab's exit code.

    Token and loopback address stay as Jupyter sets them. On POSIX this process becomes JupyterLab
    and the function does not return.

    Raises: NotReady if the lessons or JupyterLab are not there.
    """
    if not (ROOT / FIRST_LESSON).is_file():
        raise NotReady(
            f"there is no {FIRST_LESSON} in {ROOT}: the lessons are in the repository, not in the installed package; "
            "clone it and run `make lab` there."
        )
    if importlib.util.find_spec("jupyterlab") is None:
        raise NotReady(
            f"JupyterLab is not installed beside {sys.executable}: "
            f'run "{sys.executable}" -m pip install -r requirements.txt in {ROOT}.'
        )
    if browser and not has_display(sys.platform, os.environ):
        browser = False
        print("There is no display here: open the address that JupyterLab prints below.", flush=True)
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = lab_arguments(ROOT, browser=browser, port=port, is_root=is_root)
    os.chdir(ROOT)
    return _become([sys.executable, *arguments], lab_environment(os.environ, Path(sys.prefix)))


def has_display(platform: str, environ: Mapping[str, str]) -> bool:
    """Whether a browser can open here: always on Windows and macOS, elsewhere with a display or a `BROWSER`."""
    if platform in ("win32", "darwin"):
        return True
    return any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def lab_arguments(root: Path, *, browser: bool, port: int | None, is_root: bool) -> list[str]:
    """Return what follows `python` on the command line."""
    arguments = ["-m", "jupyterlab", f"--ServerApp.root_dir={root}", f"--LabApp.default_url=/lab/tree/{FIRST_LESSON}"]
    if not browser:
        arguments.append("--no-browser")
    if port is not None:
        arguments.append(f"--port={port}")
    if is_root:  # JupyterLab refuses root otherwise; in a container there is nobody else
        arguments.append("--allow-root")
    return arguments


def lab_environment(environ: Mapping[str, str], prefix: Path) -> dict[str, str]:
    """Return `environ` with this Python's commands, kernels and extensions before any others.

    A kernel that the learner once installed for themselves under the name `python3` would hide this environment's.
    """
    first = {
        "PATH": Path(sys.executable).parent,
        "JUPYTER_PATH": prefix / "share" / "jupyter",
        "JUPYTER_CONFIG_PATH": JUPYTER_CONFIG,
    }
    joined = {name: os.pathsep.join(filter(None, (str(path), environ.get(name)))) for name, path in first.items()}
    return {**environ, **joined}


def _become(command: list[str], environ: dict[str, str]) -> int:
    if os.name == "posix":
        sys.stdout.flush()
        os.execve(command[0], command, environ)
    with subprocess.Popen(command, env=environ) as process:  # Windows' exec would return to the prompt at once
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:  # JupyterLab got it too, and asks whether to stop
                continue
