"""A figure with its alt text, ready for a notebook."""

import base64
import io
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image  # Matplotlib depends on it

from posenc.figures.style import DPI, house_style


@dataclass(frozen=True)
class Picture:
    """A Matplotlib figure and the sentence that says what it shows.

    The PNG is a function of the drawing alone: no date, no version, no settings of the reader's machine.
    """

    figure: Figure
    alt: str

    def __post_init__(self) -> None:
        if not self.alt.strip():
            raise ValueError("alt must say what the figure shows, but is empty")

    def png(self) -> bytes:
        """The picture as the bytes of a PNG file, at twice the screen's resolution.

        Up to 256 colours, chosen by Pillow: a third of the size, and no difference to the eye.
        """
        buffer = io.BytesIO()
        canvas = FigureCanvasAgg(self.figure)
        with house_style(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Glyph .* missing from font")  # a reader may type any word
            canvas.draw()  # type: ignore[no-untyped-call]
            pixels = np.asarray(canvas.buffer_rgba())  # type: ignore[no-untyped-call]
        image = Image.fromarray(pixels).convert("RGB")
        image.quantize(256, dither=Image.Dither.NONE).save(buffer, "PNG")
        return buffer.getvalue()

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        width, height = (round(inches * DPI / 2) for inches in self.figure.get_size_inches())
        data = {"image/png": base64.b64encode(self.png()).decode("ascii"), "text/plain": self.alt}
        return data, {"image/png": {"width": width, "height": height, "alt": self.alt}}
