"""A notebook as a list of top-level statements, and which of them a function needs."""

import ast
import builtins
import copy
import symtable
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from posenc.grading.reading import Cell

Function = ast.FunctionDef | ast.AsyncFunctionDef
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
KNOWN = frozenset(vars(builtins))


@dataclass(frozen=True)
class Statement:
    """One statement: where it stands, the names it binds or changes, the names it reads."""

    cell: int
    node: ast.stmt
    source: str
    binds: frozenset[str]
    changes: frozenset[str]
    reads: frozenset[str]

    @property
    def is_import(self) -> bool:
        """An import, which binds names but defines nothing of the learner's."""
        return isinstance(self.node, (ast.Import, ast.ImportFrom))


def statements_of(cells: Iterable[Cell], problems: list[str]) -> list[Statement]:
    """All statements in order; a cell that is no Python is told in `problems` and left out."""
    found = []
    for cell in cells:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of invalid escapes
                tree = ast.parse(cell.source)
            found += [_statement(cell, part) for node in tree.body for part in _parts(node)]
        except (SyntaxError, ValueError) as error:
            line = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
            problems.append(f"Cell {cell.number}{line} is no valid Python, so nothing in it counts.")
        except (RecursionError, MemoryError):
            problems.append(f"Cell {cell.number} is nested too deeply to be read.")
    return found


def needed(statements: list[Statement], name: str) -> list[Statement]:
    """The statements that `name` needs, directly or through others, in the order of the notebook."""
    imported = {bound for statement in statements if statement.is_import for bound in statement.binds}
    wanted, names = {name}, [name]
    chosen: set[int] = set()
    while names:
        asked = names.pop()
        for place, statement in enumerate(statements):
            called = isinstance(statement.node, ast.Expr) and asked in imported  # np.save(...) defines nothing
            if place not in chosen and not called and asked in statement.binds | statement.changes:
                chosen.add(place)
                fresh = (statement.reads | statement.binds | statement.changes) - KNOWN - wanted
                wanted |= fresh
                names += fresh
    return [statements[place] for place in sorted(chosen)]


def defining(statements: list[Statement], name: str) -> int | None:
    """The place of the last statement that binds a name."""
    places = [place for place, statement in enumerate(statements) if name in statement.binds]
    return places[-1] if places else None


def _parts(node: ast.stmt) -> list[ast.stmt]:
    """An import of several names as several imports: one that fails must not take the others along."""
    if not isinstance(node, (ast.Import, ast.ImportFrom)):
        return [node]
    parts: list[ast.stmt] = []
    for alias in node.names:
        part = copy.copy(node)
        part.names = [alias]
        parts.append(part)
    return parts


def _statement(cell: Cell, node: ast.stmt) -> Statement:
    # Blank lines before it, so that line numbers in errors are those of the cell.
    text = ast.unparse(node) if isinstance(node, (ast.Import, ast.ImportFrom)) else _text(cell.source, node)
    source = "\n" * (_first_line(node) - 1) + text
    return Statement(
        cell.number, node, source, frozenset(_bound(node)), frozenset(_changed(node)), frozenset(_read(source))
    )


def _text(source: str, node: ast.stmt) -> str:
    """The lines of a statement; of a line that it shares with others (`a = 1; b = 2`) its part."""
    lines = source.split("\n")[_first_line(node) - 1 : node.end_lineno]
    if node.col_offset or len(lines[-1].encode()) != node.end_col_offset:
        return ast.unparse(node) if len(lines) == 1 else "\n".join(lines)
    return "\n".join(lines)


def _first_line(node: ast.stmt) -> int:
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _read(source: str) -> Iterator[str]:
    """The names that a statement takes from the notebook: not the parameters and variables of its functions."""
    top = symtable.symtable(source, "cell", "exec")
    yield from (symbol.get_name() for symbol in top.get_symbols() if symbol.is_referenced())
    tables = top.get_children()
    while tables:
        table = tables.pop()
        tables += table.get_children()
        yield from (symbol.get_name() for symbol in table.get_symbols() if symbol.is_global())


def _own_scope(node: ast.AST) -> Iterator[ast.AST]:
    """The node and what is below it, but not the insides of functions and classes."""
    yield node
    if not isinstance(node, SCOPES):
        for child in ast.iter_child_nodes(node):
            yield from _own_scope(child)


def _bound(node: ast.stmt) -> Iterator[str]:
    for part in _own_scope(node):
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield part.name
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        elif isinstance(part, ast.alias):
            yield (part.asname or part.name).partition(".")[0]
        elif isinstance(part, ast.ExceptHandler) and part.name:
            yield part.name


def _changed(node: ast.stmt) -> Iterator[str]:
    """Names whose objects an assignment or a method call changes: `table[0] = 1`, `rows.append(x)`."""
    for part in _own_scope(node):
        if isinstance(part, (ast.Attribute, ast.Subscript)) and isinstance(part.ctx, ast.Store):
            yield from _base(part)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
        yield from _base(node.value.func)


def _base(node: ast.expr) -> Iterator[str]:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id
