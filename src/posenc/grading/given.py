"""The `posenc` of the child process: the library less the answers, compiled here, sent as code."""

import ast
import marshal
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import posenc
from posenc.exercises import given as layers
from posenc.grading import inside
from posenc.grading.withheld import WITHHELD

SOURCE = Path(posenc.__file__).parent
LIBRARY = ("encodings", "symmetry", "lab")
EACH_WHEN_ASKED = """
def __getattr__(name):
    import importlib
    try:
        return importlib.import_module(f"posenc.encodings.{name}")
    except ModuleNotFoundError as error:
        raise AttributeError(str(error)) from error
"""
Modules = dict[str, tuple[Any, bool]]


@cache
def given_library(exercise_id: str) -> bytes:
    """What the learner's function for this exercise may import, marshalled: name -> (code, is a package)."""
    gone = _places(WITHHELD.get(exercise_id, ()))
    modules: Modules = {
        name: (_compiled(path, frozenset(gone.get(name, ()))), path.name == "__init__.py") for name, path in _sources()
    }
    # Each module when it is asked for: one that needs a function that is withheld must not take others along.
    modules["posenc.encodings"] = (compile(EACH_WHEN_ASKED, "posenc", "exec"), True)
    modules["posenc.exercises"] = (compile("", "posenc", "exec"), True)
    return marshal.dumps(modules)


@lru_cache(maxsize=1)
def inside_modules() -> bytes:
    """The child's own program, marshalled alike."""
    version = f"__version__ = {posenc.__version__!r}"
    modules: Modules = {"posenc": (compile(version, "posenc", "exec"), True)}
    modules["posenc.grading"] = (compile("", "posenc", "exec"), True)
    folder = Path(inside.__file__).parent
    for path in sorted(folder.glob("*.py")):
        package = path.name == "__init__.py"
        name = "posenc.grading.inside" + ("" if package else f".{path.stem}")
        modules[name] = (_compiled(path, frozenset()), package)
    return marshal.dumps(modules)


@lru_cache(maxsize=1)
def _sources() -> list[tuple[str, Path]]:
    paths = [path for part in LIBRARY for path in sorted((SOURCE / part).rglob("*.py"))]
    found = []
    for path in [*paths, Path(layers.__file__)]:
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        found.append((".".join(parts[:-1] if parts[-1] == "__init__" else parts), path))
    return found


def _places(names: tuple[str, ...]) -> dict[str, set[str]]:
    """Module -> the names that are withheld of it."""
    places: dict[str, set[str]] = {}
    for name in names:
        module, _, function = f"posenc.{name}".rpartition(".")
        places.setdefault(module, set()).add(function)
    return places


@cache
def _compiled(path: Path, gone: frozenset[str]) -> Any:
    """The code of a file without docstrings; of the functions in `gone` only the names are left."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in gone:
            words = f"{node.name} of the library is not given here: it is what this exercise asks for"
            node.body = ast.parse(f"raise RuntimeError({words!r})").body
            node.decorator_list = []
    return compile(tree, f"<posenc {path.stem}>", "exec", optimize=2)
