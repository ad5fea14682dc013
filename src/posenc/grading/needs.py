"""Which of a notebook's statements a function needs: only those are run."""

import ast
import builtins
from collections import defaultdict

from posenc.grading.statements import Statement

KNOWN = frozenset(vars(builtins))


class Needs:
    """Of a notebook's statements, which ones a name needs."""

    def __init__(self, statements: list[Statement]) -> None:
        self._statements, self._providers = statements, _providers(statements)

    def of(self, name: str, *, end: int | None = None) -> list[Statement]:
        """The statements that `name` needs, directly or through others, in order; of the first `end` of all."""
        seen, names = {name}, [name]
        chosen: set[int] = set()
        while names:
            for place in self._providers.get(names.pop(), ()):
                if place in chosen or (end is not None and place >= end):
                    continue
                chosen.add(place)
                statement = self._statements[place]
                fresh = (statement.reads | statement.binds | statement.changes) - KNOWN - seen
                seen |= fresh
                names += fresh
        return [self._statements[place] for place in sorted(chosen)]


def defining(statements: list[Statement], name: str) -> int | None:
    """The place of the last statement that binds a name."""
    return next((place for place in reversed(range(len(statements))) if name in statements[place].binds), None)


def _providers(statements: list[Statement]) -> dict[str, list[int]]:
    """Name -> the places of the statements that bind or change it."""
    imported = {name for statement in statements if statement.is_import for name in statement.binds}
    places: dict[str, list[int]] = defaultdict(list)
    for place, statement in enumerate(statements):
        called = isinstance(statement.node, ast.Expr)  # np.save(...) changes nothing that a function needs
        for name in statement.binds | (statement.changes - imported if called else statement.changes):
            places[name].append(place)
    return places
