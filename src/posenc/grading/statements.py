"""A notebook as a list of top-level statements."""

import ast
import copy
import symtable
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from posenc.grading.reading import Cell

Function = ast.FunctionDef | ast.AsyncFunctionDef
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
MOST = 20_000  # statements of a notebook that are read: nobody writes as many


@dataclass(frozen=True)
class Statement:
    """One statement: its cell and first line, its text, the names it binds or changes, the names it reads."""

    cell: int
    line: int
    text: str
    node: ast.stmt
    binds: frozenset[str]
    changes: frozenset[str]
    reads: frozenset[str]

    @property
    def is_import(self) -> bool:
        """An import, which binds names but defines nothing of the learner's."""
        return isinstance(self.node, (ast.Import, ast.ImportFrom))


def statements_of(cells: Iterable[Cell], problems: list[str]) -> list[Statement]:
    """All statements in order; a cell that is no Python is told in `problems` and left out."""
    found: list[Statement] = []
    for cell in cells:
        try:
            found += _statements(cell)
        except (SyntaxError, ValueError) as error:
            line = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
            problems.append(f"Cell {cell.number}{line} is no valid Python, so nothing in it counts.")
        except (RecursionError, MemoryError):
            problems.append(f"Cell {cell.number} is nested too deeply to be read.")
        if len(found) > MOST:
            problems.append(f"After {MOST} statements the rest of the notebook was not read.")
            return found[:MOST]
    return found


def _statements(cell: Cell) -> list[Statement]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of invalid escapes
        tree = ast.parse(cell.source)
    lines = cell.source.split("\n")
    return [_statement(cell, lines, part) for node in tree.body[: MOST + 1] for part in _parts(node)]


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


def _statement(cell: Cell, lines: list[str], node: ast.stmt) -> Statement:
    line = _first_line(node)
    text = ast.unparse(node) if isinstance(node, (ast.Import, ast.ImportFrom)) else _text(lines, line, node)
    return Statement(
        cell.number, line, text, node, frozenset(_bound(node)), frozenset(_changed(node)), frozenset(_read(text))
    )


def _text(lines: list[str], first: int, node: ast.stmt) -> str:
    """The lines of a statement; of a line that it shares with others (`a = 1; b = 2`) its part."""
    own = lines[first - 1 : node.end_lineno]
    shares = node.col_offset or len(own[-1].encode()) != node.end_col_offset
    return ast.unparse(node) if shares and len(own) == 1 else "\n".join(own)


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
