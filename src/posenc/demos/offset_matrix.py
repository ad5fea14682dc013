"""The matrix of offsets, and what clipping and T5's buckets make of it."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from posenc.demos import content
from posenc.demos.scene import Control, Frame, Layout, Panel, Scene
from posenc.demos.show import show
from posenc.encodings.positions import offsets
from posenc.encodings.shaw import clip_offsets
from posenc.encodings.t5 import t5_bucket
from posenc.figures.labels import Labels

if TYPE_CHECKING:
    from posenc.demos.frontend import Demo
    from posenc.figures.picture import Picture

N_KEYS, N_QUERIES = 12, 6
CLIPS, BUCKETS, STARTS = (1, 2, 4, 8), (4, 8, 16), (0, 3, 6)
MAX_DISTANCE = 12

_ALT = (
    "Heat maps of the offsets of 6 queries, the first at position 6, against 12 keys; of the same offsets clipped at "
    "2; and of their 8 T5 buckets. Each is constant along its diagonals."
)


def offset_matrix_demo() -> "Demo | Picture":
    """Let the reader move the clip, the number of buckets and the position of the first query."""
    return show(lambda _: offset_matrix_scene(), lambda _: offset_matrix_picture())


def offset_matrix_scene() -> Scene:
    """Three matrices over the same pairs of positions."""
    return Scene(
        title="Offsets, clipped and in buckets",
        alt=_ALT,
        controls=(
            Control("clip", "Clip at ±", tuple(map(str, CLIPS)), start=1),
            Control("buckets", "T5 buckets", tuple(map(str, BUCKETS)), start=1),
            Control("first", "Position of the first query", tuple(map(str, STARTS))),
        ),
        panels=(
            Panel("offsets", "matrix", "Offset, in tokens", "Heat map of key minus query position",
                  {"scale": "diverging", "limits": (-12, 12), "decimals": 0, "legend": True}),
            Panel("clipped", "matrix", "Clipped", "Heat map of the clipped offsets",
                  {"scale": "diverging", "limits": (-12, 12), "decimals": 0, "legend": True}),
            Panel("bucket", "matrix", "Bucket", "Heat map of the bucket numbers",
                  {"scale": "sequential", "limits": (0, max(BUCKETS)), "decimals": 0, "legend": True}),
        ),
        wide=Layout(("offsets clipped bucket",), (1, 1, 1)),
        narrow=Layout(("offsets", "clipped", "bucket"), (1,)),
        frame=_frame,
    )  # fmt: skip


def matrices(clip: int, buckets: int, first: int) -> tuple[NDArray, NDArray, NDArray]:
    """The offsets of the queries from `first` on, the clipped ones, and their buckets."""
    found = offsets(first + np.arange(N_QUERIES), np.arange(N_KEYS))
    return found, clip_offsets(found, clip), t5_bucket(found, num_buckets=buckets, max_distance=MAX_DISTANCE)


def _frame(clip: int, buckets: int, first: int) -> Frame:
    found, clipped, bucket = matrices(CLIPS[clip], BUCKETS[buckets], STARTS[first])
    places = [Labels(tuple(map(str, start + np.arange(n)))) for start, n in ((STARTS[first], N_QUERIES), (0, N_KEYS))]
    rows, columns = places
    return Frame(
        caption=_caption(found, clipped, bucket),
        contents={
            "offsets": content.matrix(found, rows=rows, columns=columns),
            "clipped": content.matrix(clipped, rows=rows, columns=columns),
            "bucket": content.matrix(bucket, rows=rows, columns=columns),
        },
    )


def _caption(found: NDArray, clipped: NDArray, bucket: NDArray) -> str:
    offsets_met, values, numbers = (len(np.unique(each)) for each in (found, clipped, bucket))
    return (
        f"{found.size} pairs have {offsets_met} different offsets. The clip tells {values} of them apart, the buckets "
        f"{numbers}. All three are constant along the diagonals: that is why shifting the positions changes nothing."
    )


def offset_matrix_picture() -> "Picture":
    """The demo's stand-in: a chunk of queries behind a cache."""
    from posenc.figures.offset_matrix import offset_matrix  # here: Matplotlib is slow to import

    found, clipped, bucket = matrices(2, 8, 6)
    named = {"offset, in tokens": found, "clipped at ±2": clipped, "one of 8 buckets": bucket}
    return offset_matrix(named, first_query=6, alt=_ALT)
