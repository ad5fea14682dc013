"""How a scene is packed: each frame's numbers and strings must be found where the front end looks for them."""

import json
from itertools import product

import numpy as np
import pytest

from posenc.demos import content, packing
from posenc.demos.packing import pack
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.figures.labels import Labels


def make_scene(frame, **changes) -> Scene:
    panels = (Panel("heat", "matrix"), Panel("told", "text"))
    controls = (Control("a", "A", ("0", "1", "2")), Control("b", "B", ("off", "on"), kind="toggle"))
    layout = Layout(("heat told",), (2, 1))
    fields = {"panels": panels, "controls": controls, "wide": layout, "narrow": layout}
    return Scene(**{"title": "t", "alt": "alt", "frame": frame, **fields, **changes})


def make_frame(a: int, b: int) -> Frame:
    heat = content.matrix([[a, 10.0 * b]], rows=Labels(("r",)), columns=Labels.numbered(2))
    return Frame(f"a is {a}", {"heat": heat, "told": content.text({"b": str(b)})})


def unpack(packed: dict, panel: str, frame: int) -> tuple[np.ndarray, dict]:
    """What frames.js reads, transcribed."""
    spec = next(spec for spec in packed["panels"] if spec["name"] == panel)
    numbers = np.frombuffer(packed["numbers"], dtype="<f4")
    begin = spec["blocks"][frame]
    return numbers[begin : begin + spec["sizes"][frame]], packed["strings"][spec["labels"][frame]]


def test_frames_are_in_mixed_radix_with_the_last_control_fastest():
    packed = pack(make_scene(make_frame))
    for frame, (a, b) in enumerate(product(range(3), range(2))):
        numbers, labels = unpack(packed, "heat", frame)
        assert numbers.tolist() == [a, 10 * b]
        assert labels["rows"]["words"] == ("r",)
        assert unpack(packed, "told", frame)[1]["items"] == [{"name": "b", "value": str(b)}]
        assert packed["strings"][packed["captions"][frame]] == f"a is {a}"


def test_equal_blocks_and_strings_are_sent_once():
    packed = pack(make_scene(lambda a, b: make_frame(a, 0)))
    assert len(packed["numbers"]) == 4 * 3 * 2  # three distinct heat maps, not six
    assert len(packed["strings"]) == 3 + 1 + 1


def test_everything_but_the_bytes_is_json():
    packed = pack(make_scene(make_frame))
    numbers, colours = packed.pop("numbers"), packed.pop("colours")
    assert isinstance(numbers, bytes)
    assert {len(colours[theme][ramp]) for theme in colours for ramp in ("sequential", "diverging")} == {3 * 256}
    json.dumps(packed, allow_nan=False)


def test_numbers_that_are_not_finite_travel_and_labels_that_are_not_fail():
    def frame(a: int, b: int) -> Frame:
        heat = content.matrix([[np.nan, np.inf]], rows=Labels(("r",)), columns=Labels.numbered(2))
        return Frame("", {"heat": heat, "told": content.text({})})

    np.testing.assert_array_equal(unpack(pack(make_scene(frame)), "heat", 0)[0], [np.nan, np.inf])
    curve = content.lines([1, 2], {"y": [1, 2]}, at=np.nan)
    with pytest.raises(ValueError, match="Out of range float"):
        pack(make_scene(lambda a, b: Frame("", {"heat": curve, "told": content.text({})})))


def test_a_frame_must_fill_all_panels():
    told = content.text({})
    with pytest.raises(ValueError, match=r"stops \(0, 0\) fills \['told'\], not \['heat', 'told'\]"):
        pack(make_scene(lambda a, b: Frame("", {"told": told})))


@pytest.mark.parametrize("rows", [("heat",), ("heat told", "heat"), ("heat told other",), ("heat .",)])
def test_the_wide_layout_names_each_panel(rows):
    with pytest.raises(ValueError, match=r"layout|one a column"):
        pack(make_scene(make_frame, wide=Layout(rows, (1, 1))))


def test_the_narrow_layout_may_leave_panels_out_but_not_invent_any():
    pack(make_scene(make_frame, narrow=Layout(("heat",), (1,))))
    with pytest.raises(ValueError, match="the narrow one no others"):
        pack(make_scene(make_frame, narrow=Layout(("heat other",), (1, 1))))


def test_too_many_numbers_are_refused(monkeypatch):
    monkeypatch.setattr(packing, "MAX_BYTES", 4 * 4)
    with pytest.raises(ValueError, match="more than 16 bytes"):
        pack(make_scene(make_frame))


@pytest.mark.parametrize(
    ("stops", "kind", "start"),
    [
        ((), "slider", 0),
        (("a",), "toggle", 0),
        (("a", "b", "c"), "toggle", 0),
        (("a",), "slider", 1),
        (("a",), "choice", -1),
    ],
)
def test_controls_refuse_stops_that_are_not_there(stops, kind, start):
    with pytest.raises(ValueError, match="control 'c'"):
        Control("c", "C", stops, kind, start)


@pytest.mark.parametrize(
    "make",
    [
        lambda: content.matrix(np.eye(2), rows=Labels(("a",)), columns=Labels.numbered(2)),
        lambda: content.matrix(np.ones(4), rows=Labels.numbered(2), columns=Labels.numbered(2)),
        lambda: content.links([0, 0]),
        lambda: content.links([1, 0], kept=[True]),
        lambda: content.bars([1, 2], names=["one"]),
        lambda: content.lines([1, 2], {"y": [1]}),
        lambda: content.lines([[1, 2]], {"y": [[1, 2]]}),
        lambda: content.clock([0.0], names=[]),
        lambda: Labels(("a", "b"), (1,)),
    ],
)
def test_contents_refuse_shapes_that_do_not_fit(make):
    with pytest.raises(ValueError, match=r"shape|fit|permutation|marks"):
        make()


def test_lines_send_x_first_and_then_each_series():
    curves = content.lines([1, 2], {"a": [3, 4], "b": [5, 6]}, at=1.5)
    assert curves.numbers.tolist() == [1, 2, 3, 4, 5, 6]
    assert curves.labels == {"names": ["a", "b"], "at": 1.5}
