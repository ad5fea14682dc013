"""How strongly this machine can shut a process in: really tried, once."""

import os
import shutil
import subprocess
import sys
from functools import cache

from posenc.environment import NotReady
from posenc.grading.bubblewrap import shut_in
from posenc.grading.inside import landlock
from posenc.grading.job import Job, Sandboxing

BUBBLEWRAP, LANDLOCK, LIMITS = "bubblewrap", "landlock", "limits"
# What the child sees of the environment; one thread, so that limits on processes and memory can be tight.
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "MPLBACKEND": "agg", "MPLCONFIGDIR": ".",
    "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
}  # fmt: skip


def command(level: str, arguments: list[str], environment: dict[str, str], seccomp: int | None = None) -> list[str]:
    """The command that runs this Python under an isolation: no user site, no `.pth` file, nothing written.

    `seccomp`: for bubblewrap, the descriptor of a filter of system calls.
    """
    base = getattr(sys, "_base_executable", sys.executable)
    whole = [base, "-P", "-s", "-S", "-B", *arguments]
    return shut_in(shutil.which("bwrap") or "bwrap", whole, environment, seccomp) if level == BUBBLEWRAP else whole


def user() -> int | None:
    """Whom root becomes inside of bubblewrap: a number that no account has, another one for every grading process."""
    return None if os.geteuid() else (1 << 30) + os.getpid()


@cache
def isolation(sandbox: Sandboxing) -> str:
    """The isolation in force: "bubblewrap", "landlock" or "limits".

    Raises: NotReady if `sandbox` is "require" and bubblewrap does not work here, and on Windows.
    """
    if not hasattr(os, "fork"):
        raise NotReady("grading needs a system that can fork: on Windows, run it in WSL or in a container")
    if sandbox == "off":
        return LIMITS
    why = trouble(BUBBLEWRAP)
    if why and sandbox == "require":
        raise NotReady(f"bubblewrap does not isolate here ({why}); --sandbox auto takes what there is")
    return BUBBLEWRAP if not why else LIMITS if trouble(LANDLOCK) else LANDLOCK


@cache
def trouble(level: str) -> str:
    """Why a sandbox of this level does not come up here; nothing if it does, and then it grades the first notebook."""
    from posenc.grading import spare

    if level == BUBBLEWRAP and shutil.which("bwrap") is None:
        return "there is no bwrap on the PATH"
    if level == LANDLOCK and landlock.version() < landlock.LEAST:
        return "this kernel has no Landlock with control of TCP"
    try:
        spare.give_back(spare.take(level, seconds=Job.seconds, memory_mib=Job.memory_mib))
    except OSError as error:
        return _last_words(level) or str(error) or type(error).__name__
    return ""


def _last_words(level: str) -> str:
    """What the level's program says when it is asked for nothing: a sandbox that comes up says nothing."""
    asked = subprocess.run(
        command(level, ["-c", ""], ENVIRONMENT), stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    return (asked.stderr.decode(errors="replace").strip().splitlines() or [""])[-1]


def in_words() -> str:
    """The isolation that grading takes on this machine, and why it is not a stronger one."""
    level = isolation("auto")
    why = trouble(BUBBLEWRAP)
    return f"{level}, since bubblewrap does not isolate here: {why}" if why else level
