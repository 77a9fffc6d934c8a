"""Finds the expressions whose values a notebook statement prints or displays."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from headwater.suites.discovery.anchors._program import Statement

_Statement = TypeVar("_Statement", bound=ast.stmt)
SHOWN = "shown"
"""The list that collects the values that loops and functions print, in the order of the calls."""
_PRINTERS = frozenset({"print", "display"})
_PLAIN = frozenset({"str", "repr", "format"})


@dataclass(frozen=True)
class Shown:
    """An expression whose value is shown.

    Attributes:
        expression: The expression.
        functions: Printing functions, keyed by name and rewritten to append to `SHOWN` instead of printing.
        statement: The statement that fills `SHOWN`, or None for an expression that is evaluated directly.
    """

    expression: ast.expr
    functions: dict[str, ast.FunctionDef]
    statement: ast.stmt | None = None

    @property
    def setup(self) -> str:
        """The code to run before the expression is evaluated, if the statement itself has not run."""
        if self.statement is None:
            return ""
        nodes = [_empty_list(), *self.functions.values(), self.statement]
        return "\n".join(map(ast.unparse, nodes))


def shown_by(statement: Statement, functions: dict[str, ast.FunctionDef]) -> Iterator[Shown]:
    """Yield the expressions that a statement shows.

    Args:
        statement: A statement of a program.
        functions: The program's printing functions, by name.
    """
    node = statement.node
    if isinstance(node, ast.Expr) and _is_print(node.value):
        for value in _printed(node.value):
            yield Shown(value, {})
        return
    called = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} & functions.keys()
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and (called or _prints(node)):
        collected = {name: _collecting(functions[name]) for name in sorted(called)}
        yield Shown(ast.Name(SHOWN, ast.Load()), collected, _collecting(node))
    if isinstance(node, ast.Expr) and statement.is_last:
        yield Shown(node.value, {})


def printing_functions(statements: Sequence[Statement]) -> dict[str, ast.FunctionDef]:
    """Return the functions in a program that print output."""
    return {
        each.node.name: each.node
        for each in statements
        if isinstance(each.node, ast.FunctionDef) and _prints(each.node)
    }


def without_prints(node: ast.stmt) -> ast.stmt:
    """Return a statement without its ``print`` calls, or the statement itself if it has none."""
    return _changed(_Dropping(), node) if _prints(node) else node


def _empty_list() -> ast.stmt:
    return ast.parse(f"{SHOWN} = []").body[0]


def _prints(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Expr) and _is_print(each.value) for each in ast.walk(node))


def _is_print(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _PRINTERS


def _printed(call: ast.expr) -> list[ast.expr]:
    assert isinstance(call, ast.Call)
    return [value for argument in call.args for value in _values(argument)]


def _values(node: ast.expr) -> list[ast.expr]:
    """Return the expressions interpolated into an f-string, or else the expression itself."""
    match node:
        case ast.Constant():
            return []
        case ast.Starred(value=inner):
            return [inner]
        case ast.JoinedStr(values=parts):
            return [value for part in parts for value in _values(part)]
        case ast.FormattedValue(value=inner):
            return _values(inner) or [inner]
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod(), right=right):
            every = right.elts if isinstance(right, ast.Tuple) else [right]
            return [value for each in every for value in _values(each)]
        case ast.BinOp(left=left, op=ast.Add(), right=right) if _is_text(left) or _is_text(right):
            return [*_values(left), *_values(right)]
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="format"), args=args, keywords=keywords):
            return [value for each in (*args, *(keyword.value for keyword in keywords)) for value in _values(each)]
        case ast.Call(func=ast.Name(id=name), args=[inner, *_]) if name in _PLAIN:
            return _values(inner)
        case _:
            return [node]


def _is_text(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr() | ast.Call(func=ast.Name(id="str")):
            return True
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _is_text(left) or _is_text(right)
        case _:
            return False


class _Dropping(ast.NodeTransformer):
    """Removes ``print`` calls."""

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        return ast.Pass() if _is_print(node.value) else node


class _Collecting(ast.NodeTransformer):
    """Replaces prints with appends to `SHOWN`, except for loop variables, which only label the output."""

    def __init__(self) -> None:
        self._labels: set[str] = set()

    def visit_For(self, node: ast.For) -> ast.stmt:
        self._labels |= {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}
        self.generic_visit(node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if not _is_print(node.value):
            return node
        values = [each for each in _printed(node.value) if not (isinstance(each, ast.Name) and each.id in self._labels)]
        if not values:
            return ast.Pass()
        append = ast.Attribute(ast.Name(SHOWN, ast.Load()), "append", ast.Load())
        return ast.Expr(ast.Call(append, [ast.Tuple(values, ast.Load())], []))


def _collecting(node: _Statement) -> _Statement:
    return _changed(_Collecting(), node)


def _changed(transformer: ast.NodeTransformer, node: _Statement) -> _Statement:
    """Return a transformed copy without redundant ``pass`` statements."""
    changed: _Statement = ast.fix_missing_locations(transformer.visit(copy.deepcopy(node)))
    for each in ast.walk(changed):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(each, name, None)
            if isinstance(body, list):
                others = [statement for statement in body if not isinstance(statement, ast.Pass)]
                setattr(each, name, others or body[:1])
    return changed
