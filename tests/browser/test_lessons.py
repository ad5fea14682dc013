"""Every lesson as a learner meets it: JupyterLab from `posenc lab`, a real browser, all cells run.

Each demo's controls are moved and its picture must change; each solution is typed in and its verdict must turn
from `not started` to `passed`; the console must stay free of errors.
"""

import json
import time
from pathlib import Path

import pytest

from posenc.exercises import EXERCISES

ROOT = Path(__file__).parents[2]
QUICK = ("00_start_here", "01_blindness")  # these stand for all in the default run; the others take 15 s each
LESSONS = [
    stem if stem in QUICK else pytest.param(stem, marks=pytest.mark.slow)
    for stem in sorted(path.stem for path in (ROOT / "solutions").glob("*.ipynb"))
]
PATIENCE = 60_000  # milliseconds


def open_lesson(page, lab: dict, stem: str) -> None:
    page.goto(f"{lab['url']}lab/workspaces/{stem}/tree/lessons/{stem}.ipynb?token={lab['token']}")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=PATIENCE)
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for(timeout=PATIENCE)  # else Lab asks for a kernel


def run_all(page) -> None:
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    last = page.locator(".jp-CodeCell .jp-InputPrompt").last
    page.wait_for_function(
        "node => /^\\[\\d+\\]:$/.test(node.textContent.trim())", arg=last.element_handle(), timeout=PATIENCE
    )


def solve(page, position: int, answer: str):
    """Type an answer over the stub in that cell, run it, and return the cell."""
    cell = page.locator(".jp-Notebook .jp-Cell").nth(position)
    cell.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(answer)
    page.keyboard.press("Shift+Enter")
    return cell


@pytest.mark.parametrize("stem", LESSONS)
def test_a_lesson_from_the_first_cell_to_the_last_exercise(stem, lab, page):
    cells = json.loads((ROOT / "solutions" / f"{stem}.ipynb").read_text(encoding="utf-8"))["cells"]
    open_lesson(page, lab, stem)
    run_all(page)
    errors = '[data-mime-type="application/vnd.jupyter.error"], .jp-RenderedText[data-mime-type*=stderr]'
    assert page.locator(errors).count() == 0

    demos = page.locator(".posenc-demo")
    assert demos.count() == sum("_demo(" in "".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    for number in range(demos.count()):
        assert_controls_move_the_picture(demos.nth(number))

    for position, cell in enumerate(cells):
        name = cell["metadata"].get("posenc", {}).get("exercise")
        if name:
            verdict = page.locator(".jp-Notebook .jp-Cell").nth(position).locator(".jp-OutputArea-output")
            assert "not started" in verdict.inner_text()
            solve(page, position, f"{EXERCISES[name].solution}\n\n\ncheck({EXERCISES[name].name})")
            verdict.get_by_text("passed").wait_for(timeout=PATIENCE)
            lab["solved"].add(name)
    assert page.errors == []


def assert_controls_move_the_picture(demo) -> None:
    """Each slider by keyboard, each toggle by a click, each choice by its next option: the panels must change."""
    for control in demo.locator("input[type=range], input[type=checkbox], select").all():
        before = picture(demo)
        move(control)
        deadline = time.monotonic() + 10
        while picture(demo) == before and time.monotonic() < deadline:
            time.sleep(0.05)
        assert picture(demo) != before, f"{control} moved and the picture stayed"


def move(control) -> None:
    """To the next stop, or back where there is none."""
    if control.get_attribute("type") == "range":
        control.focus()
        control.press("ArrowLeft" if control.input_value() == control.get_attribute("max") else "ArrowRight")
    elif control.get_attribute("type") == "checkbox":
        control.click(force=True)
    else:
        options = control.locator("option").count()
        control.select_option(index=(int(control.input_value()) + 1) % options)


def picture(demo) -> tuple[list[str], str]:
    """What the panels show: the pixels of each canvas, and the words."""
    pixels = demo.locator("canvas").evaluate_all("all => all.map(canvas => canvas.toDataURL())")
    return pixels, demo.locator(".posenc-panels").inner_text()


def test_what_was_solved_is_in_the_log(lab):
    """Runs after the lessons of this module: the same server wrote it."""
    events = [json.loads(line) for line in (lab["home"] / "events.jsonl").read_text().splitlines()]
    passed = {event["exercise"] for event in events if event["kind"] == "check" and event["outcome"] == "passed"}
    assert passed == lab["solved"] != set()
