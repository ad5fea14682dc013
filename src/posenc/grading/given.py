"""The `posenc` of the child process: the library less the answers, compiled here, sent as code."""

import ast
import marshal
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

import posenc
from posenc.exercises import given as layers
from posenc.grading import inside
from posenc.grading.withheld import WITHHELD

SOURCE = Path(posenc.__file__).parent
LIBRARY = ("encodings", "symmetry", "lab")
LAZY = frozenset({"posenc.encodings", "posenc.symmetry"})
EACH_WHEN_ASKED = """
def __getattr__(name):
    import importlib
    try:
        module = importlib.import_module(PLACES.get(name, f"{__name__}.{name}"))
    except ModuleNotFoundError as error:
        raise AttributeError(str(error)) from error
    return getattr(module, name) if name in PLACES else module
"""
NOTHING = marshal.dumps({})


@cache
def given_for(exercise_id: str) -> bytes:
    """The modules that some exercise asks a function of, as this exercise may have them: name -> (code, is a package).

    All of it is marshalled, each code once more: a module that is not imported is not unpacked.
    """
    gone = _places(WITHHELD.get(exercise_id, ()))
    asked_of = _places(name for names in WITHHELD.values() for name in names)
    return marshal.dumps({name: _compiled(name, frozenset(gone.get(name, ()))) for name in asked_of})


@lru_cache(maxsize=1)
def given_to_all() -> bytes:
    """The rest of the library, which is the same for all, and the child's own program, marshalled alike."""
    asked_of = _places(name for names in WITHHELD.values() for name in names)
    modules = {name: _compiled(name, frozenset()) for name in _sources() if name not in asked_of}
    modules["posenc"] = _packed(f"__version__ = {posenc.__version__!r}"), True
    modules["posenc.exercises"] = modules["posenc.grading"] = _packed(""), True
    return marshal.dumps(modules)


@lru_cache(maxsize=1)
def _sources() -> dict[str, Path]:
    """Module -> its file, for all that is given whole or in part."""
    paths = [path for part in LIBRARY for path in sorted((SOURCE / part).rglob("*.py"))]
    paths += [Path(layers.__file__), *sorted(Path(inside.__file__).parent.glob("*.py"))]
    return {".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__"): path
            for path in paths}  # fmt: skip


def _places(names: Iterable[str]) -> dict[str, set[str]]:
    """Module -> the names that are withheld of it."""
    places: dict[str, set[str]] = {}
    for name in names:
        module, _, function = f"posenc.{name}".rpartition(".")
        places.setdefault(module, set()).add(function)
    return places


@cache
def _compiled(name: str, gone: frozenset[str]) -> tuple[bytes, bool]:
    """The code of a module without docstrings; of the functions in `gone` only the names are left."""
    path = _sources()[name]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in gone:
            words = f"{node.name} of the library is not given here: it is what this exercise asks for"
            node.body = ast.parse(f"raise RuntimeError({words!r})").body
            node.decorator_list = []
    return _packed(_each_when_asked(tree) if name in LAZY else tree, name), path.name == "__init__.py"


def _each_when_asked(package: ast.Module) -> ast.Module:
    """A package that imports each of its modules when it is asked for: one that needs a function that is withheld
    must not take others along.
    """
    imports = [node for node in package.body if isinstance(node, ast.ImportFrom)]
    places = {alias.name: node.module for node in imports for alias in node.names if node.module not in LAZY}
    rest = [node for node in package.body if node not in imports]
    return ast.Module([*rest, *ast.parse(f"PLACES = {places}\n{EACH_WHEN_ASKED}").body], [])


def _packed(source: str | ast.Module, name: str = "posenc") -> bytes:
    return marshal.dumps(compile(source, f"<{name}>", "exec", optimize=2))
