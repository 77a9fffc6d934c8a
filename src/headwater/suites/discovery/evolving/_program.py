"""Treats a program that prints one number as an anchor, so that it can be linted and look-alikes can be found."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from headwater.errors import UnsupportedError
from headwater.suites.discovery.anchors import Anchor, operations_of
from headwater.suites.discovery.building import Laboratory, Run
from headwater.suites.discovery.tasks_source import TaskSource

_DATA = "/data/"
_DECIMALS = re.compile(r",?\.(\d)f")


def files_of(program: str) -> tuple[str, ...]:
    """Return the data files that a program names, sorted.

    Raises:
        UnsupportedError: The text is not a program.
    """
    return tuple(sorted({text.removeprefix(_DATA) for text in _texts(_parsed(program)) if text.startswith(_DATA)}))


def anchor_of(source: TaskSource, program: str, laboratory: Laboratory) -> Anchor:
    """Return a program as an anchor. The program runs once to determine the number in full precision.

    Args:
        source: The program's question, or the question from which the program is derived.
        program: A program that finally prints the number in the form of the answer.
        laboratory: Runs the program.

    Raises:
        UnsupportedError: The program does not print one formatted number.
    """
    tree = _parsed(program)
    expression, decimals, is_percent = _number(tree)
    before = program.splitlines()[: tree.body[-1].lineno - 1]
    slice_ = "\n".join([*before, f"print({expression})", ""])
    (ran,) = laboratory.run(Run(slice_, (laboratory.datasets,)))
    try:
        value = float(ran.output)
    except ValueError:
        raise UnsupportedError(f"gives {ran.failure or ran.output or 'nothing'}, which is no number") from None
    if value != value or value in (float("inf"), float("-inf")):
        raise UnsupportedError(f"gives {value}, which is no number")
    return Anchor(
        notebook=source.notebook or source.id,
        cell=source.cell or 0,
        shown=f"{value:.{decimals}f}{'%' if is_percent else ''}",
        value=int(value) if not decimals and value == int(value) else value,
        expression=expression,
        slice=slice_,
        files=files_of(program),
        operations=operations_of(slice_),
    )


def _number(tree: ast.Module) -> tuple[str, int, bool]:
    """Return the expression that is printed last, its number of decimals, and whether it is a percentage."""
    last = tree.body[-1] if tree.body else None
    match last:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[shown], keywords=[])):
            return _formatted(shown)
        case _:
            raise UnsupportedError("does not end with print")


def _formatted(shown: ast.expr) -> tuple[str, int, bool]:
    match shown:
        case ast.BinOp(left=inner, op=ast.Add(), right=ast.Constant(value="%")):
            expression, decimals, _ = _formatted(inner)
            return expression, decimals, True
        case ast.Call(func=ast.Name(id="format"), args=[number, ast.Constant(value=str(form))]):
            return ast.unparse(number), _decimals(form), False
        case ast.JoinedStr(values=[ast.FormattedValue() as number, *rest]):
            return ast.unparse(number.value), _decimals(_form(number)), _percent(rest)
        case _:
            raise UnsupportedError("does not print one formatted number")


def _form(number: ast.FormattedValue) -> str:
    match number.format_spec:
        case ast.JoinedStr(values=[ast.Constant(value=str(form))]):
            return form
        case _:
            return ""


def _decimals(form: str) -> int:
    if (found := _DECIMALS.fullmatch(form)) is None:
        raise UnsupportedError("does not print one formatted number")
    return int(found[1])


def _percent(rest: list[ast.expr]) -> bool:
    match rest:
        case []:
            return False
        case [ast.Constant(value="%")]:
            return True
        case _:
            raise UnsupportedError("does not print one formatted number")


def _parsed(program: str) -> ast.Module:
    try:
        return ast.parse(program)
    except SyntaxError as error:
        raise UnsupportedError(f"is no Python: {error.msg}") from None


def _texts(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
