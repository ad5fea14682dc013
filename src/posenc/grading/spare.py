"""A sandbox that has graded one notebook soundly grades the next of this process, where nothing passes between them.

That is under bubblewrap with a filter of system calls. All processes of an exercise are ended and its files removed;
what would outlive both is refused by the kernel; the warden runs nothing of the learner's.
"""

import atexit
import os

from posenc.grading.sandbox import Sandbox

_SPARE: list[Sandbox] = []  # one at most


def take(level: str, *, seconds: float, memory_mib: int) -> Sandbox:
    """The spare sandbox, if it is alive and has these limits, or a new one. Raises: OSError, as `Sandbox`."""
    try:
        spare = _SPARE.pop()
    except IndexError:
        return Sandbox(level, seconds=seconds, memory_mib=memory_mib)
    if (spare.level, spare.seconds, spare.memory_mib) == (level, seconds, memory_mib) and spare.is_alive():
        return spare
    spare.close()
    return Sandbox(level, seconds=seconds, memory_mib=memory_mib)


def give_back(sandbox: Sandbox) -> None:
    """Keep a sandbox whose last exercise ended as it should, if it may be kept; else end it."""
    if sandbox.lasts and not _SPARE:
        _SPARE.append(sandbox)
    else:
        sandbox.close()


def close_spare() -> None:
    """End the spare sandbox, if there is one."""
    while _SPARE:
        _SPARE.pop().close()


atexit.register(close_spare)
os.register_at_fork(after_in_child=_SPARE.clear)  # it belongs to the parent
