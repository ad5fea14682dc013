"""Functions that cards name: "topic.function" in experiments/ or numeric/."""

import importlib
from collections.abc import Callable
from typing import Any


def find(name: str, package: str) -> Callable[..., Any]:
    """The function `name` = "topic.function" of posenc.rehearsal.`package`.

    Raises: LookupError if there is no such module or no such public function in it.
    """
    topic, _, function = name.partition(".")
    module = f"posenc.rehearsal.{package}.{topic}"
    if not (topic.isidentifier() and function.isidentifier()) or function.startswith("_"):
        raise LookupError(f"{name!r} is not of the form topic.function")
    try:
        found = getattr(importlib.import_module(module), function, None)
    except ModuleNotFoundError as error:
        if error.name not in (module, module.rpartition(".")[0]):
            raise
        raise LookupError(f"there is no {package}/{topic}.py") from None
    if not callable(found):
        raise LookupError(f"there is no function {function} in {package}/{topic}.py")
    return found
