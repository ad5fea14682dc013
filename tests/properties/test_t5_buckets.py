"""T5's buckets stay in range, grow with distance and never split what the released code puts together."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc.encodings.t5 import t5_bias, t5_bucket

BUCKETS = st.integers(4, 130)


@st.composite
def options(draw):
    bidirectional, num_buckets = draw(st.booleans()), draw(BUCKETS)
    exact = (num_buckets // 2 if bidirectional else num_buckets) // 2
    return {
        "bidirectional": bidirectional,
        "num_buckets": num_buckets,
        "max_distance": draw(st.integers(exact + 1, 5000)),
    }


OFFSETS = st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-6000, 6000), min_size=1, max_size=50)


@given(options=options(), offsets=OFFSETS)
def test_in_range(options, offsets):
    buckets = t5_bucket(offsets, **options)
    assert buckets.min() >= 0
    assert buckets.max() < options["num_buckets"]


@given(options=options())
def test_never_falling_with_distance_and_exact_at_first(options):
    distances = np.arange(6000)
    back = t5_bucket(-distances, **options)
    assert (np.diff(back) >= 0).all()
    exact = (options["num_buckets"] // 2 if options["bidirectional"] else options["num_buckets"]) // 2
    np.testing.assert_array_equal(back[:exact], distances[:exact])
    assert len(set(back[options["max_distance"] :])) == 1


@given(options=options(), n=st.integers(1, 12), scale=st.integers(1, 10**6), seed=st.integers(0, 2**32 - 1))
def test_bias_is_the_tables_entry(options, n, scale, seed):
    """Both ways of fetching it: by the few distinct offsets, and cell by cell."""
    rng = np.random.default_rng(seed)
    table, where = rng.normal(size=(options["num_buckets"], 3)), rng.integers(-scale, scale + 1, size=(n, n))
    expected = np.moveaxis(table[t5_bucket(where, **options)], -1, 0)
    np.testing.assert_array_equal(t5_bias(table, where, **options), expected)
