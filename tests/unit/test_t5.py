"""T5's buckets: exact boundaries, both ends, tables that fit, and the bias in every shape."""

import numpy as np
import pytest

from posenc.encodings.positions import offsets
from posenc.encodings.t5 import t5_bias, t5_bucket


def bucket_by_exact_powers(distance: int, per_side: int, max_distance: int) -> int:
    """The bucket as a count of the boundaries that are not above the distance, in whole numbers.

    The k-th of m boundaries is e · (max / e)^(k/m): taken to the m-th power nothing is rounded.
    """
    exact = per_side // 2
    if distance < exact:
        return distance
    m = per_side - exact
    return exact + sum(distance**m >= exact ** (m - k) * max_distance**k for k in range(1, m))


# In the last two, plain float64 logarithms put distances such as 20 and 80 (of 160) on the wrong side.
@pytest.mark.parametrize(
    ("num_buckets", "max_distance"),
    [(32, 128), (16, 128), (8, 20), (2, 2), (20, 1000), (64, 256), (10, 160), (40, 640)],
)
def test_causal_buckets_follow_the_exact_boundaries(num_buckets, max_distance):
    distances = range(2 * max_distance)
    expected = [bucket_by_exact_powers(d, num_buckets, max_distance) for d in distances]
    options = {"num_buckets": num_buckets, "max_distance": max_distance}
    got = t5_bucket([-d for d in distances], bidirectional=False, **options)
    assert got.tolist() == expected
    both = t5_bucket([-d for d in distances], num_buckets=2 * num_buckets, max_distance=max_distance)
    assert both.tolist() == expected


def test_later_keys_take_the_upper_half_or_bucket_zero():
    far = np.arange(1, 300)
    np.testing.assert_array_equal(t5_bucket(far), t5_bucket(-far) + 16)
    np.testing.assert_array_equal(t5_bucket(far, bidirectional=False), 0)


def test_the_last_bucket_catches_all_beyond():
    beyond = [-128, -200, -1000, -(10**9), -(2**62), -(2**63)]
    assert t5_bucket(beyond, bidirectional=False).tolist() == [31] * 6
    assert t5_bucket(beyond).tolist() == [15] * 6
    assert t5_bucket([2**62]).tolist() == [31]


def test_offset_zero_meets_no_logarithm():
    with np.errstate(all="raise"):
        assert t5_bucket([0, -1], bidirectional=False).tolist() == [0, 1]


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_narrow_integers_do_not_wrap(dtype):
    assert t5_bucket(np.array([-128, 127], dtype=dtype)).tolist() == [15, 31]


def test_any_shape():
    assert t5_bucket(-3).shape == ()
    assert t5_bucket(np.zeros((2, 0, 3), dtype=int)).shape == (2, 0, 3)


def by_definition(table, where, **options):
    return np.moveaxis(table[t5_bucket(where, **options)], -1, -3)


@pytest.mark.parametrize("bidirectional", [True, False])
@pytest.mark.parametrize("positions", [np.arange(6), np.arange(300), np.array([5, -(10**6), 7, 10**9])])
def test_bias_is_the_tables_entry_of_the_bucket(positions, bidirectional):
    table, where = np.random.default_rng(0).normal(size=(32, 3)), offsets(positions, positions)
    bias = t5_bias(table, where, bidirectional=bidirectional)
    assert bias.shape == (3, len(positions), len(positions))
    np.testing.assert_array_equal(bias, by_definition(table, where, bidirectional=bidirectional))


def test_heads_stand_between_batch_and_queries():
    table = np.random.default_rng(0).normal(size=(32, 2))
    positions = np.array([np.arange(30), np.arange(30)[::-1]])  # as many examples as heads
    where = offsets(positions, positions)
    bias = t5_bias(table, where)
    assert bias.shape == (2, 2, 30, 30)
    for example in range(2):
        np.testing.assert_array_equal(bias[example], t5_bias(table, where[example]))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_dtype_is_kept(dtype):
    assert t5_bias(np.ones((32, 2), dtype=dtype), [[0]]).dtype == dtype


def test_no_queries():
    assert t5_bias(np.ones((32, 2)), np.zeros((0, 4), dtype=int)).shape == (2, 0, 4)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"num_buckets": 3}, ValueError, "num_buckets must be at least 4, not 3"),
        ({"num_buckets": 1, "bidirectional": False}, ValueError, "num_buckets must be at least 2, not 1"),
        ({"num_buckets": 0}, ValueError, "num_buckets .* not 0"),
        ({"num_buckets": 32.0}, TypeError, r"num_buckets .* not 32\.0"),
        ({"max_distance": 8}, ValueError, "max_distance must be at least 9, not 8"),
        ({"max_distance": 16, "bidirectional": False}, ValueError, "max_distance must be at least 17, not 16"),
        ({"max_distance": 128.0}, TypeError, "max_distance"),
    ],
)
def test_bad_options(options, error, message):
    with pytest.raises(error, match=message):
        t5_bucket([0], **options)
    table = np.ones((int(options.get("num_buckets", 32)), 2))
    with pytest.raises(error, match=message):
        t5_bias(table, np.zeros((3, 3), dtype=int), **options)


@pytest.mark.parametrize("offsets_", [[0.0], [[1.5]], [True]])
def test_offsets_that_are_not_integers(offsets_):
    with pytest.raises(TypeError, match="offsets must be integers"):
        t5_bucket(offsets_)


@pytest.mark.parametrize("table", [np.ones((31, 2)), np.ones((33, 2)), np.ones((1, 32, 2)), np.ones((2, 32))])
def test_tables_that_do_not_fit(table):
    with pytest.raises(ValueError, match=r"table must have shape \(num_buckets = 32, heads\)"):
        t5_bias(table, [[0]])


def test_unknown_options():
    with pytest.raises(TypeError, match="max_length"):
        t5_bias(np.ones((32, 1)), [[0]], max_length=3)
