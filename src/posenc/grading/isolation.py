"""How strongly this machine can shut a process in: really tried, once."""

import os
import shutil
import sys
import sysconfig
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from posenc.environment import NotReady
from posenc.grading.bubblewrap import shut_in
from posenc.grading.job import Sandboxing

BUBBLEWRAP, LANDLOCK, LIMITS = "bubblewrap", "landlock", "limits"
# What the child sees of the environment; one thread, so that limits on processes and memory can be tight.
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "MPLBACKEND": "agg", "MPLCONFIGDIR": ".",
    "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
}  # fmt: skip


def packages() -> list[str]:
    """The folders of installed packages that a learner's code may import from."""
    paths = (sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), str(Path(np.__file__).parents[1]))
    return list(dict.fromkeys(paths))


def interpreter() -> list[str]:
    """This Python less its surroundings: no user site, no `.pth` file, nothing written."""
    return [getattr(sys, "_base_executable", sys.executable) or sys.executable, "-P", "-s", "-S", "-B"]


def command(level: str, arguments: list[str]) -> list[str]:
    """The command that runs this Python with `arguments` under an isolation."""
    whole = [*interpreter(), *arguments]
    return shut_in(shutil.which("bwrap") or "bwrap", whole, packages(), ENVIRONMENT) if level == BUBBLEWRAP else whole


def user() -> int | None:
    """Whom root becomes inside of bubblewrap: a number that no account has, another one for every grading process."""
    return None if os.geteuid() else (1 << 30) + os.getpid()


@cache
def isolation(sandbox: Sandboxing) -> str:
    """The isolation in force: "bubblewrap", "landlock" or "limits".

    Raises: NotReady if `sandbox` is "require" and bubblewrap does not work here.
    """
    if sandbox == "off":
        return LIMITS
    trouble = bubblewrap_trouble()
    if not trouble:
        return BUBBLEWRAP
    if sandbox == "require":
        raise NotReady(f"bubblewrap does not isolate here ({trouble}); --sandbox auto takes what there is")
    return LIMITS


@lru_cache(maxsize=1)
def bubblewrap_trouble() -> str:
    """Why a sandbox by bubblewrap does not come up here, or nothing."""
    from posenc.grading.sandbox import Sandbox

    if shutil.which("bwrap") is None:
        return "there is no bwrap on the PATH"
    try:
        Sandbox(BUBBLEWRAP, seconds=10.0, memory_mib=1024).close()
    except OSError as error:
        return str(error) or type(error).__name__
    return ""
