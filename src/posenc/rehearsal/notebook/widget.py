"""The widget: carries views to the front end and what was done back, by messages that no notebook saves."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import anywidget

from posenc.rehearsal.notebook.conduct import Conduct

_HERE = Path(__file__).parent
PLAIN = "A rehearsal, live in JupyterLab: run this cell. In a terminal: posenc rehearse"


class Rehearsal(anywidget.AnyWidget):
    """A session in a notebook cell.

    No trait holds a question or an answer: what is shown travels in messages, so that nothing of it can be saved
    with the notebook. What was done is in the learner's log before it is shown.
    """

    _esm = _HERE / "rehearsal.js"
    _css = _HERE / "rehearsal.css"

    def __init__(self, conduct: Conduct) -> None:
        self._conduct = conduct
        super().__init__()
        self.on_msg(self._heard)

    def _heard(self, _widget: Any, message: dict[str, Any], _buffers: Any) -> None:
        trouble = "" if message.get("do") == "show" else self._conduct.act(message)
        self.send({"view": asdict(self._conduct.view()), "trouble": trouble})

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live view, and a sentence for readers without a kernel."""
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        return {"application/vnd.jupyter.widget-view+json": view, "text/plain": PLAIN}, {}
