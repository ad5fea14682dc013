"""binder/ agrees with requirements.txt and pyproject.toml: all is pinned, within its range, with hashes."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from posenc.environment import launch

ROOT = Path(__file__).parents[2]
BINDER = ROOT / "binder"


@pytest.fixture(scope="module")
def pins() -> dict[str, str]:
    """Package -> version, from the lines of binder/requirements.txt that are not hashes or comments."""
    lines = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
    heads = [line.removesuffix(" \\") for line in lines if line and not line.startswith((" ", "#"))]
    return dict(head.split("==") for head in heads)


def declared() -> list[Requirement]:
    """All that must be pinned: what learners install, what posenc imports, what builds it."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = [*pyproject["project"]["dependencies"], *pyproject["project"]["optional-dependencies"]["lab"]]
    lines += pyproject["build-system"]["requires"]
    for name in (ROOT / "requirements.txt", BINDER / "requirements.in"):
        lines += [line.partition("#")[0] for line in name.read_text(encoding="utf-8").splitlines()]
    return [Requirement(line) for line in lines if line.strip() and not line.startswith("-e")]


def test_everything_declared_is_pinned_within_its_range(pins):
    assert len(declared()) > 15
    unfit = [str(need) for need in declared() if pins.get(canonicalize_name(need.name), "") not in need.specifier]
    assert not unfit


def test_nothing_but_pins_with_hashes():
    """A local path or another list would make Binder install everything again after every commit."""
    text = (BINDER / "requirements.txt").read_text(encoding="utf-8").replace("\\\n", "")
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert len(lines) > 60
    pin = re.compile(r"[a-z0-9._-]+==[a-z0-9.]+(\s+--hash=sha256:[0-9a-f]{64})+\s*")
    assert not [line for line in lines if not pin.fullmatch(line)]


def test_the_package_itself_comes_from_the_repository(pins):
    assert "posenc" not in pins
    assert re.search(r"^python -m pip install .*--no-deps .*\.$", (BINDER / "postBuild").read_text(), re.MULTILINE)


def test_the_python_is_one_that_the_course_supports():
    version = re.fullmatch(r"python-(3\.\d+)\n", (BINDER / "runtime.txt").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert version is not None  # a patch version is not understood
    assert version[1] in SpecifierSet(project["requires-python"])


@pytest.mark.skipif(os.name != "posix", reason="Binder's scripts are for bash")
def test_start_becomes_the_command_with_the_course_settings_first(tmp_path):
    """The command sees its arguments and environment unchanged, but for the folders of settings."""
    for script in ("start", "postBuild"):
        assert os.access(BINDER / script, os.X_OK)
    code = "import os, sys; print(os.getpid(), sys.argv[1:], os.environ['JUPYTER_CONFIG_PATH'], sep='\\n')"
    environ = {**os.environ, "JUPYTER_CONFIG_PATH": "/mine"}
    command = ["bash", str(BINDER / "start"), sys.executable, "-c", code, "a b", "--x=$y"]
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as started:
        process, arguments, folders = started.communicate()[0].splitlines()
    assert int(process) == started.pid
    assert arguments == "['a b', '--x=$y']"
    assert folders.split(":") == [str(BINDER / "jupyter"), str(launch.JUPYTER_CONFIG), "/mine"]
