"""T5's relative bias: offsets share scalar biases by buckets that widen with distance."""

import math
from typing import TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from posenc.encodings._arrays import Array, float_array, integer_array, whole_number


class BucketOptions(TypedDict, total=False):
    """The options of `t5_bucket`, handed on by `t5_bias`."""

    bidirectional: bool
    num_buckets: int
    max_distance: int


def t5_bucket(
    offsets: ArrayLike, *, bidirectional: bool = True, num_buckets: int = 32, max_distance: int = 128
) -> NDArray[np.int64]:
    r"""Number the bucket of each offset: one a distance at first, then logarithmic, the last for all beyond.

    .. math:: b(r) = r \;\; (r < e), \qquad
        b(r) = \min\Big(N - 1,\; e + \Big\lfloor \frac{\ln(r/e)}{\ln(r_{\max}/e)} (N - e) \Big\rfloor\Big), \qquad
        e = \lfloor N/2 \rfloor

    Bidirectional: r = abs(offset), N = num_buckets // 2, and keys after the query (offset > 0) take the
    upper half of the numbers. Otherwise: r = max(0, −offset), N = num_buckets, and all later keys share bucket 0.

    Shapes: offsets any, integers in tokens (key − query); buckets the same, int64, in 0..num_buckets − 1.

    Raises: TypeError for offsets that are not integers; ValueError for num_buckets under 2 (4 if bidirectional)
    and for a max_distance that is not above e.

    Source: Raffel et al. 2020, sec. 2.1; `_relative_position_bucket` of the released code.

    >>> t5_bucket([-200, -8, -1, 0, 1, 8, 200])
    array([15,  8,  1,  0, 17, 24, 31])
    """
    offset = integer_array("offsets", offsets)
    per_side = whole_number("num_buckets", num_buckets, least=4 if bidirectional else 2) // (2 if bidirectional else 1)
    exact = per_side // 2
    max_distance = whole_number("max_distance", max_distance, least=exact + 1)
    offset = np.clip(offset, -max_distance, max_distance)  # all beyond share the last bucket
    distance = np.abs(offset) if bidirectional else np.maximum(-offset, 0)
    # Rounded to float32 at each step, as the released code: in float64 a distance that stands exactly on a
    # boundary can fall before it, such as 40 for num_buckets=40 and max_distance=640, causal.
    ratio = np.maximum(distance, exact).astype(np.float32) / np.float32(exact)  # guards log(0), met in both branches
    logarithm = np.log(ratio, dtype=np.float64).astype(np.float32)
    growth = logarithm / np.float32(math.log(max_distance / exact)) * np.float32(per_side - exact)
    far = np.minimum(exact + growth.astype(np.int64), per_side - 1)
    bucket = np.where(distance < exact, distance, far)
    return bucket + per_side * (offset > 0) if bidirectional else bucket


def t5_bias(table: ArrayLike, offsets: ArrayLike, **bucket_options: Unpack[BucketOptions]) -> Array:
    r"""Bias each score by the scalar of its offset's bucket, a column of the table a head.

    .. math:: b_{hij} = \mathrm{table}[\mathrm{bucket}(\mathrm{offset}_{ij}),\, h]

    T5 adds it to scores without the 1/√d.

    Shapes: table `(num_buckets, heads)`, offsets `(..., n_q, n_k)`, integers in tokens,
    bias `(..., heads, n_q, n_k)` in the table's dtype. `bucket_options` are those of `t5_bucket`.

    Raises: ValueError if the table does not have num_buckets rows; otherwise as `t5_bucket`.

    Source: Raffel et al. 2020, sec. 2.1.

    >>> t5_bias([[0.0], [1.0], [2.0], [3.0]], [[-9, -1, 0, 1]], num_buckets=4, max_distance=8)
    array([[[1., 1., 0., 3.]]])
    """
    values, offset = float_array("table", table, ndim=2), integer_array("offsets", offsets, ndim=2)
    rows = bucket_options.get("num_buckets", 32)
    if values.ndim != 2 or len(values) != rows:
        raise ValueError(f"table must have shape (num_buckets = {rows}, heads), not {values.shape}")
    max_distance = bucket_options.get("max_distance", 128)
    furthest = max(int(offset.max(initial=0)), -int(offset.min(initial=0)))
    reach = min(furthest, whole_number("max_distance", max_distance))
    if 2 * reach + 1 < offset.size:  # few offsets, met many times: find their values once, then fetch
        values = values[t5_bucket(np.arange(-reach, reach + 1), **bucket_options)]
        index = offset + reach
    else:
        index = t5_bucket(offset, **bucket_options)
    bias = np.take(values.T, index, axis=1, mode="clip")  # beyond the reach: the last bucket
    return np.moveaxis(bias, 0, -3)
