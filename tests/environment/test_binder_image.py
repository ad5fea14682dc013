"""Binder's image without Docker: the steps that repo2docker prints, run one by one in a fresh environment.

Conda's packages, which the image starts from, are stood in for by the same versions from PyPI.
"""

import importlib.util
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import NoReturn

import pytest
from packaging.version import InvalidVersion, Version

from posenc.environment.launch import FIRST_LESSON

ROOT = Path(__file__).parents[2]
PYTHON = (ROOT / "binder" / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="the image runs Linux")]


def absent(reason: str) -> NoReturn:
    """Skip, but not in continuous integration, where everything is there."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def repo2docker() -> Path:
    found = importlib.util.find_spec("repo2docker")
    if found is None or found.origin is None or importlib.util.find_spec("uv") is None:
        absent("repo2docker and uv are not installed; `make test-slow` installs them")
    return Path(found.origin).parent


@pytest.fixture(scope="module")
def python() -> str:
    """The Python of binder/runtime.txt on this machine."""
    for candidate in (sys.executable, f"python{PYTHON}"):
        asked = [candidate, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        if shutil.which(candidate) and subprocess.run(asked, capture_output=True, text=True).stdout.strip() == PYTHON:
            return candidate
    absent(f"there is no Python {PYTHON} here")


@pytest.fixture(scope="module")
def repository(tmp_path_factory) -> Path:
    """The repository as Binder clones it."""
    copy = tmp_path_factory.mktemp("clone") / "posenc"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "*cache*", "*.egg-info"))
    return copy


@pytest.fixture(scope="module")
def steps(repo2docker, repository) -> list[tuple[str, str]]:
    """The instructions of the Dockerfile that repo2docker generates: keyword and the rest."""
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug"]
    command += ["--user-id", "1000", "--user-name", "jovyan", str(repository)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)
    dockerfile = done.stdout[done.stdout.index("FROM ") :]
    lines = [line for line in dockerfile.splitlines() if line.strip() and not line.startswith("#")]
    joined = re.sub(r"\\\s*\n", " ", "\n".join(lines))
    pairs = (line.split(maxsplit=1) for line in joined.splitlines() if re.match(r"[A-Z]+ ", line))
    return [(keyword, rest.strip()) for keyword, rest in pairs]


def index(steps: list[tuple[str, str]], keyword: str, text: str) -> int:
    found = [i for i, (key, rest) in enumerate(steps) if key == keyword and text in rest]
    assert found, f"no {keyword} with {text!r} in the Dockerfile"
    return found[0]


def test_packages_are_installed_before_the_repository_is_copied(steps):
    """So that a commit which changes no pin does not install them again."""
    alone = index(steps, "COPY", "src/binder/requirements.txt")
    install = index(steps, "RUN", 'pip install --no-cache-dir -r "binder/requirements.txt"')
    everything = index(steps, "COPY", " src/ ")
    post_build = index(steps, "RUN", "./binder/postBuild")
    assert alone < install < everything < post_build < index(steps, "ENV", "R2D_ENTRYPOINT")
    copied = [rest for key, rest in steps[:everything] if key == "COPY" and " src/" in rest]
    assert len(copied) == 1


def base_versions(folder: Path) -> tuple[list[str], list[str]]:
    """What the image holds before any of ours, from repo2docker's own lists: what it asks for, and all versions."""
    asked = re.findall(r"^- ([\w-]+)", (folder / f"environment.py-{PYTHON}.yml").read_text(), re.MULTILINE)
    conda_only = {"conda-forge", "python", "nodejs"}
    names = [re.sub("-singleuser$", "", name) for name in asked if name not in conda_only]
    locked = (folder / f"environment.py-{PYTHON}-linux-64.lock").read_text(encoding="utf-8")
    versions = []
    for name, version in re.findall(r"/(?:noarch|linux-64)/([a-z][\w.-]*)-([^-/]+)-[^-/]+\.conda", locked):
        try:
            versions.append(f"{re.sub('-singleuser$', '', name)}=={Version(version)}")
        except InvalidVersion:
            continue  # not a Python package
    return names, versions


