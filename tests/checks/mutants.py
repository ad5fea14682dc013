"""Mutants of a function: its source with one small slip each, as a tired hand would make it."""

import ast
import inspect
import textwrap
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.MatMult: ast.Mult,
    ast.Pow: ast.Mult, ast.FloorDiv: ast.Div, ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
NEGATED = {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt}
EDGES = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
TWINS = [("max", "min"), ("maximum", "minimum"), ("ones", "zeros"), ("sum", "mean"), ("sin", "cos")]
SIBLING = dict(TWINS) | {b: a for a, b in TWINS}


@dataclass(frozen=True)
class Mutant:
    """One slip: the line as it now reads, and the function with it."""

    line: str
    function: Callable[..., Any]


def mutants(function: Callable[..., Any]) -> list[Mutant]:
    """Every mutant of a function that was written with `def`, once each; they see the function's own globals."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = tree.body[0]
    definition.body = definition.body[1:] if ast.get_docstring(definition) else definition.body
    local = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - set(function.__globals__)
    given = local & set(inspect.signature(function).parameters)
    roles = [sorted(given), sorted(local - given)]  # an argument is taken for another one, not for a result
    returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    before = ast.unparse(tree).splitlines()
    found = {}
    definition = _Signs().visit(definition)
    for node, put in list(_places(definition)):
        negated = [ast.UnaryOp(ast.USub(), node)] if node in returned else []
        for variant in [*_variants(node, roles), *negated]:
            put(variant)
            after = ast.unparse(tree).splitlines()
            for old, new in zip(before, after, strict=True):
                if old != new:
                    found[new.strip()] = "\n".join(after)
        put(node)
    return [Mutant(line, _run(source, function)) for line, source in found.items()]


class _Signs(ast.NodeTransformer):
    """-1 is a constant to whoever writes it; to the grammar it is an operator before one."""

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        match node:
            case ast.UnaryOp(ast.USub(), ast.Constant(int(value) | float(value))):
                return ast.Constant(-value)
        return self.generic_visit(node)


def _run(source: str, function: Callable[..., Any]) -> Callable[..., Any]:
    space = dict(function.__globals__)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # -1[...] and its like: what they raise when called is enough
        exec(compile(source, f"<mutant of {function.__name__}>", "exec"), space)
    return space[function.__name__]


def _places(definition: ast.FunctionDef) -> Iterator[tuple[ast.expr, Callable[[ast.expr], None]]]:
    """Every expression of the body, with the function that puts another in its place."""
    for parent in (node for statement in definition.body for node in ast.walk(statement)):
        for name, value in ast.iter_fields(parent):
            if isinstance(value, ast.expr):
                yield value, partial(setattr, parent, name)
            elif isinstance(value, list):
                items = ((i, item) for i, item in enumerate(value) if isinstance(item, ast.expr))
                yield from ((item, partial(value.__setitem__, i)) for i, item in items)


def _variants(node: ast.expr, roles: list[list[str]]) -> Iterator[ast.expr]:
    match node:
        case ast.BinOp(left, op, right):
            if type(op) in OPERATORS:
                yield ast.BinOp(left, OPERATORS[type(op)](), right)
            if not isinstance(op, (ast.Add, ast.Mult)):
                yield ast.BinOp(right, op, left)
            yield from (left, right)
        case ast.UnaryOp(ast.USub(), operand):
            yield operand
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value) | float(value)):
            yield from (ast.Constant(other) for other in (value + 1, value - 1, 0, -value) if other != value)
        case ast.Compare(left, [op], [right]):
            yield from (ast.Compare(left, [to[type(op)]()], [right]) for to in (NEGATED, EDGES) if type(op) in to)
        case ast.Subscript(value, ast.Name() as index, ctx):
            for op in (ast.Add(), ast.Sub()):
                yield ast.Subscript(value, ast.BinOp(index, op, ast.Constant(1)), ctx)
        case ast.Slice(lower, upper, step):
            yield from (ast.Slice(None, upper, step), ast.Slice(lower, None, step), ast.Slice(lower, upper, None))
        case ast.Attribute(value, "T"):
            yield value
        case ast.Tuple([first, second, *rest], ast.Load() as ctx):
            yield ast.Tuple([second, first, *rest], ctx)
        case ast.Call():
            yield from _call_variants(node, [name for names in roles for name in names])
        case ast.Name(name, ast.Load()):
            others = (other for names in roles if name in names for other in names if other != name)
            yield from (ast.Name(other, ast.Load()) for other in others)


def _call_variants(call: ast.Call, local: list[str]) -> Iterator[ast.expr]:
    """The call with another function, without a keyword, with two arguments swapped; an argument in its place."""
    function, arguments, keywords = call.func, call.args, call.keywords
    for gone in keywords:
        yield ast.Call(function, arguments, [keyword for keyword in keywords if keyword is not gone])
    if len(arguments) > 1:
        yield ast.Call(function, [arguments[1], arguments[0], *arguments[2:]], keywords)
    yield from arguments
    if isinstance(function, ast.Attribute):
        if function.attr in SIBLING:
            yield ast.Call(ast.Attribute(function.value, SIBLING[function.attr], ast.Load()), arguments, keywords)
        if not isinstance(function.value, ast.Name) or function.value.id in local:
            yield function.value  # a method's own array
