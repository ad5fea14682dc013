"""What a sandboxed program may not ask the kernel for: a filter of system calls, for bubblewrap to load.

A sandbox that grades one notebook after another ends all processes and removes all files in between. What would outlive
both is refused here, and so is what reaches other processes or much of the kernel. The program is classic BPF
(linux/filter.h, linux/seccomp.h; numbers from the kernel's asm/unistd_64.h and asm-generic/unistd.h).
"""

import errno
import platform
import struct
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # AUDIT_ARCH_ of linux/audit.h
# System call -> its numbers, in the order of ARCHITECTURES. They fail with EPERM.
REFUSED = {
    # System V shared memory, queues and semaphores; POSIX queues; keys; attributes of files
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "msgget": (68, 186), "msgsnd": (69, 189),
    "msgrcv": (70, 188), "msgctl": (71, 187), "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191),
    "semtimedop": (220, 192), "mq_open": (240, 180), "mq_unlink": (241, 181), "add_key": (248, 217),
    "request_key": (249, 218), "keyctl": (250, 219), "setxattr": (188, 5), "lsetxattr": (189, 6),
    "fsetxattr": (190, 7), "setxattrat": (463, 463),
    # other processes, their priorities among them
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_getfd": (438, 438), "process_madvise": (440, 440), "move_pages": (279, 239), "migrate_pages": (256, 238),
    "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119), "sched_setaffinity": (203, 122), "sched_setattr": (314, 274),
    # parts of the kernel that no exercise needs
    "bpf": (321, 280), "userfaultfd": (323, 282), "perf_event_open": (298, 241), "io_uring_setup": (425, 425),
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430), "fsmount": (432, 432),
    "mount_setattr": (442, 442),
}  # fmt: skip
# System call -> its numbers, the one first argument that is let through, the error for others.
ONLY_WITH = {
    "socket": ((41, 198), 1, errno.EAFNOSUPPORT),  # AF_UNIX
    "prlimit64": ((302, 261), 0, errno.EPERM),  # of the process itself
}
X32 = 0x40000000  # on x86_64, the same system calls by other numbers start here
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data
ALLOW, ERROR, KILL = 0x7FFF0000, 0x00050000, 0x80000000


def program(machine: str) -> bytes | None:
    """The filter for a processor as `platform.machine` calls it, or None where there is none."""
    if machine not in ARCHITECTURES:
        return None
    column = list(ARCHITECTURES).index(machine)
    steps = [_load(ARCHITECTURE), _jump(EQUAL, ARCHITECTURES[machine], 1, 0), _return(KILL), _load(NUMBER)]
    if machine == "x86_64":
        steps += [_jump(AT_LEAST, X32, 0, 1), _return(KILL)]
    for numbers in REFUSED.values():
        steps += [_jump(EQUAL, numbers[column], 0, 1), _return(ERROR | errno.EPERM)]
    for numbers, let, error in ONLY_WITH.values():
        steps += [_jump(EQUAL, numbers[column], 0, 4), _load(FIRST_ARGUMENT), _jump(EQUAL, let, 0, 1)]
        steps += [_return(ALLOW), _return(ERROR | error)]
    return b"".join([*steps, _return(ALLOW)])


@contextmanager
def opened() -> Iterator[int | None]:
    """A descriptor to read this machine's filter from, or None where there is none."""
    found = program(platform.machine())
    if found is None:
        yield None
        return
    with tempfile.TemporaryFile() as file:
        file.write(found)
        file.seek(0)
        yield file.fileno()


def _load(offset: int) -> bytes:
    return struct.pack("=HBBI", LOAD, 0, 0, offset)


def _jump(test: int, value: int, if_true: int, if_false: int) -> bytes:
    """Over so many steps."""
    return struct.pack("=HBBI", test, if_true, if_false, value)


def _return(action: int) -> bytes:
    return struct.pack("=HBBI", RETURN, 0, 0, action)
