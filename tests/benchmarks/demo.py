"""How fast is a demo? Run `python tests/benchmarks/demo.py`; prints a Markdown table with the machine named.

Two questions, in Chromium: how long from a key on the slider to the repainted picture, and how long from opening a
lesson to its first living demo, kernel start included. Needs Chromium and about a minute of a quiet machine.
"""

import base64
import json
import os
import platform
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

import posenc.demos
from posenc.demos.packing import pack
from posenc.demos.shuffle import shuffle_scene
from posenc.environment import probes

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
PLAIN_PAGE = Path(__file__).parents[1] / "browser" / "plain_page.html"
SENTENCE = "the dog bites the man"
KEYS, COMPARED, OPENINGS = 320, 20, 5
TOKEN = "benchmark"

# From the key event's own time: to the new pixels, once the demo's handlers are through; and to the end of the next
# frame, in which they are shown (the message comes after the painting). The second holds the wait for that frame, up to
# 16.7 ms. Comparing pictures costs more than painting them: the first keys are compared, the others timed.
WATCH_KEYS = """() => {
    window.painted = [];
    window.shown = [];
    const picture = () => painted.length < COMPARED
        ? [...document.querySelectorAll(".posenc-demo canvas")].map(canvas => canvas.toDataURL()).join() : "";
    let pressed = 0, before = "";
    const slider = document.querySelector(".posenc-demo input[type=range]");
    slider.addEventListener("keydown", event => { before = picture(); pressed = event.timeStamp; }, { capture: true });
    addEventListener("input", event => {
        if (event.target !== slider) return;
        const since = pressed, wait = performance.now() - since;
        painted.push(before && picture() === before ? Infinity : wait);
        requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => shown.push(performance.now() - since);
            channel.port2.postMessage(0);
        });
    });
}""".replace("COMPARED", str(COMPARED))

# From Enter in the sentence's field to the frame in which the kernel's new words stand there.
WATCH_TEXT = """() => {
    window.waits = [];
    let pressed = 0;
    addEventListener("keydown", event => { if (event.key === "Enter") pressed = event.timeStamp; }, { capture: true });
    const shown = () => { if (pressed) waits.push(performance.now() - pressed); pressed = 0; };
    new MutationObserver(() => requestAnimationFrame(shown))
        .observe(document.querySelector(".posenc-demo"), { childList: true, subtree: true });
}"""

ALIVE = """count => {
    const demos = [...document.querySelectorAll(".posenc-demo")].filter(demo => demo.clientWidth);
    const painted = canvas => canvas.width > 0 &&
        canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean);
    return demos.some(demo => [...demo.querySelectorAll("canvas")].every(painted));
}"""

RUN_ALL = """path => jupyterapp.commands.execute("docmanager:open", { path })
    .then(widget => widget.sessionContext.ready)
    .then(() => { jupyterapp.commands.execute("notebook:run-all-cells"); })"""


def main() -> None:
    """Measure and print."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=probes.chromium(), args=FLAGS)
        rows = named("plain page", plain_page(browser.new_page()))
        with jupyterlab(Path(folder)) as address:
            for name, times in lessons(browser.new_context, address).items():
                rows[name] = times
        print(f"{machine()}; Chromium {browser.version}; load {os.getloadavg()[0]:.1f}\n")
    print("| what | n | median | 95th percentile |\n|---|---|---|---|")
    for name, times in rows.items():
        print(f"| {name} | {len(times)} | {told(statistics.median(times))} | {told(percentile(times, 95))} |")


def plain_page(page: Page) -> tuple[list[float], list[float]]:
    """Milliseconds from key to new pixels and to their frame's end, without Jupyter."""
    scene = {**pack(shuffle_scene(SENTENCE)), "input": None}
    home = Path(posenc.demos.__file__).parent
    sources = [(home / name).read_text(encoding="utf-8") for name in ("frames.js", "frames.css")]
    page.goto(PLAIN_PAGE.as_uri())
    state = encode({"scene": scene, "stops": [0, 0], "text": SENTENCE})
    page.evaluate("([state, source, css]) => start(state, source, css)", [state, *sources])
    page.wait_for_function(ALIVE)
    return press_arrows(page)


