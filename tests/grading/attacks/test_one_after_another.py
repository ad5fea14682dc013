"""Two learners in one sandbox: the first leaves what a program can leave, the second finds and loses nothing."""

import json
import os
import platform
import subprocess
import sys

import pytest

from posenc.grading import spare
from posenc.grading.seccomp import REFUSED

from .conftest import SETUP, notebook, solution

RIGHT = "    return q @ k.T / np.sqrt(q.shape[-1])"
CALLS = """
import ctypes, fcntl, os
libc = ctypes.CDLL(None)
def key(number):
    return [libc.shmget(7, 4096 * number, 0o1777 * number), libc.msgget(7, 0o1777 * number),
            libc.semget(7, number, 0o1777 * number),
            libc.mq_open(b"/posenc", 0o100 * number, 0o777, None),
            libc.syscall(ADD_KEY, b"user", b"posenc", b"x", 1, -4) if number else
            libc.syscall(REQUEST_KEY, b"user", b"posenc", 0, 0)]
"""
for NAME in ("add_key", "request_key"):
    CALLS = CALLS.replace(NAME.upper(), str(REFUSED[NAME][platform.machine() == "aarch64"]))
LEAVE = """
def leave():
    key(1)
    open("file", "w").write("x")
    os.makedirs("deep/er", exist_ok=True)
    os.environ["POSENC_LEFT"] = "1"
    os.umask(0o777)
    fcntl.flock(0, fcntl.LOCK_EX)
    fcntl.fcntl(0, fcntl.F_SETFL, os.O_APPEND)
    for change in (lambda: os.nice(5), lambda: os.chmod(".", 0o500), lambda: os.setxattr(".", "user.posenc", b"x"),
                   lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)):
        try: change()
        except OSError: pass
"""
FIND = """
def find():
    found = [number for number in key(0) if number != -1] + os.listdir() + os.listxattr(".")
    if "POSENC_LEFT" in os.environ: found.append("environment")
    if fcntl.fcntl(0, fcntl.F_GETFL) & os.O_APPEND: found.append("flags")
    if os.getpriority(os.PRIO_PROCESS, 0) or os.getpriority(os.PRIO_PROCESS, os.getppid()): found.append("priority")
    if os.umask(0o77) != 0o77: found.append("umask")
    if os.stat(".").st_mode & 0o7777 != 0o1777: found.append("mode")
    fcntl.flock(0, fcntl.LOCK_EX | fcntl.LOCK_NB)
    fds = [fd for fd in range(64) if libc.fcntl(fd, 1) != -1]
    return found + fds[4:]  # the streams, and the line to the grader
"""
FORGE = """
import os, socket
import posenc.grading.inside.holder as holder
real = holder.Reader.receive
def receive(reader, **options):
    order, inputs = real(reader, **options)
    if order["is"] == "end":
        for header in [{"is": "over", "status": 0}, {"is": "ready", "found": "nothing", "trouble": []}] * 9:
            for number in range(3, 64):
                try: holder.send(socket.socket(fileno=os.dup(number)), header)
                except OSError: pass
    return order, inputs
holder.Reader.receive = receive
"""


@pytest.fixture
def first(graded, sealed):
    """`first(source)`: a notebook whose `scores` is right and does more; its sandbox lives on."""

    def run(source, does="pass", **limits):
        cells = [SETUP, source + f"\n\n\ndef scores(q, k):\n    {does}\n{RIGHT}"]
        result = graded(notebook(cells), sealed, **limits)
        assert result["exercises"]["blindness.scores"]["outcome"] == "passed", result["exercises"]["blindness.scores"]
        return process()

    return run


def process():
    """The number of the spare sandbox's process, or None."""
    return spare._SPARE[0].process.pid if spare._SPARE else None


def test_what_the_first_leaves_the_second_does_not_find(first, graded, sealed):
    before = first(CALLS + LEAVE, "leave()")
    assert before
    probe = CALLS + FIND + "def permute_rows(x, perm):\n    raise ValueError('«' + repr(find()) + '»')"
    mark = graded(notebook([SETUP, probe]), sealed)["exercises"]["blindness.permute_rows"]
    assert "«[]»" in mark["got"], mark["got"]
    assert process() == before  # it was the same sandbox


def test_the_first_does_not_speak_for_the_second(first, graded, sealed):
    before = first(FORGE)
    assert before
    cells = [SETUP, solution("blindness.conjugate"), "def permute_rows(x, perm):\n    return x"]
    marks = graded(notebook(cells), sealed)["exercises"]
    assert marks["blindness.conjugate"]["outcome"] == "passed"
    assert marks["blindness.permute_rows"]["points"] == 0
    assert process() == before


def test_a_notebook_has_the_same_result_after_a_hostile_one(first, graded, sealed):
    honest = notebook([SETUP, solution("blindness.scores"), "def permute_rows(x, perm):\n    return x[:1]"])
    alone = graded(honest, sealed)
    spare.close_spare()
    first(FORGE + CALLS + LEAVE, "leave()")
    assert json.dumps(graded(honest, sealed)) == json.dumps(alone)


BAD = {
    "a time-out": "while True: pass",
    "a crash": "import os\n    os.kill(os.getpid(), 11)",
    "a dead warden": "import os\n    os.kill(os.getppid(), 9)",
    "a stopped warden": "import os\n    os.kill(os.getppid(), 19)",
}


@pytest.mark.parametrize("what", BAD)
def test_after_a_problem_a_new_one_is_taken(first, graded, sealed, what):
    before = first("", seconds=2.0)
    graded(notebook([SETUP, f"def equivariance_gap(*given):\n    {BAD[what]}"]), sealed, seconds=2.0)
    assert process() is None
    assert first("", seconds=2.0) not in (before, None)


def test_other_limits_take_another(first, graded, sealed):
    before = first("")
    graded(notebook([SETUP, solution("blindness.scores")]), sealed, memory_mib=900)
    assert process() not in (before, None)


def test_a_spare_one_that_died_is_replaced(first):
    before = first("")
    spare._SPARE[0].process.kill()
    spare._SPARE[0].process.wait()
    assert first("") not in (before, None)


def test_only_bubblewrap_keeps_one(graded, level):
    graded(notebook([SETUP, solution("blindness.scores")]), level)
    assert bool(process()) == (level == "bubblewrap")


def test_without_a_filter_none_is_kept(first, monkeypatch):
    monkeypatch.setattr("posenc.grading.seccomp.program", lambda machine: None)
    assert first("") is None


def test_a_fork_of_the_grader_does_not_share_it(first):
    before = first("")
    child = os.fork()
    if not child:
        os._exit(process() is not None)
    assert os.waitpid(child, 0)[1] == 0
    assert process() == before


def test_it_ends_with_the_grader(tmp_path, sealed):
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps(notebook([SETUP, solution("blindness.scores")])))
    source = "import sys\nfrom pathlib import Path\nfrom posenc.grading import Job, grade, spare\n"
    source += "grade(Job('a', 'b', Path(sys.argv[1])))\nprint(spare._SPARE[0].process.pid)"
    done = subprocess.run([sys.executable, "-c", source, path], capture_output=True, text=True, check=True)
    assert not os.path.exists(f"/proc/{int(done.stdout)}")
