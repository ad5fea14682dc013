"""Functions and cells that take for ever, take everything, or say too much."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from posenc.grading.leftovers import MARK

from .conftest import SETUP, environment, notebook, solution

LOOPS = {
    "softmax": "while True: pass",
    "scores": "sum(iter(int, 1))  # in C, where no signal handler of Python runs",
    "self_attention": "import time; time.sleep(60)",
    "permute_rows": "10 ** 10 ** 9",
    "conjugate": (
        "import signal\n    for number in range(1, 32):\n        try: signal.signal(number, signal.SIG_IGN)\n"
        "        except Exception: pass\n    while True:\n        try: open('/dev/null').read()\n        except: pass"
    ),
    "equivariance_gap": "import sys; sys.setrecursionlimit(10**9); return equivariance_gap(*given)",
}


def test_endless_loops_time_out_one_by_one(graded, unlike_level):
    cells = [SETUP, *(f"def {name}(*given):\n    {body}" for name, body in LOOPS.items())]
    result = graded(notebook([*cells, solution("blindness.presence")]), unlike_level, seconds=0.6)
    marks = {name.partition(".")[2]: mark for name, mark in result["exercises"].items()}
    assert {name: marks[name]["points"] for name in LOOPS} == dict.fromkeys(LOOPS, 0)
    outcomes = {name: marks[name]["outcome"] for name in LOOPS}
    assert outcomes.pop("equivariance_gap") in ("timed out", "raised")  # memory may come first
    assert set(outcomes.values()) == {"timed out"}
    assert "no answer in 0.6 seconds" in marks["scores"]["message"]
    assert marks["presence"]["points"] == 8


IN_CELLS = {
    "softmax": "table = [0 for _ in iter(int, 1)]\ndef softmax(scores):\n    return table",
    "scores": "class Sticky:\n    def __del__(self):\n        while True: pass\nsticky = Sticky()\n"
    "def scores(q, k):\n    global sticky\n    del sticky",
    "permute_rows": "import importlib.abc, sys\nclass Slow(importlib.abc.MetaPathFinder):\n"
    "    def find_spec(self, *_):\n        while True: pass\nsys.meta_path = [Slow(), *sys.meta_path]\n"
    "import slow_module\ndef permute_rows(x, perm):\n    return sys, slow_module",
}


def test_cells_that_never_end_cost_those_that_need_them(graded, unlike_level):
    cells = [SETUP, "while True:\n    pass", *IN_CELLS.values(), solution("blindness.conjugate")]
    result = graded(notebook(cells), unlike_level, seconds=0.6)
    marks = {name.partition(".")[2]: mark for name, mark in result["exercises"].items()}
    assert {name: marks[name]["outcome"] for name in IN_CELLS} == dict.fromkeys(IN_CELLS, "timed out")
    assert marks["conjugate"]["outcome"] == "passed"


def test_prints_are_nobodys_business(attack, level):
    loud = "def permute_rows(x, perm):\n    print('x' * 10**6)\n    return x[perm]"
    assert attack(level, loud)["outcome"] == "passed"


HEAVY = {
    "1 GB of prints": "for _ in range(10**9): print('x' * 10**6)",
    "1 GB of errors": "import os\n    while True: os.write(2, b'x' * 10**6)",
    "a fork bomb": "import os\n    while True:\n        try: os.fork()\n        except OSError: pass",
    "a bomb of threads": "import threading, time\n    while True:\n"
    "        try: threading.Thread(target=time.sleep, args=(60,)).start()\n        except RuntimeError: pass",
    "a full disk": "import itertools\n    for n in itertools.count():\n"
    "        try: open(f'file{n}', 'wb').write(bytes(10**7))\n        except OSError: pass",
    "all memory, over and over": "kept = []\n    while True:\n        try: kept.append(bytearray(10**7))\n"
    "        except MemoryError: pass",
    "10 GB in one": "while True:\n        try: np.ones(10 * 2**27)\n        except MemoryError: pass",
}


@pytest.mark.slow
@pytest.mark.parametrize("what", HEAVY)
def test_what_takes_everything_is_ended(attack, sealed, what):
    mark = attack(sealed, f"def permute_rows(x, perm):\n    {HEAVY[what]}", seconds=2.0)
    assert mark["outcome"] in ("timed out", "raised")
    assert mark["points"] == 0


@pytest.mark.parametrize("what", ["a fork bomb", "all memory, over and over"])
def test_and_soon(attack, sealed, what):
    mark = attack(sealed, f"def permute_rows(x, perm):\n    {HEAVY[what]}", seconds=0.6, memory_mib=512)
    assert (mark["outcome"], mark["points"]) == ("timed out", 0)


KILLED = """
import sys
from pathlib import Path
import posenc.grading
sys.modules["posenc.grading.grade"].isolation = lambda sandbox: sys.argv[2]
posenc.grading.grade(posenc.grading.Job("a", "b", Path(sys.argv[1]), seconds=120.0))
"""


def test_a_grader_that_is_killed_takes_its_sandboxes_along(level, tmp_path):
    sleeping = "import time\ndef permute_rows(x, perm):\n    open('/dev/null')\n    time.sleep(120)"
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps(notebook([SETUP, sleeping])))
    elsewhere = {**os.environ, "TMPDIR": str(tmp_path)}  # nobody is left to remove the folder
    with subprocess.Popen([sys.executable, "-c", KILLED, str(path), level], env=elsewhere) as grader:
        sign = f"{MARK}={grader.pid}.".encode()
        try:
            wait_until(lambda: len(marked(sign)) >= 2)  # the warden and the exercise
        finally:
            grader.kill()
    wait_until(lambda: not marked(sign))


def marked(sign):
    return [process for process in Path("/proc").glob("[0-9]*") if sign in environment(process)]


def wait_until(condition):
    """As long as it takes; for ever is what the test is about."""
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    pytest.fail("it does not come to an end")
