"""The protocol: what is sent arrives as it was, what is forged does not arrive at all."""

import json
import math
import socket
import struct
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from posenc.exercises.given import GivenLayer
from posenc.grading.inside.frames import DTYPES, BrokenFrameError, NotSentError, Reader, send

ARRAYS = st.sampled_from(sorted(DTYPES)).flatmap(lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=1)))
PLAIN = st.none() | st.booleans() | st.integers(-(2**80), 2**80) | st.floats() | st.text() | ARRAYS
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner), max_leaves=6)


def through(*values, limit=1 << 20, layer=None):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        send(ours, {"is": "call"}, values)
        header, got = Reader(theirs).receive(limit=limit, deadline=time.monotonic() + 5, layer=layer)
    assert header == {"is": "call"}
    return got


def same(one, other):
    if isinstance(one, (list, tuple)):
        return type(one) is type(other) and len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    return type(one) is type(other) and (one == other or (isinstance(one, float) and math.isnan(one)))


@given(st.lists(VALUES, max_size=3))
def test_values_arrive_as_they_were(values):
    assert same(values, through(*values))


def test_arrays_come_as_plain_arrays_of_one_byte_order():
    class Own(np.ndarray):
        pass

    (got,) = through(np.arange(3, dtype=">i4").view(Own))
    assert type(got) is np.ndarray
    assert got.dtype == np.dtype("<i4")
    assert got.flags.writeable
    assert through(np.float32(1.5)) == [np.float32(1.5)]


def test_a_layer_is_sent_by_name_to_those_who_can_build_it():
    assert through(GivenLayer("square"), layer=GivenLayer) == [GivenLayer("square")]
    with pytest.raises(BrokenFrameError):
        through(GivenLayer("square"))


@pytest.mark.parametrize("value", [object(), {1: 2}, {1}, b"1", 1j, np.array([None]), np.array(["a"]), len, ...])
def test_other_things_are_not_sent(value):
    with pytest.raises(NotSentError):
        through(value)


def test_an_answer_that_is_too_large_does_not_arrive():
    assert len(through(np.zeros(100), limit=800)[0]) == 100
    with pytest.raises(BrokenFrameError, match="a frame of"):
        through(np.zeros(100), limit=799)


ARRAY = {"array": 0, "dtype": "<f8", "shape": [1]}
FORGED = {
    "an object": ARRAY | {"dtype": "|O"},
    "a text": ARRAY | {"dtype": "<U2"},
    "a record": ARRAY | {"dtype": [["a", "<f8"]]},
    "a negative side": ARRAY | {"shape": [-1]},
    "a large side": ARRAY | {"shape": [2**62, 2**62]},
    "True as a side": ARRAY | {"shape": [True]},
    "half a side": ARRAY | {"shape": [1.0]},
    "too many sides": ARRAY | {"shape": [1] * 40},
    "another shape": ARRAY | {"shape": [2]},
    "another array": ARRAY | {"array": 1},
    "an array by name": ARRAY | {"array": "x"},
    "a layer": {"layer": "square"},
    "two things": {"list": [], "tuple": []},
    "a set": {"set": []},
    "nothing": {},
    "a bare list": [1],
    "a deep list": json.loads('{"list": [' * 50 + "1" + "]}" * 50),
}


@pytest.mark.parametrize("what", FORGED)
def test_forged_values_are_refused(what):
    with pytest.raises(BrokenFrameError):
        arrived(json.dumps({"values": [FORGED[what]], "sizes": [8]}).encode(), bytes(8))


@pytest.mark.parametrize("text", [b"", b"1", b"[]", b"{}", b'{"values": []}', b'{"values": 1, "sizes": []}', b"\xff"])
def test_forged_headers_are_refused(text):
    with pytest.raises(BrokenFrameError):
        arrived(text, b"")


def arrived(text, body):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(struct.pack("!II", len(text), len(body)) + text + body)
        return Reader(theirs).receive(limit=1000, deadline=time.monotonic() + 5)


def test_silence_ends_at_the_deadline_and_a_lost_peer_at_once():
    ours, theirs = socket.socketpair()
    with theirs:
        with ours:
            with pytest.raises(TimeoutError):
                Reader(theirs).receive(limit=0, deadline=time.monotonic() + 0.01)
            ours.sendall(b"1234")
        with pytest.raises(EOFError):
            Reader(theirs).receive(limit=0, deadline=time.monotonic() + 5)
