"""Training in front of the reader's eyes: the loss is painted while it falls, and the stop button keeps what is there.

The only demo that needs the kernel for long; what it paints is a small SVG, so that painting costs no time to speak of.
"""

import os
import time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from posenc.lab.settings import LESSON, Settings
from posenc.lab.training import Trainable, Trained, training

if TYPE_CHECKING:
    from posenc.figures.picture import Picture

_EVERY = 25  # steps between two looks at the clock
_PAUSE = 0.1  # seconds from one painting to the next
_WIDTH, _HEIGHT, _TOP = 480, 120, 1.6  # of the plot in CSS pixels, and of the loss
GUESSING = float(np.log(4))  # the loss of giving each of four values the same chance

_ALT = "The loss while a model trains: it starts above that of guessing, falls fast at first and then levels out."


def watch_training(scheme: Trainable, settings: Settings = LESSON, *, seed: int = 0) -> Trained:
    """Train as `posenc.lab.train`, and paint the loss meanwhile; an interrupt ends it early and keeps the model.

    When the course is built (POSENC_STATIC=1), the curve is shown once, at the end, as a picture.
    """
    paint = _still if os.environ.get("POSENC_STATIC", "") not in ("", "0") else _Live(settings.steps)
    models = training(scheme, settings, seed=seed, every=_EVERY)
    trained = next(models)
    try:
        for trained in models:
            paint(trained.losses)
    except KeyboardInterrupt:
        print(f"Stopped after {len(trained.losses)} of {settings.steps} steps; what it has learned so far is kept.")
    if paint is _still:
        _show(loss_picture(trained.losses))
    return trained


def smoothed(losses: NDArray, points: int = 120) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """At most `points` places along the steps, and the mean loss of the steps around each."""
    edges = np.unique(np.linspace(0, len(losses), min(points, len(losses)) + 1).astype(int))
    counts = np.diff(edges)
    return edges[:-1] + counts / 2, np.add.reduceat(losses, edges[:-1]) / counts


def loss_svg(losses: NDArray, steps: int) -> str:
    """The curve so far as HTML, in the colours of the reader's theme."""
    places, heights = smoothed(losses)
    x = places / steps * _WIDTH
    y = _y(heights)
    line = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))
    label = f"step {len(losses)} of {steps}, loss {heights[-1]:.2f}"
    hint = "" if len(losses) == steps else " · ■ stops it, the model stays"
    text = 'style="font:12px sans-serif;fill:var(--jp-ui-font-color1,#444)"'
    return (
        f'<div style="max-width:{_WIDTH}px"><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}" '
        f'style="width:100%;border-bottom:1px solid var(--jp-border-color1,#999)">'
        f'<line x1="0" x2="{_WIDTH}" y1="{_y(GUESSING):.1f}" y2="{_y(GUESSING):.1f}" stroke-dasharray="4 4" '
        f'stroke="var(--jp-ui-font-color2,#777)"/>'
        f'<text x="{_WIDTH}" y="{_y(GUESSING) - 5:.1f}" text-anchor="end" {text}>loss of guessing</text>'
        f'<polyline points="{line}" fill="none" stroke-width="2" stroke="var(--jp-brand-color1,#1976d2)"/></svg>'
        f'<div style="font-variant-numeric:tabular-nums">{label}{hint}</div></div>'
    )


def _y(loss: "NDArray | float") -> NDArray[np.float64]:
    return _HEIGHT * (1 - np.minimum(loss, _TOP) / _TOP)


def loss_picture(losses: NDArray) -> "Picture":
    """The curve as a still picture."""
    from posenc.figures.curves import curves  # here: Matplotlib is slow to import

    places, heights = smoothed(losses)
    series = {"loss": heights, "loss of guessing": np.full(heights.shape, GUESSING)}
    return curves(places, {"Loss while training": series}, x_label="step", y_label="loss", alt=_ALT)


class _Live:
    """Paints in one place of the notebook, a few times a second."""

    def __init__(self, steps: int) -> None:
        from IPython.display import HTML, display

        self._steps, self._last = steps, time.monotonic()
        self._html: Any = HTML
        self._handle: Any = display(HTML("Training …"), display_id=True)

    def __call__(self, losses: NDArray) -> None:
        now = time.monotonic()
        if now - self._last >= _PAUSE or len(losses) == self._steps:
            self._last = now
            self._handle.update(self._html(loss_svg(losses, self._steps)))


def _still(losses: NDArray) -> None:
    """Paint nothing: the picture comes at the end."""


def _show(picture: "Picture") -> None:
    from IPython.display import display

    display(picture)
