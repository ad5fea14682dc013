"""The widget behind every demo: sends all frames once, and new ones when the reader edits the text."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from posenc.demos.packing import pack
from posenc.demos.scene import Scene

_HERE = Path(__file__).parent


class Demo(anywidget.AnyWidget):
    """A scene in the notebook; moving its controls needs no kernel, only editing the text does.

    `build` makes the scene from the text. With `label`, the reader may edit the text in a field of that name.
    """

    _esm = _HERE / "frames.js"
    _css = _HERE / "frames.css"
    scene = traitlets.Dict().tag(sync=True)
    stops = traitlets.List(traitlets.Int()).tag(sync=True)  # where the demo opens; scrubbing is not reported back
    text = traitlets.Unicode().tag(sync=True)

    def __init__(self, build: Callable[[str], Scene], *, text: str = "", label: str = "") -> None:
        self._build, self._label = build, label
        scene = build(text)
        stops = [control.start for control in scene.controls]
        super().__init__(scene=self._packed(scene, text), stops=stops, text=text)
        self.observe(self._rebuild, names="text")

    def _rebuild(self, change: dict[str, Any]) -> None:
        self.scene = self._packed(self._build(change["new"]), change["new"])

    def _packed(self, scene: Scene, text: str) -> dict[str, Any]:
        """The text goes back with its frames, so that the front end knows which text they belong to."""
        return {**pack(scene), "input": {"label": self._label, "text": text} if self._label else None}

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live view, and the alt text of its picture; the picture itself would cost a second with Matplotlib."""
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        return {"application/vnd.jupyter.widget-view+json": view, "text/plain": self.scene["alt"]}, {}
