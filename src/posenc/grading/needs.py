"""Which of a notebook's statements a function needs: only those are run."""

import ast
import builtins
from collections import defaultdict

from posenc.grading.statements import Statement

KNOWN = frozenset(vars(builtins))


def needed(statements: list[Statement], name: str) -> list[Statement]:
    """The statements that `name` needs, directly or through others, in the order of the notebook."""
    providers = _providers(statements)
    seen, names = {name}, [name]
    chosen: set[int] = set()
    while names:
        for place in set(providers[names.pop()]) - chosen:
            chosen.add(place)
            statement = statements[place]
            fresh = (statement.reads | statement.binds | statement.changes) - KNOWN - seen
            seen |= fresh
            names += fresh
    return [statements[place] for place in sorted(chosen)]


def defining(statements: list[Statement], name: str) -> int | None:
    """The place of the last statement that binds a name."""
    return next((place for place in reversed(range(len(statements))) if name in statements[place].binds), None)


def _providers(statements: list[Statement]) -> dict[str, list[int]]:
    """Name -> the places of the statements that bind or change it."""
    imported = {name for statement in statements if statement.is_import for name in statement.binds}
    providers: dict[str, list[int]] = defaultdict(list)
    for place, statement in enumerate(statements):
        called = isinstance(statement.node, ast.Expr)  # np.save(...) changes nothing that a function needs
        for name in statement.binds | (statement.changes - imported if called else statement.changes):
            providers[name].append(place)
    return providers
