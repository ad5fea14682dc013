"""What a demo shows, as plain data: panels in a layout, controls with stops, and all frames computed at once.

A frame is one combination of control stops.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from posenc.demos.content import Content


@dataclass(frozen=True)
class Control:
    """Something to move: every stop has a label, and the demo opens at stop `start`."""

    name: str
    label: str
    stops: tuple[str, ...]
    kind: Literal["slider", "toggle", "choice"] = "slider"
    start: int = 0

    def __post_init__(self) -> None:
        if not self.stops or (self.kind == "toggle" and len(self.stops) != 2):
            raise ValueError(
                f"control {self.name!r} has {len(self.stops)} stops: a toggle needs 2, the others 1 or more"
            )
        if not 0 <= self.start < len(self.stops):
            raise ValueError(f"control {self.name!r} starts at {self.start}, but has stops 0..{len(self.stops) - 1}")


@dataclass(frozen=True)
class Panel:
    """A place to paint in: `kind` names the painter in frames.js, `options` are what it keeps for all frames."""

    name: str
    kind: Literal["matrix", "links", "bars", "lines", "clock", "dials", "arcs", "text"]
    title: str = ""
    alt: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Layout:
    """Rows of panel names, as in CSS grid-template-areas, and the columns' shares of the width."""

    rows: tuple[str, ...]
    columns: tuple[float, ...]


@dataclass(frozen=True)
class Frame:
    """One combination of stops: a sentence that says what to see, and what each panel holds."""

    caption: str
    contents: Mapping[str, Content]


@dataclass(frozen=True)
class Scene:
    """A demo before it is packed; `frame` is called with the stop of each control by name."""

    title: str
    alt: str  # of the picture that stands in for the demo where widgets do not run
    controls: tuple[Control, ...]
    panels: tuple[Panel, ...]
    wide: Layout
    narrow: Layout  # under 640 CSS pixels; panels that it does not name are hidden
    frame: Callable[..., Frame]
    note: str = ""

    @property
    def shape(self) -> tuple[int, ...]:
        """How many stops each control has."""
        return tuple(len(control.stops) for control in self.controls)

    def frame_at(self, stops: tuple[int, ...]) -> Frame:
        """The frame for these stops, one a control, in order."""
        return self.frame(**{control.name: stop for control, stop in zip(self.controls, stops, strict=True)})
