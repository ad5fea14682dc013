"""The filter of system calls, read by a small interpreter: what it says to each call on each processor."""

import errno
import struct

import pytest

from posenc.grading.seccomp import ALLOW, ARCHITECTURES, ERROR, KILL, ONLY_WITH, REFUSED, X32, program


def verdict(machine, number, argument=0, architecture=None):
    """What the program returns for a call (struct seccomp_data of linux/seccomp.h)."""
    architecture = ARCHITECTURES[machine] if architecture is None else architecture
    data = struct.pack("=IIQ6Q", number, architecture, 0, argument, *[0] * 5)
    steps = list(struct.iter_unpack("=HBBI", program(machine)))
    place = loaded = 0
    while True:
        code, if_true, if_false, value = steps[place]
        place += 1
        if code == 0x06:
            return value
        if code == 0x20:
            (loaded,) = struct.unpack_from("=I", data, value)
        else:
            assert code in (0x15, 0x35)
            place += if_true if (loaded == value if code == 0x15 else loaded >= value) else if_false


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_what_is_listed_is_refused_and_nothing_else(machine):
    column = list(ARCHITECTURES).index(machine)
    listed = {numbers[column] for numbers in REFUSED.values()}
    assert len(listed) == len(REFUSED)
    special = {numbers[column] for numbers, _, _ in ONLY_WITH.values()}
    for number in range(600):
        if number not in special:
            assert verdict(machine, number) == (ERROR | errno.EPERM if number in listed else ALLOW), number


@pytest.mark.parametrize("machine", ARCHITECTURES)
@pytest.mark.parametrize("name", ONLY_WITH)
def test_one_argument_is_let_through(machine, name):
    numbers, let, error = ONLY_WITH[name]
    number = numbers[list(ARCHITECTURES).index(machine)]
    assert verdict(machine, number, let) == ALLOW
    assert {verdict(machine, number, other) for other in (2, 16, 40, 0xFFFFFFFF)} == {ERROR | error}


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_other_numberings_are_killed(machine):
    """Else the same calls could be made by their numbers of 32-bit programs."""
    for other in {0x40000003, 0x40000028, *ARCHITECTURES.values()} - {ARCHITECTURES[machine]}:
        assert verdict(machine, 3, architecture=other) == KILL
    assert verdict("x86_64", X32 | 30) == verdict("x86_64", 0xFFFFFFFF) == KILL


def test_other_processors_have_no_filter():
    assert program("riscv64") is program("") is None