@dataclass(frozen=True)
class Image:
    """The environment after all build steps, and the command that Binder starts in it."""

    home: Path
    environ: dict[str, str]
    command: list[str]

    def run(self, *command: str) -> str:
        done = subprocess.run(command, cwd=self.home, env=self.environ, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def image(python, repo2docker, repository, steps, tmp_path_factory) -> Image:
    packs = repo2docker / "buildpacks"
    top = tmp_path_factory.mktemp("image")
    prefix, home = top / "notebook", top / "jovyan"
    home.mkdir()
    subprocess.run([python, "-m", "venv", str(prefix)], check=True)
    names, versions = base_versions(packs / "conda")
    assert {"jupyterlab", "notebook"} <= set(names)
    (top / "versions.txt").write_text("\n".join(versions), encoding="utf-8")
    base = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(prefix / "bin" / "python")]
    subprocess.run([*base, "--constraints", str(top / "versions.txt"), *names], check=True)

    outside = {
        name: value for name, value in os.environ.items() if not re.match("PYTHON|JUPYTER|VIRTUAL_ENV|XDG_|MPL", name)
    }
    environ = outside | {
        "HOME": str(home),
        "REPO_DIR": str(home),
        "KERNEL_PYTHON_PREFIX": str(prefix),
        "PATH": f"{prefix}/bin:/usr/local/bin:/usr/bin:/bin",
    }
    built = Image(home, environ, [])
    for keyword, rest in steps[index(steps, "COPY", "src/binder/requirements.txt") :]:
        if keyword == "COPY" and (copied := re.search(r" src/(\S*) ", rest)):
            copy(repository / copied[1], home / copied[1])
        elif keyword == "RUN":
            built.run("bash", "-c", rest)
        elif keyword == "ENV":
            name, _, value = rest.partition("=")
            environ[name] = Template(value.strip('"')).substitute(environ)
    # The entry point's own first line is a login shell at a path of the image.
    entry = [str(prefix / "bin" / "python"), "-u", str(packs / "repo2docker-entrypoint")]
    return Image(home, environ, entry + json.loads(steps[index(steps, "CMD", "jupyter")][1]))


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        shutil.copy2(source, target)


def test_the_pins_win_over_what_the_image_brought(image):
    text = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8")
    pins = re.findall(r"^([a-z0-9._-]+==[^ ]+)", text, re.MULTILINE)
    frozen = image.run("python", "-m", "pip", "list", "--format=freeze").lower().replace("_", "-").split()
    assert len(pins) > 60
    assert not set(pins) - {re.sub(r"\.(?=.*==)", "-", line) for line in frozen} - set(frozen)
    image.run("python", "-m", "pip", "check")


def test_everything_that_learning_needs_is_there(image):
    assert "Learning needs nothing more." in image.run("python", "-m", "posenc", "doctor")


def test_the_fonts_have_been_found(image):
    assert list((image.home / ".cache" / "matplotlib").glob("fontlist-*.json"))


@pytest.fixture(scope="module")
def address(image) -> Iterator[str]:
    """The address of the server that Binder's command starts."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [part.replace("0.0.0.0", "127.0.0.1") for part in image.command]  # a test serves this machine only
    command += [f"--port={port}", "--IdentityProvider.token=secret", "--no-browser"]
    command += ["--allow-root"] * (os.geteuid() == 0)
    with subprocess.Popen(command, cwd=image.home, env=image.environ) as server:
        try:
            for _ in range(240):
                try:
                    get(f"http://127.0.0.1:{port}/api")
                    break
                except urllib.error.URLError:
                    assert server.poll() is None, "the server ended"
                    time.sleep(0.25)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def get(address: str) -> tuple[str, str]:
    """Where the address leads, and what is there; a status other than 200 is an error."""
    asked = urllib.request.Request(address, headers={"Authorization": "token secret"})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(asked, timeout=30) as answer:
        return answer.url, answer.read().decode()


def test_the_link_and_the_bare_address_open_the_first_lesson(address):
    target, page = get(f"{address}/lab/tree/{FIRST_LESSON}")
    assert target == f"{address}/lab/tree/{FIRST_LESSON}"
    assert "<title>JupyterLab</title>" in page
    assert get(f"{address}/")[0] == target
    assert json.loads(get(f"{address}/api/contents/{FIRST_LESSON}?content=0")[1])["type"] == "notebook"


def test_nobody_is_asked_about_news(address):
    settings = json.loads(get(f"{address}/lab/api/settings/@jupyterlab/apputils-extension:notification")[1])
    assert settings["schema"]["properties"]["fetchNews"]["default"] == "false"
