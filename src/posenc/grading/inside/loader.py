"""`posenc` as the learner's code finds it: modules out of memory, and empty stand-ins for what only shows things."""

import marshal
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

# They show, log or check; nothing that an answer needs comes out of them.
SILENT = ("checking", "demos", "figures", "progress", "progress_report", "rehearsal", "notebooks")


class Nothing:
    """Takes every call and every attribute, and does nothing."""

    def __call__(self, *_: Any, **__: Any) -> "Nothing":
        """Nothing again."""
        return self

    def __getattr__(self, name: str) -> "Nothing":
        """Nothing again; what Python asks for itself is not there."""
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __iter__(self) -> Any:
        """No items."""
        return iter(())


class Given:
    """Finds `posenc` and what is below it in a dictionary of compiled modules, and nowhere else.

    Its bases would be those of `importlib.abc`, whose imports would lengthen every fork of the process.
    """

    def __init__(self, modules: dict[str, tuple[bytes, bool]]) -> None:
        """`modules`: name -> (code, marshalled; whether it is a package)."""
        self.modules = modules

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        """The module, a silent one, or an error: no other place is searched for posenc."""
        first, _, rest = fullname.partition(".")
        if first != "posenc":
            return None
        known = self.modules.get(fullname)
        if known is None and rest.partition(".")[0] not in SILENT:
            raise ModuleNotFoundError(f"{fullname} is not given to learners' code", name=fullname)
        return ModuleSpec(fullname, self, is_package=known is None or known[1])  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """A module as Python makes it."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's code; a silent module answers every name."""
        known = self.modules.get(module.__name__)
        if known is not None:
            exec(marshal.loads(known[0]), module.__dict__)
        else:
            module.__getattr__ = _silent(module.__name__)  # type: ignore[method-assign]


def _silent(name: str) -> Any:
    def answer(attribute: str) -> Nothing:
        if attribute.startswith("__"):
            raise AttributeError(f"module {name!r} has no attribute {attribute!r}")
        return Nothing()

    return answer


def install(modules: dict[str, tuple[bytes, bool]]) -> Given:
    """Put a finder before all others."""
    given = Given(modules)
    sys.meta_path.insert(0, given)
    return given