def lessons(new_context: Callable[..., Any], address: str) -> dict[str, list[float]]:
    """Milliseconds in JupyterLab: to a living demo, from key to repaint, from Enter to new words."""
    from_page, from_lab = [], []
    for _ in range(OPENINGS):
        context = new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.goto(f"{address}/lab?token={TOKEN}&reset")  # warms the file cache as well
        page.wait_for_selector(".jp-Launcher")
        from_lab.append(
            elapsed(lambda page=page: (page.evaluate(RUN_ALL, "lesson.ipynb"), page.wait_for_function(ALIVE)))
        )
        shut_down_kernels(page)
        from_page.append(elapsed(lambda page=page: open_and_run(page, f"{address}/lab/tree/lesson.ipynb?reset")))
        slider, text = press_arrows(page), edit_text(page)
        shut_down_kernels(page)
        context.close()
    return {
        "lesson opened in JupyterLab to first demo alive": from_lab,
        "the same with JupyterLab's own page loading": from_page,
        **named("JupyterLab", slider),
        "edited sentence to repaint, JupyterLab": text,
    }


def open_and_run(page: Page, address: str) -> None:
    """Load JupyterLab on the lesson, run all cells, wait for the demo."""
    page.goto(address)
    page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.sessionContext")
    page.evaluate(RUN_ALL, "lesson.ipynb")
    page.wait_for_function(ALIVE)


def named(place: str, times: tuple[list[float], list[float]]) -> dict[str, list[float]]:
    """The two rows of a slider."""
    return {f"slider to new pixels, {place}": times[0], f"slider to the end of their frame, {place}": times[1]}


def press_arrows(page: Page) -> tuple[list[float], list[float]]:
    """Move the slider by keyboard at irregular moments, there and back."""
    page.evaluate(WATCH_KEYS)
    page.get_by_label("Word order").focus()
    rng = random.Random(0)
    for i in range(KEYS):
        page.keyboard.press("ArrowRight" if i // 4 % 2 == 0 else "ArrowLeft")
        page.wait_for_timeout(rng.uniform(20, 60))
    painted, shown = page.evaluate("[painted, shown]")
    if len(painted) != KEYS or float("inf") in painted:  # JSON has no infinity; Playwright does
        raise RuntimeError(f"{KEYS} keys changed the picture {sum(wait < float('inf') for wait in painted)} times")
    return painted[COMPARED:], shown[COMPARED:]


def edit_text(page: Page) -> list[float]:
    """Type a sentence and press Enter, which sends it at once."""
    page.evaluate(WATCH_TEXT)
    for i in range(20):
        page.get_by_label("Sentence", exact=True).select_text()
        page.keyboard.insert_text(f"sentence number {i} bites")
        page.keyboard.press("Enter")
        page.wait_for_function("i => waits.length > i", arg=i)
    return page.evaluate("waits")


def shut_down_kernels(page: Page) -> None:
    page.evaluate("() => jupyterapp.serviceManager.sessions.shutdownAll()")


@contextmanager
def jupyterlab(folder: Path) -> Iterator[str]:
    """JupyterLab on a scratch lesson, with settings of its own; yields its address."""
    (folder / "lessons").mkdir()
    (folder / "lessons" / "lesson.ipynb").write_text(json.dumps(notebook()))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    own = {
        f"JUPYTER{part}_DIR": str(folder / part)
        for part in ("_CONFIG", "_DATA", "_RUNTIME", "LAB_SETTINGS", "LAB_WORKSPACES")
    }
    command = [
        sys.executable, "-m", "jupyterlab", "--allow-root", "--no-browser", f"--port={port}",
        f"--ServerApp.root_dir={folder / 'lessons'}", f"--IdentityProvider.token={TOKEN}",
        "--LabApp.expose_app_in_browser=True",
    ]  # fmt: skip
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, env={**os.environ, **own}, stdout=log, stderr=log)
    try:
        address = f"http://127.0.0.1:{port}"
        wait_until_up(f"{address}/api/status?token={TOKEN}")
        yield address
    finally:
        process.terminate()
        process.wait()


def wait_until_up(address: str) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(address).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"JupyterLab does not answer at {address}")


def notebook() -> dict[str, Any]:
    """A lesson that is only its first demo."""
    sources = ["from posenc.demos import shuffle_demo", "shuffle_demo()"]
    code = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    cells = [{**code, "id": f"cell-{i}", "source": source} for i, source in enumerate(sources)]
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def encode(value: Any) -> Any:
    """Bytes as base64, for the plain page."""
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {name: encode(entry) for name, entry in value.items()}
    return [encode(entry) for entry in value] if isinstance(value, (list, tuple)) else value


def elapsed(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return 1000 * (time.perf_counter() - start)


def percentile(times: list[float], share: int) -> float:
    """The least time that `share` percent of them do not exceed."""
    return sorted(times)[max(0, -(-len(times) * share // 100) - 1)]


def told(milliseconds: float) -> str:
    return f"{milliseconds:.1f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.2f} s"


def machine() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.processor())
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


if __name__ == "__main__":
    main()
