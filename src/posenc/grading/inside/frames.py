"""Frames on a socket: eight bytes of lengths, a JSON header, the bytes of arrays. Never pickle.

Both sides read and write them. The parent believes nothing that it reads: sizes are capped, numbers come in a
few exact types, everything else raises `BrokenFrameError`.
"""

import json
import math
import socket
import struct
import time
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

DTYPES = frozenset({"|b1", "|i1", "|u1", *(f"<{kind}{size}" for kind in "iu" for size in "248"), "<f2", "<f4", "<f8"})
LENGTHS = struct.Struct("!II")
LONGEST_HEADER = 1 << 20
AT_ONCE = 1 << 16  # bytes that are read in one go
DEEPEST = 8

# A header with its values, and how many bytes of arrays it announces.
Frame = tuple[dict[str, Any], list[Any]]


class BrokenFrameError(Exception):
    """What came is no frame, or a larger one than agreed."""


class NotSentError(TypeError):
    """A value that no frame can carry; the words name its type."""


def packed(header: dict[str, Any], values: tuple[Any, ...] = ()) -> bytes:
    """The frame of a header (what JSON can hold) and values: numbers, text, arrays, lists and tuples of them, layers.

    Raises: NotSentError if a value is none of these.
    """
    blobs: list[bytes] = []
    whole = {**header, "values": [_encode(value, blobs, 0) for value in values], "sizes": [len(b) for b in blobs]}
    text = json.dumps(whole).encode()
    if len(text) > LONGEST_HEADER:
        raise NotSentError("an answer of too many parts")
    return b"".join([LENGTHS.pack(len(text), sum(map(len, blobs))), text, *blobs])


def send(sock: socket.socket, header: dict[str, Any], values: tuple[Any, ...] = ()) -> None:
    """Send a frame. Raises: NotSentError, as `packed`."""
    sock.sendall(packed(header, values))


class Reader:
    """Reads frames from a socket; what has come in after a frame waits here for the next."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock, self._waiting = sock, bytearray()

    def receive(self, *, limit: int, deadline: float | None = None, layer: Any = None) -> Frame:
        """Read one frame of at most `limit` bytes of arrays before `deadline` (of `time.monotonic`).

        Raises: BrokenFrameError; TimeoutError after the deadline; EOFError if the other side is gone.
        """
        n_text, n_bytes = LENGTHS.unpack(self._exactly(LENGTHS.size, deadline))
        if n_text > LONGEST_HEADER or n_bytes > limit:
            raise BrokenFrameError(f"a frame of {n_text} + {n_bytes} bytes")
        text, body = self._exactly(n_text, deadline), self._exactly(n_bytes, deadline)
        try:
            header = json.loads(text)
            blobs = _cut(body, header.pop("sizes"))
            values = [_decode(tree, blobs, layer, 0) for tree in header.pop("values")]
            return dict(header), values
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError, OverflowError) as error:
            raise BrokenFrameError(f"an unreadable frame ({type(error).__name__})") from error

    def _exactly(self, count: int, deadline: float | None) -> bytes:
        while len(self._waiting) < count:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                raise TimeoutError
            self._sock.settimeout(left)
            piece = self._sock.recv(AT_ONCE)
            if not piece:
                raise EOFError
            self._waiting += piece
        with memoryview(self._waiting) as waiting:
            data = bytes(waiting[:count])
        del self._waiting[:count]
        return data


def _cut(body: bytes, sizes: list[int]) -> list[memoryview]:
    if any(type(size) is not int or size < 0 for size in sizes) or sum(sizes) != len(body):
        raise ValueError("sizes")
    whole = memoryview(body)
    return [whole[start:end] for start, end in pairwise(accumulate(sizes, initial=0))]


def _encode(value: Any, blobs: list[bytes], depth: int) -> Any:
    if depth > DEEPEST:
        raise NotSentError("lists in lists in lists")
    if value is None or type(value) in (bool, str, int, float):
        return value
    if isinstance(value, (list, tuple)):
        kind = "list" if isinstance(value, list) else "tuple"
        return {kind: [_encode(item, blobs, depth + 1) for item in value]}
    if type(value).__name__ == "GivenLayer":
        return {"layer": value.name}
    array = np.array(value, subok=False)
    if array.dtype == np.longdouble:
        array = array.astype(np.float64)
    array = array.astype(array.dtype.newbyteorder("<"), copy=False)
    if array.dtype.str not in DTYPES:
        raise NotSentError(type(value).__name__)
    blobs.append(array.tobytes())
    return {"array": len(blobs) - 1, "dtype": array.dtype.str, "shape": list(array.shape)}


def _decode(tree: Any, blobs: list[memoryview], layer: Any, depth: int) -> Any:
    if tree is None or type(tree) in (bool, str, int, float):
        return tree
    if depth > DEEPEST or type(tree) is not dict:
        raise ValueError("no value")
    if "array" in tree:
        return _array(blobs[tree["array"]], tree["dtype"], tree["shape"])
    if "layer" in tree and layer is not None:
        return layer(tree["layer"])
    ((kind, items),) = tree.items()
    parts = [_decode(item, blobs, layer, depth + 1) for item in items]
    return {"list": list, "tuple": tuple}[kind](parts)


def _array(blob: memoryview, dtype: str, shape: list[int]) -> Any:
    if dtype not in DTYPES or len(shape) > 16 or any(type(n) is not int or n < 0 for n in shape):
        raise ValueError("no array")
    if math.prod(shape) * np.dtype(dtype).itemsize != len(blob):
        raise ValueError("another number of bytes than the shape says")
    return np.frombuffer(blob, dtype).reshape(shape).copy()[()]  # numbers come back as numbers
