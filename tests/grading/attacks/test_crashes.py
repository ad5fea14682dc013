"""Functions that take their process down: that exercise is lost, the others are not."""

import pytest

WRONG = "def permute_rows(x, perm):\n    {}\n    return x[perm]"
CRASHES = {
    "os._exit": "import os; os._exit(0)",
    "sys.exit": "import sys; sys.exit(0)",
    "killed": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "every process there is": "import os, signal; os.kill(os.getppid(), 9); os.kill(os.getpid(), 9)",
    "a crash in C": "import ctypes; ctypes.string_at(0)",
    "abort": "import os; os.abort()",
    "closed descriptors": "import os; os.closerange(0, 256)",
    "recursion": "return permute_rows(x, perm)",
    "a lifted limit": "import resource as r; r.setrlimit(r.RLIMIT_AS, (2**40, 2**40)); bytearray(2**33)",
    "10 GB": "bytearray(10 * 2**30)",
    "10 GB of NumPy": "np.ones((10 * 2**27,))",
    "KeyboardInterrupt": "raise KeyboardInterrupt",
    "an exit from a generator": "raise GeneratorExit",
}


@pytest.mark.parametrize("what", CRASHES)
def test_a_crash_costs_its_exercise_only(attack, unlike_level, what):
    mark = attack(unlike_level, WRONG.format(CRASHES[what]))
    assert mark["outcome"] == "raised"
    assert mark["points"] == 0


def test_a_function_that_ends_its_warden_gains_nothing(attack, level):
    """It may still answer all, or some, or go down with the sandbox; the answers are right."""
    mark = attack(level, WRONG.format("import os; os.kill(os.getppid(), 9)"))
    assert (mark["outcome"], mark["points"]) in (("passed", 2), ("failed", 1), ("raised", 0))


def test_a_function_that_ends_all_it_can_reaches_its_own(attack, sealed):
    mark = attack(sealed, WRONG.format("import os; os.kill(-1, 9)"))
    assert mark["points"] in (0, 1, 2)


CELLS = {
    "os._exit": "import os\nhelper = os._exit(0)",
    "sys.exit": "import sys\nhelper = sys.exit(0)",
    "killed": "import os\nhelper = os.kill(os.getpid(), 9)",
    "a crash in C": "import ctypes\nhelper = ctypes.string_at(0)",
    "exec of another program": "import os\nhelper = os.execv('/bin/true', ['true'])",
}


@pytest.mark.parametrize("what", CELLS)
def test_a_crash_in_a_cell_costs_the_functions_that_need_it(attack, unlike_level, what):
    needs = attack(unlike_level, f"{CELLS[what]}\n" + WRONG.format("helper"))
    assert (needs["outcome"], needs["points"]) == ("raised", 0)


@pytest.mark.parametrize("what", CELLS)
def test_and_no_others(attack, sealed, what):
    free = attack(sealed, f"{CELLS[what]}\n" + WRONG.format("pass"))
    assert (free["outcome"], free["points"]) == ("passed", 2)


LEFT = {
    "a thread": "import threading, time; threading.Thread(target=time.sleep, args=(60,)).start()",
    "a daemon": "import threading, time; threading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
    "a child": "import os, time; os.fork() or time.sleep(60)",
    "a child in a session of its own": "import os, time; os.fork() or os.setsid() or time.sleep(60)",
    "a grandchild": "import os, time; os.fork() or os.fork() and os._exit(0) or os.setsid() or time.sleep(60)",
    "a program": "import subprocess; subprocess.Popen(['/bin/sleep', '60'], start_new_session=True)",
    "one without the mark": "import subprocess; subprocess.Popen(['/bin/sleep', '60'], env={}, start_new_session=True)",
    "work at exit": "import atexit, time; atexit.register(time.sleep, 60)",
    "a file": "open('left', 'w').write('behind')",
}


@pytest.mark.parametrize("what", LEFT)
def test_what_is_left_running_is_ended(attack, unlike_level, what):
    """Once, at the definition: a right answer with a shadow. The fixture looks for what is left."""
    source = f"def leave():\n    {LEFT[what]}\n\n\nleft = leave()\n\n\n" + WRONG.format("left")
    mark = attack(unlike_level, source)
    assert mark["points"] in (0, 2)  # a limit on processes may forbid to leave any
    if what in ("work at exit", "a file"):
        assert mark["points"] == 2
