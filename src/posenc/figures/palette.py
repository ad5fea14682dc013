"""The colours of every picture and demo, as plain numbers: no Matplotlib here, so that a demo starts fast.

Ramps are drawn in Oklab, where equal steps look equal. Lightness carries the value, and the hues are blue
and orange, so the ramps stay readable with any colour vision and in print.
"""

from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Theme = Literal["light", "dark"]
Scale = Literal["sequential", "diverging"]

INK, MUTED, GRID, PAPER = "#1f2328", "#59636e", "#d1d9e0", "#ffffff"

# Okabe and Ito 2008, in an order that keeps neighbours apart; black becomes the ink of the theme, the dark theme's
# are lighter, and on white, where yellow can hardly be seen, the wine of Tol 2021 takes its place.
CATEGORIES: dict[Theme, tuple[str, ...]] = {
    "light": ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#1f2328", "#882255"),
    "dark": ("#3d9bd6", "#e8702a", "#12b886", "#d98fb8", "#e69f00", "#7cc7f2", "#e6e6e6", "#f0e442"),
}

# Stops of each ramp as (lightness, chroma, hue in degrees), evenly spaced.
_STOPS: dict[tuple[Scale, Theme], tuple[tuple[float, float, float], ...]] = {
    ("sequential", "light"): ((0.985, 0.006, 230), (0.75, 0.10, 232), (0.515, 0.13, 250), (0.28, 0.10, 268)),
    ("sequential", "dark"): ((0.25, 0.03, 268), (0.485, 0.12, 256), (0.72, 0.12, 230), (0.955, 0.03, 200)),
    ("diverging", "light"): ((0.42, 0.13, 255), (0.70, 0.10, 240), (0.98, 0.0, 0), (0.70, 0.14, 55), (0.42, 0.11, 45)),
    ("diverging", "dark"): ((0.88, 0.07, 235), (0.57, 0.12, 250), (0.26, 0.0, 0), (0.57, 0.13, 48), (0.88, 0.10, 75)),
}

_OKLAB_TO_LMS = np.array(
    [[1, 0.3963377774, 0.2158037573], [1, -0.1055613458, -0.0638541728], [1, -0.0894841775, -1.2914855480]]
)
_LMS_TO_RGB = np.array(
    [
        [4.0767416621, -3.3077115913, 0.2309699292],
        [-1.2684380046, 2.6097574011, -0.3413193965],
        [-0.0041960863, -0.7034186147, 1.7076147010],
    ]
)


@cache
def ramp(scale: Scale, theme: Theme = "light") -> NDArray[np.uint8]:
    """List the 256 colours of a ramp, lowest value first.

    Shapes: `(256, 3)`, red, green and blue from 0 to 255.

    Source: Ottosson 2020, "A perceptual color space for image processing" (Oklab).

    >>> ramp("sequential")[[0, 255]].tolist()
    [[246, 251, 253], [20, 35, 89]]
    """
    lightness, chroma, hue = np.array(_STOPS[scale, theme]).T
    lab = np.stack([lightness, chroma * np.cos(np.radians(hue)), chroma * np.sin(np.radians(hue))])
    place = np.linspace(0, 1, 256)
    smooth = np.stack([np.interp(place, np.linspace(0, 1, len(lightness)), channel) for channel in lab], axis=-1)
    linear = np.clip((smooth @ _OKLAB_TO_LMS.T) ** 3 @ _LMS_TO_RGB.T, 0, 1)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    colours = np.round(255 * encoded).astype(np.uint8)
    colours.flags.writeable = False  # one copy for everyone
    return colours
