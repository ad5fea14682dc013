"""The widget behind every demo: sends all frames once, and new ones when the reader edits the text."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from posenc.demos.scene import Scene, pack

if TYPE_CHECKING:
    from posenc.figures.picture import Picture

_HERE = Path(__file__).parent


class Demo(anywidget.AnyWidget):
    """A scene in the notebook; moving its controls needs no kernel, only editing the text does.

    `build` makes the scene from the text; `picture` draws what stands in for it where widgets do not run.
    With `label`, the text can be edited in a field of that name.
    """

    _esm = _HERE / "frames.js"
    _css = _HERE / "frames.css"
    scene = traitlets.Dict().tag(sync=True)
    stops = traitlets.List(traitlets.Int()).tag(sync=True)  # the front end's stops are its own and not sent back
    text = traitlets.Unicode().tag(sync=True)

    def __init__(
        self, build: Callable[[str], Scene], picture: Callable[[str], "Picture"], *, text: str = "", label: str = ""
    ) -> None:
        self._build, self._picture, self._label = build, picture, label
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
        """The live view, and beside it the picture and its alt text for readers without widgets."""
        data, metadata = self._picture(self.text)._repr_mimebundle_()
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        return {**data, "application/vnd.jupyter.widget-view+json": view}, metadata
