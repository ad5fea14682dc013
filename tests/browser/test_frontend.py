"""The front end in a real browser, on a plain page with a model whose kernel never answers by itself."""

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import posenc.demos
from posenc.demos import content, shuffle
from posenc.demos.frontend import Demo
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.figures.labels import Labels

SOURCES = Path(posenc.demos.__file__).parent
PAGE = (Path(__file__).parent / "plain_page.html").as_uri()
SENTENCE = "the dog bites the man"
DARK = "--jp-layout-color0: #111; --jp-content-font-color1: #fff; --jp-content-font-color2: #bbb"  # as in JupyterLab


shuffle_scene = cache(shuffle.shuffle_scene)


@dataclass
class Opened:
    """A demo on a page of its own."""

    page: Any

    def pixels(self) -> list[str]:
        """What stands on each canvas, after pending paints."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return self.pixels_now()

    def pixels_now(self) -> list[str]:
        return self.page.evaluate("[...document.querySelectorAll('canvas')].map(canvas => canvas.toDataURL())")

    def caption(self) -> str:
        self.pixels()
        return self.page.locator("[aria-live=polite]").inner_text()

    def send(self, scene: Scene, text: str) -> None:
        """Answer as the kernel would."""
        answer = Demo(lambda _: scene, text=text, label="Sentence").scene
        self.page.evaluate("scene => model.set('scene', decode(scene))", encode(answer))
        self.pixels()

    def width(self) -> tuple[int, int]:
        """How wide the page's content is, and how wide the page."""
        return tuple(self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]"))


@pytest.fixture
def open_demo(chromium) -> Iterator[Callable[..., Opened]]:
    """Open a scene at a width; every error or warning of the page fails the test at its end."""
    pages, errors = [], []

    def open_scene(scene: Scene | Demo, *, width: int = 1100, text: str = SENTENCE, dark: bool = False) -> Opened:
        page = chromium.new_page(viewport={"width": width, "height": 900})
        pages.append(page)
        page.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(PAGE)
        page.evaluate(WATCH_LABELS)
        if dark:
            page.evaluate("style => document.body.setAttribute('style', style)", DARK)
        demo = scene if isinstance(scene, Demo) else Demo(lambda _: scene, text=text, label="Sentence")
        state = {"scene": demo.scene, "stops": demo.stops, "text": demo.text}
        sources = [(SOURCES / name).read_text(encoding="utf-8") for name in ("frames.js", "frames.css")]
        page.evaluate("([state, source, css]) => start(state, source, css)", [encode(state), *sources])
        opened = Opened(page)
        opened.pixels()
        return opened

    yield open_scene
    for page in pages:
        page.close()
    assert errors == []


def encode(value: Any) -> Any:
    """Bytes as base64: the page decodes them to what the widget manager hands out."""
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {name: encode(entry) for name, entry in value.items()}
    return [encode(entry) for entry in value] if isinstance(value, (list, tuple)) else value


def every_kind() -> Scene:
    """One panel of each kind, with numbers that are hard to paint."""
    x = np.linspace(1, 100, 50)
    shown = {
        "heat": content.matrix([[0.5, np.nan], [-1, 1]], rows=Labels(("a", "b")), columns=Labels.numbered(2)),
        "moves": content.links([1, 0], kept=[True, False]),
        "sizes": content.bars([0.0, 3e-16, 0.5], names=["none", "tiny", "half"]),
        "curves": content.lines(x, {"sine": np.sin(x), "cosine": np.cos(x)}, at=20),
        "hands": content.clock([0, np.pi / 2], names=["fast", "slow"]),
        "words": content.text({"gap": "0.5", "tokens": Labels.of_tokens(["a", "b"])}),
    }
    options = {
        "heat": {"scale": "diverging", "limits": (-1, 1), "decimals": 1, "legend": True},
        "sizes": {"log": True, "limits": (1e-17, 10)},
        "curves": {"x": {"label": "n", "limits": (1, 100), "log": True}, "y": {"label": "y", "limits": (-1, 1)}},
    }
    kinds = {"heat": "matrix", "moves": "links", "sizes": "bars", "curves": "lines", "hands": "clock", "words": "text"}
    panels = tuple(Panel(name, kind, name, f"{name} here", options.get(name, {})) for name, kind in kinds.items())
    layout = Layout(("heat moves", "sizes curves", "hands words"), (1, 1))
    speed = Control("speed", "Speed", ("slow", "fast", "faster"), kind="choice", start=1)
    frame = lambda speed: Frame(f"stop {speed}", {**shown, "hands": content.clock([0, speed], names=["fast", "slow"])})  # noqa: E731
    return Scene("All kinds", "All kinds of panels", (speed,), panels, layout, layout, frame)


