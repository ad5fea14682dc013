"""The system's Chromium, driven by Playwright, and JupyterLab as `posenc lab` starts it."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from posenc.environment import NotReady, probes

ROOT = Path(__file__).parents[2]
PATIENCE = 60_000  # milliseconds
# Every cell stays in the page, so that the test can find it; nothing is saved over the test's head.
SETTINGS = {"@jupyterlab/notebook-extension": {"tracker": {"windowingMode": "none"}}}
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def chromium() -> Iterator:
    """One browser for all tests; without Chromium they are skipped on a desk and fail in CI."""
    try:
        executable = probes.chromium()
    except NotReady as reason:
        message = f"{reason}: the browser tests need it (apt install chromium, or set CHROMIUM to its path)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def lab(tmp_path_factory) -> Iterator[dict]:
    """`posenc lab` on a copy of the course, with a user folder of its own; yields its url and token."""
    clone = tmp_path_factory.mktemp("a clone")
    for part in ("src", "solutions"):
        shutil.copytree(ROOT / part, clone / part, ignore=shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints"))
    _fresh_lessons(clone)
    folders = {name: clone / name.lower() for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR")}
    for extension, plugins in SETTINGS.items():
        for plugin, values in plugins.items():
            path = folders["JUPYTER_CONFIG_DIR"] / "lab" / "user-settings" / extension / f"{plugin}.jupyterlab-settings"
            path.parent.mkdir(parents=True)
            path.write_text(json.dumps(values))
    environ = {**os.environ, **{name: str(path) for name, path in folders.items()}, "POSENC_HOME": str(clone / "home")}
    environ["PYTHONPATH"] = str(clone / "src")
    log = (clone / "lab.log").open("w")
    command = [sys.executable, "-m", "posenc", "lab", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, env=environ, cwd=clone, stdout=log, stderr=log)
    try:
        yield {
            **_server(process, folders["JUPYTER_RUNTIME_DIR"], clone / "lab.log"),
            "home": clone / "home",
            "solved": set(),
        }
    finally:
        process.terminate()
        process.wait(timeout=20)
        log.close()


def _fresh_lessons(clone: Path) -> None:
    """Lessons cut anew: a learner's own answers must not decide this test."""
    import nbformat

    from posenc.notebooks.cut import cut

    (clone / "lessons").mkdir()
    for path in (clone / "solutions").glob("*.ipynb"):
        nbformat.write(cut(nbformat.read(path, as_version=4)), clone / "lessons" / path.name)


def _server(process: subprocess.Popen, runtime: Path, log: Path) -> dict:
    """The file in which a running server says where it listens."""
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline and process.poll() is None:
        for path in runtime.glob("jpserver-*.json"):
            facts = json.loads(path.read_text() or "{}")
            if facts.get("port"):
                return facts
        time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()[-3000:]}")


@pytest.fixture
def page(chromium) -> Iterator:
    """A page of its own context that remembers every error of its console."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.errors = []
    page.on("console", lambda message: page.errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    yield page
    context.close()
