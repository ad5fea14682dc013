"""The rehearsal in JupyterLab: by mouse, by keyboard, through a refresh and a restart; and what the notebook keeps."""

import json
import re
from pathlib import Path

import nbformat
import pytest

from posenc.rehearsal import notebook
from posenc.rehearsal.bank import load

from .test_lessons import PATIENCE, open_lesson, run_all

CALL = 'from posenc.rehearsal.notebook import rehearse\n\nrehearse(card="{}", seed=1)'
CARD = load()["blindness.shuffle"]


@pytest.fixture
def rehearsal(lab, page, request):
    """A notebook of one cell, run: `rehearsal("blindness.shuffle")` gives the widget and the notebook's file."""

    def start(card: str = CARD.id):
        (lab["home"] / "events.jsonl").unlink(missing_ok=True)
        stem = re.sub(r"\W", "_", request.node.name)
        path = lab["home"].parent / "lessons" / f"{stem}.ipynb"
        cell = nbformat.v4.new_code_cell(CALL.format(card))
        kernel = {"kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}}
        nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata=kernel), path)
        open_lesson(page, lab, stem)
        run_all(page)
        widget = page.locator(".posenc-rehearsal")
        widget.wait_for(timeout=PATIENCE)
        return widget, path

    return start


def step(widget, title: str) -> None:
    widget.locator("h3", has_text=title).wait_for(timeout=PATIENCE)


def press(widget, label: str, title: str) -> None:
    """Press a button by mouse and wait for the next step."""
    widget.get_by_role("button", name=label).click()
    step(widget, title)