def test_the_slider_repaints_by_keyboard_and_says_where_it_stands(open_demo):
    demo = open_demo(shuffle_scene(SENTENCE))
    slider = demo.page.get_by_label("Word order")
    first, caption = demo.pixels(), demo.caption()
    slider.focus()
    slider.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "first two swapped"
    moved = demo.pixels()
    assert sum(a != b for a, b in zip(first, moved, strict=True)) == 5  # not the two heat maps as written
    assert demo.caption() != caption
    slider.press("ArrowLeft")
    assert (demo.pixels(), demo.caption()) == (first, caption)


def test_each_frame_shows_the_caption_that_python_computed_for_its_stops(open_demo):
    scene = shuffle_scene("dog bites man")
    demo = open_demo(scene)
    slider, toggle = demo.page.get_by_label("Word order"), demo.page.get_by_label("Position vectors")
    slider.focus()
    for order in range(scene.shape[0]):
        for positions in (0, 1):
            toggle.set_checked(positions == 1)
            assert demo.caption() == scene.frame_at((order, positions)).caption
        slider.press("ArrowRight")


def test_positions_on_open_the_gap_and_dash_the_links(open_demo):
    demo = open_demo(shuffle_scene(SENTENCE))
    demo.page.get_by_label("Word order").press("End")
    off = demo.pixels()
    toggle = demo.page.get_by_label("Position vectors")
    toggle.press("Space")
    on = demo.pixels()
    assert toggle.get_attribute("aria-description") == "on"
    changed = [a != b for a, b in zip(off, on, strict=True)]
    assert changed == [True, False, True, True, True, True, True]  # the links between weights only say where rows went


COUNT_CLEARS = """() => {
    const clear = CanvasRenderingContext2D.prototype.clearRect;
    window.clears = 0;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) { clears += 1; clear.apply(this, box); };
}"""


def test_no_repaint_without_a_change(open_demo):
    demo = open_demo(shuffle_scene(SENTENCE))
    demo.page.evaluate(COUNT_CLEARS)
    demo.page.evaluate("model.listeners['change:stops'].forEach(listener => listener())")
    demo.pixels()
    assert demo.page.evaluate("clears") == 0
    demo.page.evaluate("model.set('stops', [1, 0])")
    demo.pixels()
    assert demo.page.evaluate("clears") == 5


@pytest.mark.parametrize("width", [370, 500, 800, 1100])
@pytest.mark.parametrize(
    "sentence", [SENTENCE, "extraordinary words understand themselves because everybody reads slowly"]
)
def test_no_label_is_cut_off_or_covered_at_any_width(open_demo, width, sentence):
    demo = open_demo(shuffle_scene(sentence), width=width, text=sentence)
    content_width, page_width = demo.width()
    assert content_width <= page_width
    assert demo.page.evaluate("labels().length") > 20
    assert demo.page.evaluate("labels().filter(label => label.outside).map(label => label.text)") == []
    assert demo.page.evaluate(OVERLAPS) == []


@pytest.mark.parametrize("name", [name for name in posenc.demos.__all__ if name.endswith("_demo")])
def test_every_demo_of_the_course_keeps_its_labels_apart(open_demo, name, monkeypatch):
    monkeypatch.delenv("POSENC_STATIC", raising=False)
    demo = open_demo(getattr(posenc.demos, name)(), width=500)
    names = demo.page.evaluate("[...document.querySelectorAll('canvas')].map(c => c.getAttribute('aria-label'))")
    assert all(len(name) > 10 for name in names)
    for width in (500, 1100):
        demo.page.set_viewport_size({"width": width, "height": 900})
        for share in (0, 0.5, 1):
            demo.page.evaluate(MOVE_ALL, share)
            demo.pixels()
            assert demo.page.evaluate("labels().filter(label => label.outside).map(label => label.text)") == []
            assert demo.page.evaluate(OVERLAPS) == []
        content_width, page_width = demo.width()
        assert content_width <= page_width


MOVE_ALL = """share => model.set("stops",
    model.get("scene").controls.map(control => Math.floor(share * (control.stops.length - 1))))"""

