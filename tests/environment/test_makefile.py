"""`make lab` and `make test` on machines of all sorts, each made of fake Pythons in a folder with an awkward name."""

import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("make", "sh", "cat", "printf", "rm", "touch")
pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="Windows has its own three commands"),
    pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed"),
]

# A Python that pretends: the code given with -c runs after {pretence}; `-m venv` makes the environment below.
PYTHON = """#!/bin/sh
if [ "$1" = -c ]; then exec {real} -c "import sys; {pretence}; exec(sys.argv.pop(1))" "$2"; fi
echo "$(basename "$0") $*" >> "$CALLS"
for folder; do :; done
if [ "$3" = --clear ]; then rm -rf "$folder"; fi
mkdir -p "$folder/bin" && cp "$INSIDE" "$folder/bin/python"
"""
# The Python inside .venv: it notes its calls, and pip succeeds unless told otherwise.
INSIDE = """#!/bin/sh
if [ "$1" = -c ]; then exec {real} -c "$2"; fi
echo "$*" >> "$CALLS"
if [ "$2" = pip ]; then echo "Collecting numpy"; exit "${{PIP_ENDS_WITH:-0}}"; fi
"""
NEW = "pass"
OLD = "sys.version_info = (3, 9, 18); sys.version = '3.9.18 (main)'; sys.executable = '/usr/bin/python3'"
BARE = "sys.modules['ensurepip'] = None; sys.executable = '/usr/bin/python3'"


