"""What a panel holds in one frame: one function a kind, each naming what its painter needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.figures.labels import Labels


@dataclass(frozen=True)
class Content:
    """Numbers for the shared buffer, and labels that are sent as JSON."""

    numbers: NDArray[np.float32]
    labels: Mapping[str, Any]


def matrix(values: ArrayLike, *, rows: Labels, columns: Labels, column: int | None = None) -> Content:
    """A heat map; coloured marks follow a row or a column wherever it goes, and `column` gets a frame."""
    cells = np.asarray(values)
    if cells.shape != (len(rows.words), len(columns.words)):
        raise ValueError(f"values {cells.shape} do not fit {len(rows.words)} rows and {len(columns.words)} columns")
    framed = {} if column is None else {"column": column}
    return Content(_floats(cells), {"rows": vars(rows), "columns": vars(columns), **framed})


def links(perm: Sequence[int], *, kept: Sequence[bool] = ()) -> Content:
    """Curves from row perm[i] on the left to row i on the right; dashed where `kept` is False."""
    n = len(perm)
    if sorted(perm) != list(range(n)) or len(kept) not in (0, n):
        raise ValueError(f"links need a permutation and a kept flag for each or none, not {list(perm)}, {list(kept)}")
    return Content(_floats(perm), {"kept": [bool(flag) for flag in kept] or [True] * n})


def bars(values: ArrayLike, *, names: Sequence[str]) -> Content:
    """Horizontal bars, one a name."""
    lengths = np.asarray(values)
    if lengths.shape != (len(names),):
        raise ValueError(f"values have shape {lengths.shape}, but there are {len(names)} names")
    return Content(_floats(lengths), {"names": list(names)})


def lines(x: ArrayLike, series: Mapping[str, ArrayLike], *, at: float | None = None) -> Content:
    """Curves over common x; `at` puts a cursor there without sending the curves anew."""
    places = np.asarray(x)
    curves = [np.asarray(y) for y in series.values()]
    if places.ndim != 1 or any(curve.shape != places.shape for curve in curves):
        raise ValueError(f"every series needs the shape of x {places.shape}, not {[c.shape for c in curves]}")
    return Content(_floats(np.concatenate([places, *curves])), {"names": list(series), "at": at})


def clock(angles: ArrayLike, *, names: Sequence[str]) -> Content:
    """Unit hands at angles in radians, counter-clockwise from the right."""
    hands = np.asarray(angles)
    if hands.shape != (len(names),):
        raise ValueError(f"angles have shape {hands.shape}, but there are {len(names)} names")
    return Content(_floats(hands), {"names": list(names)})


def dials(vectors: ArrayLike, *, names: Sequence[str], hands: Sequence[str]) -> Content:
    """One dial a name, each with the same hands: vectors (x, y) in units of the dial's radius."""
    tips = np.asarray(vectors)
    if tips.shape != (len(names), len(hands), 2):
        raise ValueError(f"vectors have shape {tips.shape}, but there are {len(names)} names and {len(hands)} hands")
    return Content(_floats(tips), {"names": list(names), "hands": list(hands)})


def arcs(angles: ArrayLike, *, names: Sequence[str], series: Sequence[str]) -> Content:
    """One dial a name, each with an arc for every series: from 0 to the angle in radians, a full ring past 2π."""
    swept = np.asarray(angles)
    if swept.shape != (len(names), len(series)) or np.any(swept < 0):
        raise ValueError(f"arcs need angles of at least 0 for {len(names)} names and {len(series)} series, not {swept}")
    return Content(_floats(swept), {"names": list(names), "series": list(series)})


def text(lines: Mapping[str, str | Labels]) -> Content:
    """Named read-outs; labels are shown as a row of tokens."""
    items = [
        {"name": name, **({"value": value} if isinstance(value, str) else {"tokens": vars(value)})}
        for name, value in lines.items()
    ]
    return Content(_floats([]), {"items": items})


def _floats(values: ArrayLike) -> NDArray[np.float32]:
    return np.asarray(values, dtype=np.float32).ravel()