# Remembers where each text was painted, as a box on its canvas, until the canvas is cleared.
WATCH_LABELS = """() => {
    const painted = new Map();
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
        painted.set(this.canvas, []);
        clearRect.apply(this, box);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        fillText.call(this, text, x, y);
        const width = this.measureText(text).width;
        const height = parseFloat(this.font);
        const left = x - width * { left: 0, center: 0.5, right: 1 }[this.textAlign];
        const top = y - height * { top: 0, middle: 0.5 }[this.textBaseline];
        const corners = [[left, top], [left + width, top], [left, top + height], [left + width, top + height]];
        const spots = corners.map(([x, y]) => this.getTransform().transformPoint({ x, y }));
        const [xs, ys] = [spots.map(spot => spot.x), spots.map(spot => spot.y)];
        const box = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
        const outside = box[0] < -1 || box[1] > this.canvas.width + 1 || box[2] < -1 || box[3] > this.canvas.height + 1;
        painted.get(this.canvas).push({ text, box, outside, level: this.getTransform().b === 0 });
    };
    window.labels = () => [...painted.values()].flat();
    window.painted = painted;
}"""
OVERLAPS = """() => [...painted.values()].flatMap(all => all.filter(label => label.level).flatMap((a, i, level) =>
    level.slice(i + 1).filter(b => Math.min(a.box[1], b.box[1]) - Math.max(a.box[0], b.box[0]) > 1
        && Math.min(a.box[3], b.box[3]) - Math.max(a.box[2], b.box[2]) > 3).map(b => [a.text, b.text])))"""


def test_text_is_never_smaller_than_twelve_pixels(open_demo):
    demo = open_demo(shuffle_scene(SENTENCE), width=500)
    fonts = demo.page.evaluate(
        "[...document.querySelectorAll('.posenc-demo *')].map(node => parseFloat(getComputedStyle(node).fontSize))"
    )
    assert min(fonts) >= 12


def test_every_canvas_and_control_has_a_name(open_demo):
    demo = open_demo(shuffle_scene(SENTENCE))
    names = demo.page.evaluate(
        "[...document.querySelectorAll('canvas[role=img]')].map(c => c.getAttribute('aria-label'))"
    )
    assert len(names) == 7
    assert all(len(name) > 20 for name in names)
    labelled = demo.page.evaluate("[...document.querySelectorAll('input, select')].map(field => field.labels.length)")
    assert labelled == [1, 1, 1]


def test_focus_is_visible_and_fields_keep_their_keys_from_jupyterlab(open_demo):
    demo = open_demo(shuffle_scene(SENTENCE))
    for _ in range(3):
        demo.page.keyboard.press("Tab")
        focused = demo.page.locator(":focus")
        assert focused.evaluate("field => getComputedStyle(field).outlineWidth") == "2px"
        assert focused.get_attribute("data-lm-suppress-shortcuts") == "true"


def test_a_change_of_theme_repaints_in_its_colours(open_demo):
    demo = open_demo(shuffle_scene(SENTENCE))
    light = demo.pixels()
    demo.page.evaluate("style => document.body.setAttribute('style', style)", DARK)
    dark = demo.pixels()
    assert all(a != b for a, b in zip(light, dark, strict=True))
    assert dark == open_demo(shuffle_scene(SENTENCE), dark=True).pixels()


def test_the_dark_theme_is_readable(open_demo):
    demo = open_demo(shuffle_scene(SENTENCE), dark=True)
    ink, paper = demo.page.evaluate(
        "(() => { const s = getComputedStyle(document.querySelector('.posenc-caption'));"
        "return [s.color, getComputedStyle(document.querySelector('.posenc-demo')).backgroundColor]; })()"
    )
    assert (ink, paper) == ("rgb(255, 255, 255)", "rgb(17, 17, 17)")


# All keys in one task, so that no timer can run in between however slow the machine.
TYPE = """(field, text) => [...text].forEach((_, i) => {
    field.value = text.slice(0, i + 1);
    field.dispatchEvent(new Event("input"));
})"""


def test_edited_text_is_sent_once_after_a_pause_and_the_answer_is_shown(open_demo):
    demo = open_demo(shuffle_scene(SENTENCE))
    field = demo.page.get_by_label("Sentence", exact=True)
    demo.page.get_by_label("Position vectors").press("Space")
    field.focus()
    field.evaluate(TYPE, "man bites dog")
    assert demo.page.evaluate("model.saved") == 0
    demo.page.wait_for_function("model.get('text') === 'man bites dog'")
    assert demo.page.evaluate("model.saved") == 1
    demo.send(shuffle_scene("man bites dog"), "man bites dog")
    assert demo.page.locator(".posenc-token").all_inner_texts() == ["man", "bites", "dog"] * 2
    assert demo.page.get_by_label("Position vectors").is_checked()  # the other controls stay where they were
    assert field.evaluate("field => field === document.activeElement")