def kinds(lab) -> list[str]:
    lines = (lab["home"] / "events.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["kind"].removeprefix("rehearsal ") for line in lines]


def keep_widget_state(page) -> None:
    """Let JupyterLab save the state of widgets too, which it does for those who ask."""
    page.get_by_role("menuitem", name="Settings", exact=True).click()
    page.get_by_text("Save Widget State Automatically").click()


def save(page, path: Path) -> str:
    """Save the notebook and return its text."""
    page.locator(".jp-Notebook .jp-Cell .cm-content").first.click()
    before = path.stat().st_mtime_ns
    page.keyboard.press("ControlOrMeta+s")
    for _ in range(PATIENCE // 100):
        page.wait_for_timeout(100)
        text = path.read_text(encoding="utf-8")
        if path.stat().st_mtime_ns != before and text.rstrip().endswith("}"):  # not while it is being written
            return text
    raise TimeoutError(f"{path} was not saved")


def seconds(widget) -> int:
    minutes, rest = widget.locator(".posenc-time").inner_text().split(":")
    return 60 * int(minutes) + int(rest)


def test_a_card_by_mouse_and_nothing_of_it_in_the_notebook(rehearsal, page, lab):
    widget, path = rehearsal()
    press(widget, "Begin", "The next question")
    press(widget, "Ask me", "Your answer first")
    assert "shuffle the words" in widget.inner_text()
    widget.locator("textarea").fill("my own words 12345")
    press(widget, "I typed it", "How sure are you?")
    press(widget, "90 %", "Ready?")
    assert "can't be told apart" not in widget.inner_text()
    press(widget, "Reveal the answer", "The answer")
    assert "can't be told apart" in widget.inner_text()
    assert widget.locator("math").count() > 0
    keep_widget_state(page)
    saved = [save(page, path)]
    widget.locator("fieldset input").first.check()
    press(widget, "Grade it", "Refute this")
    assert "A must was missed" in widget.inner_text()
    press(widget, "I have refuted it", "The refutation")
    assert widget.locator(".experiment").inner_text().count("\n") >= 1
    saved.append(save(page, path))
    press(widget, "Mine held", "How it went")
    saved.append(save(page, path))
    answers = (CARD.rubric[0].idea, *(wrong.refutation[:30] for wrong in CARD.wrong_answers))
    for text in saved:
        assert "application/vnd.jupyter.widget-state+json" in text  # else nothing was tried
        assert [words for words in ("can't be told apart", "my own words 12345", *answers) if words in text] == []
    assert kinds(lab)[-7:] == ["asked", "answered", "rated", "revealed", "graded", "refuted", "settled"]
    assert page.errors == []


@pytest.mark.slow
def test_a_card_by_keyboard_alone(rehearsal, page, lab):
    widget, _ = rehearsal()
    widget.get_by_role("button", name="Begin").focus()
    for key, title in (("Enter", "The next question"), ("1", "Your answer first")):
        page.keyboard.press(key)
        step(widget, title)
    page.keyboard.press("Tab")
    page.keyboard.type("dd aa bb 00 1 2 s e p zz\nx")  # letters that JupyterLab and the widget would take
    assert widget.locator("textarea").input_value() == "dd aa bb 00 1 2 s e p zz\nx"
    page.keyboard.press("Control+Enter")
    step(widget, "How sure are you?")
    for key, title in (("2", "Ready?"), ("1", "The answer")):
        page.keyboard.press(key)
        step(widget, title)
    for place, idea in enumerate(CARD.rubric, 1):
        if idea.must:
            page.keyboard.press(str(place))
    page.keyboard.press("Enter")
    step(widget, "A follow-up")
    assert "Complete, and in time." in widget.inner_text()
    page.keyboard.press("s")
    step(widget, "Refute this")
    for key, title in (("1", "The refutation"), ("1", "How it went")):
        page.keyboard.press(key)
        step(widget, title)
    assert page.locator(".jp-Notebook .jp-Cell").count() == 1
    assert "graded" in kinds(lab)
    assert page.errors == []


@pytest.mark.slow
def test_a_number_by_keyboard(rehearsal, page):
    widget, _ = rehearsal("rotary.angle")
    press(widget, "Begin", "The next question")
    press(widget, "Ask me", "Your answer first")
    page.keyboard.type("lots")  # the field has the focus
    page.keyboard.press("Enter")
    widget.get_by_role("alert").get_by_text("no number").wait_for(timeout=PATIENCE)
    assert widget.locator("input").input_value() == "lots"
    widget.locator("input").fill("1e9")
    page.keyboard.press("Enter")
    press(widget, "90 %", "Ready?")
    press(widget, "Reveal", "The answer")
    assert "Not right." in widget.inner_text()
    assert "machine-checked" in widget.inner_text()


@pytest.mark.slow
def test_the_clock_survives_a_refresh_and_a_restart(rehearsal, page, lab):
    widget, path = rehearsal()
    press(widget, "Begin", "The next question")
    press(widget, "Ask me", "Your answer first")
    widget.locator("textarea").fill("half a sentence")
    save(page, path)
    page.wait_for_timeout(2000)
    before = seconds(widget)

    page.reload()
    widget = page.locator(".posenc-rehearsal")
    step(widget, "Your answer first")
    assert before - 60 < seconds(widget) < before
    assert widget.locator("textarea").input_value() == "half a sentence"

    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_text("Restart Kernel…", exact=True).click()
    page.locator(".jp-Dialog .jp-mod-accept").click()
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for(timeout=PATIENCE)
    page.wait_for_timeout(1000)
    run_all(page)
    step(widget, "A session is open")
    assert "Its clock is running." in widget.inner_text()
    press(widget, "Go on with it", "Your answer first")
    assert 0 < seconds(widget) < before
    assert widget.locator("textarea").input_value() == "half a sentence"
    press(widget, "Pause", "Your answer first")
    widget.get_by_text("paused").wait_for(timeout=PATIENCE)
    assert kinds(lab)[-1] == "paused"


def test_the_clock_says_in_words_what_its_colour_says(page):
    source = (Path(notebook.__file__).parent / "rehearsal.js").read_text(encoding="utf-8")
    tones = page.evaluate(
        """async (source) => {
            const file = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
            const { tone } = await import(file);
            return [300, 90, 36, 0].map((left) => tone(left, 360));
        }""",
        source,
    )
    assert [colour for colour, _ in tones] == ["", "amber", "red", "red"]
    assert len({words for _, words in tones}) == 4
