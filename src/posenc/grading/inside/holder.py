"""The process of one exercise: it runs what the learner's function needs, then answers calls of it."""

import contextlib
import json
import marshal
import os
import socket
import sys
from types import CodeType, ModuleType, TracebackType
from typing import Any

import numpy as np

from posenc.grading.inside.calls import Key, key_of
from posenc.grading.inside.frames import NotSentError, Reader, send
from posenc.grading.inside.loader import Given, Nothing

ORDERS = 1 << 26  # bytes of one order: the library as code, or the inputs of some calls
LONGEST = 400  # characters of an error's words


def hold(sock: socket.socket, given: Given, limits: dict[str, int]) -> None:
    """Read what to run, run it, say what came of it, and answer calls until the parent has had enough."""
    _own_streams()
    _limit(limits)
    orders = Reader(sock)
    order, (modules, pieces) = orders.receive(limit=ORDERS)
    given.modules.update(marshal.loads(memoryview(modules)))
    space = _main_module()
    trouble = [_run(number, source, space) for number, (_, source) in enumerate(json.loads(pieces.tobytes()))]
    function = space.get(order["name"])
    kind = "function" if callable(function) else "nothing" if function is None else type(function).__name__
    send(sock, {"is": "ready", "found": kind, "trouble": [words for words in trouble if words]})
    number = 0
    while True:
        order, calls = orders.receive(limit=ORDERS, layer=_layer)
        if order["is"] == "end":
            return  # at once: what the learner's code has planned for the end is not run
        for inputs in calls:
            number += 1
            _answer(sock, number, function, inputs)


def _own_streams() -> None:
    """Standard streams opened anew: flags and locks of the inherited ones would stay with the parent."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)
    os.close(null)


def _limit(limits: dict[str, int]) -> None:
    """Hard limits, so that nothing that follows can lift them; files, processes and memory are for this process."""
    import resource

    for name, most in limits.items():
        kind = getattr(resource, name, None)
        if kind is not None:
            with contextlib.suppress(ValueError, OSError):  # of a system that grants less already
                resource.setrlimit(kind, (most, most))
    os.umask(0o077)


def _main_module() -> dict[str, Any]:
    """An empty `__main__` with what IPython adds to it."""
    main = ModuleType("__main__")
    sys.modules["__main__"] = main
    main.__dict__.update(display=Nothing(), get_ipython=Nothing())
    return main.__dict__


def _run(number: int, source: str, space: dict[str, Any]) -> dict[str, Any] | None:
    """Run one statement; an error is told, and what comes after is still run."""
    try:
        code: CodeType = compile(source, f"<piece {number}>", "exec")
        exec(code, space)
    except BaseException as error:
        return {"piece": number, **_told(error)}
    return None


def _answer(sock: socket.socket, number: int, function: Any, inputs: tuple[Any, ...]) -> None:
    before = _arrays(inputs)
    try:
        result = function(*inputs)
        changed = _arrays(inputs) != before
        send(sock, {"is": "answer", "number": number, "changed": changed}, (result,))
    except NotSentError as error:
        send(sock, {"is": "answer", "number": number, "other": str(error)[:LONGEST]})
    except BaseException as error:
        send(sock, {"is": "answer", "number": number, **_told(error)})


def _arrays(inputs: tuple[Any, ...]) -> list[Key]:
    return [key_of(value) for value in inputs if isinstance(value, np.ndarray)]


def _layer(name: str) -> Any:
    from posenc.exercises.given import GivenLayer  # the given one

    return GivenLayer(name)


def _told(error: BaseException) -> dict[str, Any]:
    """An error's type, words and the innermost line of the learner's own."""
    try:
        words = str(error)[:LONGEST]
    except BaseException:
        words = "(an error without readable words)"
    return {"error": type(error).__name__[:80], "words": words, "place": _place(error.__traceback__)}


def _place(trace: TracebackType | None) -> list[int] | None:
    place = None
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.startswith("<piece "):
            place = [int(name[7:-1]), trace.tb_lineno]
        trace = trace.tb_next
    return place
