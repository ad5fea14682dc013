"""All frames of a scene, computed once and laid out so that the front end never has to ask back.

`pack` keeps each distinct block of numbers once and returns a dict that `frames.js` can paint.
"""

import json
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from posenc.demos.scene import Scene
from posenc.figures import palette

MAX_BYTES = 16 * 2**20  # of numbers; more would make a lesson slow to open


def pack(scene: Scene) -> dict[str, Any]:
    """Compute all frames of a scene and lay them out for the front end.

    Frames are counted in mixed radix, the last control fastest. `panels[i]["blocks"][frame]` says where the
    panel's numbers begin in `numbers` (float32, little-endian), `["sizes"][frame]` how many there are and
    `["labels"][frame]` which of `strings` goes with them.

    Raises: ValueError for a layout that does not name each panel, a frame that does not fill them all, or
    more numbers than MAX_BYTES.
    """
    _check_layout(scene)
    numbers, strings = _Numbers(), _Pool()
    captions: list[int] = []
    placed: dict[str, dict[str, list[int]]] = {
        panel.name: {"blocks": [], "sizes": [], "labels": []} for panel in scene.panels
    }
    for stops in product(*map(range, scene.shape)):
        frame = scene.frame_at(stops)
        if frame.contents.keys() != placed.keys():
            raise ValueError(f"the frame at stops {stops} fills {sorted(frame.contents)}, not {sorted(placed)}")
        captions.append(strings.add(frame.caption))
        for name, content in frame.contents.items():
            placed[name]["blocks"].append(numbers.add(content.numbers))
            placed[name]["sizes"].append(content.numbers.size)
            placed[name]["labels"].append(strings.add(dict(content.labels)))
    return {
        "title": scene.title,
        "alt": scene.alt,
        "note": scene.note,
        "controls": [vars(control) for control in scene.controls],
        "panels": [{**vars(panel), "options": dict(panel.options), **placed[panel.name]} for panel in scene.panels],
        "layouts": {"wide": vars(scene.wide), "narrow": vars(scene.narrow)},
        "captions": captions,
        "strings": strings.values,
        "numbers": numbers.tobytes(),
        "colours": _colours(),
    }


class _Numbers:
    """One float32 buffer in which equal blocks are stored once."""

    def __init__(self) -> None:
        self._begin: dict[bytes, int] = {}
        self._blocks: list[bytes] = []
        self._size = 0

    def add(self, block: NDArray) -> int:
        data = np.ascontiguousarray(block, dtype="<f4").tobytes()
        if data not in self._begin:
            self._begin[data] = self._size
            self._blocks.append(data)
            self._size += block.size
            if 4 * self._size > MAX_BYTES:
                raise ValueError(f"the frames hold more than {MAX_BYTES} bytes of numbers: use fewer stops or cells")
        return self._begin[data]

    def tobytes(self) -> bytes:
        return b"".join(self._blocks)


class _Pool:
    """JSON values, equal ones stored once."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._index: dict[str, int] = {}

    def add(self, value: Any) -> int:
        key = json.dumps(value, allow_nan=False)
        if key not in self._index:
            self._index[key] = len(self.values)
            self.values.append(value)
        return self._index[key]


def _check_layout(scene: Scene) -> None:
    names = {panel.name for panel in scene.panels}
    wide, narrow = (
        {name for row in layout.rows for name in row.split()} - {"."} for layout in (scene.wide, scene.narrow)
    )
    if wide != names or not narrow <= names or not all(map(str.isidentifier, names)):
        raise ValueError(f"the wide layout must name each of the panels {sorted(names)}, the narrow one no others")
    for layout in (scene.wide, scene.narrow):
        if {len(row.split()) for row in layout.rows} != {len(layout.columns)}:
            raise ValueError(f"each row of {layout.rows} needs {len(layout.columns)} names, one a column")


def _colours() -> dict[str, Any]:
    themes: tuple[palette.Theme, ...] = ("light", "dark")
    scales: tuple[palette.Scale, ...] = ("sequential", "diverging")
    return {
        theme: {scale: palette.ramp(scale, theme).tobytes() for scale in scales}
        | {"categories": list(palette.CATEGORIES[theme])}
        for theme in themes
    }