def test_a_shorter_sentence_pulls_the_slider_back_into_its_range(open_demo):
    demo = open_demo(shuffle_scene(SENTENCE))
    demo.page.get_by_label("Word order").press("End")
    demo.send(shuffle_scene("dog bites"), "dog bites")
    assert demo.page.get_by_label("Word order").input_value() == "1"
    assert demo.caption() == shuffle_scene("dog bites").frame_at((1, 0)).caption


def test_without_a_kernel_the_reader_is_told_and_frames_still_scrub(open_demo):
    demo = open_demo(shuffle_scene(SENTENCE))
    demo.page.clock.install()
    demo.page.get_by_label("Sentence", exact=True).fill("nobody answers")
    demo.page.clock.run_for(5000)
    demo.page.get_by_text("The kernel does not answer").wait_for()
    first = demo.pixels_now()
    demo.page.get_by_label("Word order").press("ArrowRight")
    demo.page.clock.run_for(100)
    assert demo.pixels_now() != first


@pytest.mark.parametrize(
    "word", ["<img/src=x/onerror=alert(1)>", "<script>alert(1)</script>", "🐕", "a" * 300, "שלום", "$x$"]
)
def test_words_are_only_ever_text(open_demo, word):
    sentence = f"{word} bites {word}"
    demo = open_demo(shuffle_scene(sentence), text=sentence)
    assert demo.page.locator(".posenc-demo img, .posenc-demo script").count() == 0
    assert demo.page.locator(".posenc-token").all_inner_texts()[:3] == sentence.split()
    assert demo.page.get_by_label("Sentence", exact=True).input_value() == sentence
    content_width, page_width = demo.width()
    assert content_width <= page_width


def test_a_note_is_shown(open_demo):
    demo = open_demo(shuffle_scene("one two three four five six seven eight nine"))
    assert demo.page.get_by_text("Only the first 8 of 9 words are used.").is_visible()


def test_a_single_word_has_nothing_to_move(open_demo):
    demo = open_demo(shuffle_scene("alone"))
    assert demo.page.get_by_label("Word order").is_disabled()


@pytest.mark.parametrize("width", [500, 1100])
def test_every_kind_of_panel_paints(open_demo, width):
    demo = open_demo(every_kind(), width=width)
    blank = demo.page.evaluate(
        """[...document.querySelectorAll("canvas")].filter(canvas =>
            !canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean)).length"""
    )
    assert blank == 0
    assert demo.page.evaluate("labels().filter(label => label.outside).map(label => label.text)") == []
    assert demo.page.evaluate(OVERLAPS) == []
    before = demo.pixels()
    demo.page.get_by_label("Speed").select_option("faster")
    changed = [a != b for a, b in zip(before, demo.pixels(), strict=True)]
    assert changed == [False, False, False, False, True]
    assert demo.caption() == "stop 2"


def test_a_removed_view_listens_no_more(open_demo):
    demo = open_demo(shuffle_scene(SENTENCE))
    demo.page.evaluate("stop_demo()")
    assert demo.page.evaluate("Object.values(model.listeners).flat().length") == 0


def test_numbers_are_written_as_people_write_them(open_demo):
    demo = open_demo(shuffle_scene("dog"))
    written = {0: "0", 0.25: "0.25", -0.25: "−0.25", 3.3e-16: "3.3×10⁻¹⁶", -2e7: "−2.0×10⁷", 0.0123: "0.012"}
    assert demo.page.evaluate("numbers => numbers.map(n => frames_module.format(n))", list(written)) == list(
        written.values()
    )


def test_frames_are_counted_as_python_counts_them(open_demo):
    demo = open_demo(shuffle_scene("dog"))
    shape = (3, 2, 4)
    stops = [[int(i) for i in index] for index in np.ndindex(shape)]
    controls = [{"stops": ["x"] * n} for n in shape]
    indices = demo.page.evaluate(
        "([controls, all]) => all.map(s => frames_module.frameIndex(controls, s))", [controls, stops]
    )
    assert indices == list(range(24))


def test_ticks_are_round(open_demo):
    demo = open_demo(shuffle_scene("dog"))
    for axis, expected in (
        ((False, 0, 1), [0, 0.2, 0.4, 0.6, 0.8, 1]),
        ((False, -1, 1), [-1, -0.5, 0, 0.5, 1]),
        ((False, 3, 97), [20, 40, 60, 80]),
        ((True, 1e-3, 10), [1e-3, 1e-2, 0.1, 1, 10]),
        ((True, 1e-17, 10), [1e-15, 1e-11, 1e-7, 1e-3, 10]),
    ):
        assert demo.page.evaluate("axis => frames_module.ticks(...axis)", list(axis)) == pytest.approx(expected)
