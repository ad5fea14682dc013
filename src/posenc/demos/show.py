"""A demo where widgets run, its picture where they do not."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from posenc.demos.scene import Scene

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture


def show(
    build: Callable[[str], Scene], picture: Callable[[str], "Picture"], *, text: str = "", label: str = ""
) -> "Demo | Picture":
    """Return the live demo of a scene or, when the course is built (POSENC_STATIC=1), its picture.

    `build` makes the scene from the text, `picture` draws what stands in for it where widgets do not run; both
    carry the same alt text. With `label`, the reader may edit the text in a field of that name.
    """
    if os.environ.get("POSENC_STATIC", "") not in ("", "0"):
        return picture(text)
    from posenc.demos.frontend import Demo  # here, since the build needs no widgets

    return Demo(build, text=text, label=label)
