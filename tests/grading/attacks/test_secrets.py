"""What the learner's code can see and reach. A probe tells what it found in the words of an error."""

import json
import os
import platform
import socket
import zlib
from pathlib import Path

import pytest

import posenc
from posenc.grading.isolation import BUBBLEWRAP
from posenc.grading.seccomp import ARCHITECTURES, REFUSED
from posenc.grading.truth import questions
from posenc.grading.visible import DEVICES, hidden, needed

from .conftest import SETUP, notebook

REPOSITORY = Path(posenc.__file__).parents[2]


@pytest.fixture
def seen(attack):
    """`seen(level, source)`: what `probe()` of the source returns in the child, at the smallest case."""

    def run(level, source, **options):
        mark = attack(
            level,
            "import json\n\n\n" + source + "\n\n\ndef permute_rows(x, perm):\n"
            "    try: found = probe()\n    except BaseException as error: found = repr(error)\n"
            "    raise ValueError('«' + json.dumps(found, default=str) + '»')",
            alone=True,
            **options,
        )
        assert mark["points"] == 0
        assert mark["visible"]
        return json.loads(mark["got"].split("«")[1].split("»")[0])

    return run


def test_the_environment_is_scrubbed(seen, level, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    found = seen(level, "import os\ndef probe(): return sorted(os.environ)")
    assert "SECRET_TOKEN" not in found
    assert not {"HOME", "USER", "PYTHONPATH"} & set(found)


IMPORTS = ("posenc.exercises.blindness", "posenc.grading.truth", "posenc.grading.grade", "posenc.cli",
           "posenc.exercises.exercise", "tests", "solutions")  # fmt: skip


def test_no_answer_can_be_imported(seen, level):
    source = f"import importlib\ndef probe():\n    found = []\n    for name in {IMPORTS}:\n"
    source += "        try: found.append(importlib.import_module(name).__name__)\n        except ImportError: pass\n"
    assert seen(level, source + "    return found") == []


def test_the_librarys_own_answer_is_withheld(seen, level):
    source = "import numpy as np\nfrom posenc import symmetry\nfrom posenc.symmetry import permutations\n"
    probe = "def probe(): return symmetry.permute_rows(np.eye(2), [1, 0])"
    assert "is not given here" in seen(level, source + probe)
    code = "def probe(): return [str(c) for c in permutations.permute_rows.__code__.co_consts]"
    assert not [words for words in seen(level, source + code) if "x[" in words]


def test_neither_frames_nor_the_collector_lead_to_the_truth(seen, level):
    """Every object of the process and every frame of the stack: no case, no reference, no wrong answer among them."""
    source = """
import gc, sys
def probe():
    names = set()
    for thing in gc.get_objects():
        names.add(type(thing).__name__)
        if callable(thing):
            names.add(str(getattr(thing, "__qualname__", "")))
    frame = sys._getframe()
    while frame:
        names |= set(frame.f_globals) | set(frame.f_locals)
        frame = frame.f_back
    return sorted(name for name in names if name in
        ("Exercise", "EXERCISES", "Case", "WrongAnswer", "Question", "_cases", "judge", "questions", "mark"))"""
    assert seen(level, source) == []


def test_no_unseen_case_is_there_while_what_is_said_is_shown(seen, level):
    """The learner reads what an answer to a visible case says; so no unseen one may have come yet."""
    source = """
import sys, time, zlib
def probe():
    time.sleep(0.05)
    frame = sys._getframe()
    while "orders" not in frame.f_locals:
        frame = frame.f_back
    calls = frame.f_locals["calls"]
    return [len(frame.f_locals["orders"]._waiting), *(zlib.crc32(x.tobytes()) for x, perm in calls)]"""
    waiting, *found = seen(level, source)
    asked = questions("blindness.permute_rows", 1)
    assert found == [zlib.crc32(question.case.inputs[0].tobytes()) for question in asked if question.visible]
    assert waiting == 0
    assert len(asked) > len(found)


def test_no_file_of_the_kit_is_there(seen, sealed):
    """Of these folders nothing is seen but the way to Python and its packages, if that leads through."""
    places = [REPOSITORY, Path(posenc.__file__).parent, Path.home(), Path.cwd(), Path("/proc"), Path("/root/.ssh")]
    way = {path for path in map(Path, needed()) for path in (path, *path.parents)}
    source = f"import os\ndef probe():\n    found = []\n    for place in {[str(place) for place in places]}:\n"
    source += "        try: found += [os.path.join(place, name) for name in os.listdir(place)]\n"
    source += "        except OSError: pass\n    return found"
    assert set(map(Path, seen(sealed, source))) <= way


FILES = "def probe():\n    found = []\n    for path in {}:\n        try: found.append(open(path, {!r}).read(1))\n" \
        "        except OSError: pass\n    return found"  # fmt: skip


def test_files_outside_can_not_be_read(seen, level, tmp_path):
    if level == "limits":
        pytest.skip("plain limits hide no files")
    other = tmp_path / "other_student.ipynb"
    other.write_text("answers")
    own = [posenc.__file__, REPOSITORY / "pyproject.toml", tmp_path / "submission.ipynb", other]
    system = ["/etc/passwd", "/etc/hostname", f"/proc/{os.getpid()}/environ", f"/proc/{os.getpid()}/mem"]
    paths = [str(path) for path in (*own, *system)]
    assert seen(level, FILES.format(paths, "r")) == []


def test_files_outside_can_not_be_written(seen, level, tmp_path):
    if level == "limits":
        pytest.skip("plain limits protect no files")
    report, site = tmp_path / "grades.csv", Path(json.__file__).parent / "posenc_was_here.py"
    report.write_text("points")
    seen(level, FILES.format([str(report), str(tmp_path / "new"), str(site), "/tmp/new", "/usr/new"], "w"))
    assert report.read_text() == "points"
    assert not (tmp_path / "new").exists()
    assert not site.exists()


def test_the_folder_is_empty_and_its_own(seen, level):
    source = "import os\ndef probe():\n    found = os.listdir()\n    open('mine', 'w').write('1')\n    return found"
    assert seen(level, source) == []


def test_exercises_pass_nothing_on(graded, sealed):
    """What one has written, in files or into the warden, the next does not find."""
    first = "import os\ndef scores(q, k):\n    os.makedirs('deep/er', exist_ok=True)\n    open('deep/er/f', 'w')\n"
    first += "    os.path.islink('link') or os.symlink('/', 'link')\n    return q @ k.T / np.sqrt(q.shape[-1])"
    second = "import os\ndef permute_rows(x, perm):\n    return x[perm] if not os.listdir() else x"
    assert graded(notebook([SETUP, first, second]), sealed)["exercises"]["blindness.permute_rows"]["points"] == 2


COUNT = """
import os
def there(pid):
    try: os.kill(pid, 0)
    except PermissionError: return True
    except OSError: return False
    return True
"""


def test_no_process_of_one_exercise_meets_the_next(graded, sealed):
    first = (
        "import os, time\ndef scores(q, k):\n    os.fork() or time.sleep(60)\n    return q @ k.T / q.shape[-1] ** 0.5"
    )
    second = COUNT + "def permute_rows(x, perm):\n    return x[perm] if sum(map(there, range(1, 500))) <= 3 else x"
    assert graded(notebook([SETUP, first, second]), sealed)["exercises"]["blindness.permute_rows"]["points"] == 2


def test_the_warden_can_not_be_looked_into(seen, sealed):
    source = "import ctypes, os\ndef probe(): return ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0)"
    assert seen(sealed, source) == -1


def test_nothing_listens(seen, level):
    """A server of this machine, and a socket by an abstract name."""
    if level == "limits":
        pytest.skip("plain limits shut no network off")
    with socket.create_server(("127.0.0.1", 0)) as server:
        source = f"import socket\ndef probe():\n    socket.create_connection({server.getsockname()!r}, 1)\n    return 1"
        assert seen(level, source) != 1
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()


def test_no_network_at_all(seen, sealed):
    source = "import socket\ndef probe():\n    names = [name for _, name in socket.if_nameindex()]\n"
    source += "    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out: out.sendto(b'x', ('192.0.2.1', 9))\n"
    assert "OSError" in seen(sealed, source + "    return names")


def test_the_grading_process_is_out_of_reach(seen, level):
    """Neither its number nor a guess leads to it, and it is not the parent."""
    if level == "limits":
        pytest.skip("under plain limits the grading process can be signalled by its number")
    source = f"import os\ndef probe():\n    os.kill({os.getpid()}, 0)\n    return 'reached'"
    assert seen(level, source) != "reached"
    ptrace = f"import ctypes\ndef probe(): return ctypes.CDLL(None).ptrace(16, {os.getpid()}, 0, 0)"
    assert seen(level, ptrace) == -1


def test_other_processes_are_not_seen(seen, sealed):
    source = COUNT + "def probe(): return [pid for pid in range(1, 500) if there(pid)]"
    assert len(seen(sealed, source)) <= 3  # the sandbox's first process, the warden, its own


def test_root_is_nobody(seen, sealed):
    source = "import os\ndef probe():\n    try: os.setuid(0)\n    except OSError: pass\n    return os.getuid()"
    assert seen(sealed, source) != 0


CALL = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def call(*arguments):
    return ctypes.get_errno() if libc.syscall(*arguments) == -1 else 0
"""


@pytest.mark.skipif(platform.machine() not in ARCHITECTURES, reason="no filter for this processor")
def test_refused_system_calls_fail_with_eperm(seen, sealed):
    """Those by which something would outlive the processes of an exercise, first of all."""
    column = list(ARCHITECTURES).index(platform.machine())
    numbers = {name: numbers[column] for name, numbers in REFUSED.items()}
    source = CALL + f"def probe(): return [name for name, n in {numbers}.items() if call(n, 0, 0, 0, 0, 0, 0) != 1]"
    assert seen(sealed, source) == []


@pytest.mark.skipif(platform.machine() not in ARCHITECTURES, reason="no filter for this processor")
def test_the_wardens_limits_and_priority_stay(seen, sealed):
    source = "import os, resource\ndef probe():\n    found = []\n"
    source += "    for change in (lambda: resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (3, 3)),\n"
    source += "        lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19),\n"
    source += "        lambda: os.sched_setaffinity(os.getppid(), {0})):\n"
    source += "        try: found.append(change())\n        except PermissionError: pass\n    return found"
    assert seen(sealed, source) == []


def test_nothing_can_be_written_but_in_the_folder(seen, sealed, monkeypatch):
    """What is hidden is an empty folder in memory, and must not become a place to leave things in."""
    installed = Path(pytest.__file__).parent
    monkeypatch.setattr("posenc.grading.bubblewrap.hidden", lambda: [*hidden(), installed])
    places = ["/", "/dev", str(installed), *map(str, hidden()), *needed()]
    source = f"import os\ndef probe():\n    found = []\n    for place in {places}:\n"
    source += "        try: found.append(os.mkdir(place + '/here'))\n        except OSError: pass\n"
    assert seen(sealed, source + "    return found") == []


def test_devices_work(seen, level):
    source = f"def probe(): return [open(path, 'wb' if 'full' in path else 'r+b', 0) and path for path in {DEVICES}]"
    assert seen(level, source) == list(DEVICES)


def test_limits_can_not_be_lifted(seen, sealed):
    source = "import resource as r\ndef probe():\n    r.setrlimit(r.RLIMIT_AS, (-1, -1))"
    assert "Error" in seen(sealed, source)


def test_the_report_names_the_isolation(attack, level):
    attack(level, "def permute_rows(x, perm): return x")  # which compares it
    assert level in (BUBBLEWRAP, "landlock", "limits")
