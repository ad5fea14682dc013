"""The rehearsal in a notebook: `rehearse()` is the session, `screen(topic)` the two questions that end a lesson."""

from posenc.rehearsal.notebook.rehearse import rehearse
from posenc.rehearsal.notebook.screen import screen

__all__ = ["rehearse", "screen"]