@dataclass
class Machine:
    """A folder with the repository's Makefile, and a PATH on which only some Pythons are."""

    top: Path
    repository: Path = field(init=False)

    def __post_init__(self) -> None:
        self.repository = self.top / 'it\'s a "clone" $HOME'
        self.repository.mkdir()
        for name in ("Makefile", "requirements.txt", "pyproject.toml"):
            shutil.copy(ROOT / name, self.repository)
        (self.top / "bin").mkdir()
        for name in (*TOOLS, "mkdir", "cp", "basename"):
            (self.top / "bin" / name).symlink_to(str(shutil.which(name)))
        self.write(self.top / "inside", INSIDE.format(real=shlex.quote(sys.executable)))

    def write(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def python(self, name: str, pretence: str = NEW) -> None:
        self.write(self.top / "bin" / name, PYTHON.format(real=shlex.quote(sys.executable), pretence=pretence))

    def make(self, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
        """Run make; `calls` then holds what it called."""
        (self.top / "calls").write_text("", encoding="utf-8")
        around = {
            "PATH": str(self.top / "bin"),
            "CALLS": str(self.top / "calls"),
            "INSIDE": str(self.top / "inside"),
            "LC_ALL": "C",
        }
        command = ["make", *arguments]
        return subprocess.run(command, cwd=self.repository, env=around | environ, capture_output=True, text=True)

    @property
    def calls(self) -> list[str]:
        return (self.top / "calls").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def machine(tmp_path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def installed(machine) -> Machine:
    machine.python("python3")
    done = machine.make("lab")
    assert done.returncode == 0, done.stderr
    return machine


INSTALL = "-m pip install -r requirements.txt"
LAB = "-m posenc lab"


def test_the_first_call_makes_the_environment_and_opens_the_course(machine):
    machine.python("python3")
    done = machine.make("lab")
    assert done.returncode == 0, done.stderr
    assert machine.calls == ["python3 -m venv --clear .venv", INSTALL, LAB]
    assert done.stdout.startswith("Installing into .venv")
    assert done.stderr == ""


def test_the_second_call_installs_nothing(installed):
    done = installed.make("lab", "ARGS=--no-browser --port 8899")
    assert installed.calls == [f"{LAB} --no-browser --port 8899"]
    assert done.stdout + done.stderr == ""


def test_the_tests_install_their_extra_and_run_on_all_cores(installed):
    installed.make("test", "ARGS=-k 'a or b'")
    assert installed.calls == ["-m pip install -e .[test]", "-m pytest -n auto --dist loadfile -k a or b"]
    installed.make("test")
    assert installed.calls == ["-m pytest -n auto --dist loadfile"]
    installed.make("lab")
    assert installed.calls == [LAB]


@pytest.mark.parametrize("name", ["requirements.txt", "pyproject.toml"])
def test_a_changed_list_of_packages_is_installed_again(installed, name):
    stamp = installed.repository / ".venv" / "lab.done"
    later = stamp.stat().st_mtime + 10
    os.utime(installed.repository / name, (later, later))
    installed.make("lab")
    assert installed.calls == [INSTALL, LAB]


def test_an_installation_that_failed_says_so_and_is_taken_up_again(machine):
    machine.python("python3")
    done = machine.make("lab", PIP_ENDS_WITH="1")
    assert done.returncode != 0
    assert "did not finish" in done.stderr
    assert LAB not in machine.calls
    assert machine.make("lab").returncode == 0
    assert machine.calls == [INSTALL, LAB]


def test_a_failed_renewal_does_not_count_as_done(installed):
    os.utime(installed.repository / "pyproject.toml", (2e9, 2e9))
    assert installed.make("lab", PIP_ENDS_WITH="1").returncode != 0
    os.utime(installed.repository / "pyproject.toml", (1, 1))
    installed.make("lab")
    assert installed.calls == [INSTALL, LAB]


def test_an_environment_that_was_interrupted_is_completed_without_being_emptied(installed):
    (installed.repository / ".venv" / "made-in").unlink()
    (installed.repository / ".venv" / "kept").touch()
    installed.make("lab")
    assert installed.calls == ["python3 -m venv .venv", INSTALL, LAB]
    assert (installed.repository / ".venv" / "kept").exists()


def test_an_environment_whose_python_vanished_is_made_anew(installed):
    python = installed.repository / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3.11")
    installed.make("lab")
    assert installed.calls == ["python3 -m venv --clear .venv", INSTALL, LAB]


def test_an_environment_that_was_moved_is_made_anew(installed):
    moved = installed.top / "elsewhere"
    installed.repository.rename(moved)
    installed.repository = moved
    installed.make("lab")
    assert installed.calls == ["python3 -m venv --clear .venv", INSTALL, LAB]
    installed.make("lab")
    assert installed.calls == [LAB]


def test_an_environment_of_a_python_too_old_is_made_anew(installed):
    installed.write(installed.repository / ".venv" / "bin" / "python", "#!/bin/sh\nexit 1\n")
    installed.make("lab")
    assert installed.calls[0] == "python3 -m venv --clear .venv"


def test_the_first_python_that_is_fit_is_taken(machine):
    machine.python("python3", OLD)
    machine.python("python3.13", BARE)
    machine.python("python3.12")
    machine.python("python")
    assert machine.make("lab").returncode == 0
    assert machine.calls[0] == "python3.12 -m venv --clear .venv"


def test_a_python_may_be_named(machine):
    machine.python("python3")
    machine.python("my python")
    assert machine.make("lab", "PYTHON=my python").returncode == 0
    assert machine.calls[0] == "my python -m venv --clear .venv"


def refusal(machine: Machine, *arguments: str) -> str:
    """The one sentence before make's own last line; nothing was made."""
    done = machine.make("lab", *arguments)
    assert done.returncode != 0
    assert not (machine.repository / ".venv").exists()
    assert machine.calls == []
    said = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("make: ***")]
    assert len(said) == 1
    return said[0]


def test_a_python_too_old_gets_one_sentence(machine):
    machine.python("python3", OLD)
    said = refusal(machine)
    assert said.startswith("posenc needs Python 3.11 or newer, but /usr/bin/python3 is 3.9.18: install a newer one")


def test_a_named_python_too_old_gets_the_same(machine):
    machine.python("python3")
    machine.python("python3.9", OLD)
    assert "is 3.9.18" in refusal(machine, "PYTHON=python3.9")


def test_a_python_without_venv_gets_one_sentence(machine):
    machine.python("python", BARE)
    said = refusal(machine)
    assert said.startswith("/usr/bin/python3 (Python 3.")
    assert "cannot make environments: install its venv module" in said


def test_one_without_venv_is_named_before_one_too_old(machine):
    machine.python("python3", OLD)
    machine.python("python3.12", BARE)
    assert "cannot make environments" in refusal(machine)


def test_no_python_at_all_gets_one_sentence(machine):
    assert refusal(machine).startswith("posenc needs Python 3.11 or newer, but there is no python3 here")


def test_clean_forgets_the_environment(installed):
    assert installed.make("clean").returncode == 0
    assert not (installed.repository / ".venv").exists()
    assert (installed.repository / "Makefile").exists()
