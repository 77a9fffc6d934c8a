"""Puts Python conditions and formulas into words, without naming the table because there is only one."""

from __future__ import annotations

import ast
from typing import NoReturn

from headwater.suites.discovery.questions._records import UnwritableError

_COMPARED = {
    ast.Eq: "is",
    ast.NotEq: "is not",
    ast.Gt: "is more than",
    ast.GtE: "is at least",
    ast.Lt: "is less than",
    ast.LtE: "is at most",
}
_CALCULATED = {ast.Add: "plus", ast.Sub: "minus", ast.Mult: "times", ast.Div: "divided by"}
_TESTS = {"isna": "is missing", "isnull": "is missing", "notna": "is known", "notnull": "is known"}
_TEXT_TESTS = {"contains": "contains", "startswith": "begins with", "endswith": "ends in"}
_PARTS_OF_DATES = frozenset({"year", "month", "day", "hour"})


def condition(node: ast.expr) -> str:
    """Return a table filter in words.

    Raises:
        UnwritableError: The filter cannot be worded.
    """
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in _COMPARED:
            return f"{value(left)} {_COMPARED[type(operator)]} {value(right)}"
        case ast.BinOp(left=left, op=ast.BitAnd(), right=right):
            return f"{condition(left)} and {condition(right)}"
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"either {condition(left)} or {condition(right)}"
        case ast.UnaryOp(op=ast.Invert(), operand=inner):
            return f"it is not so that {condition(inner)}"
        case ast.Call(func=ast.Attribute(value=base, attr=name), args=[]) if name in _TESTS:
            return f"{value(base)} {_TESTS[name]}"
        case ast.Call(func=ast.Attribute(value=base, attr="isin"), args=[ast.List(elts=elements)]) if elements:
            return f"{value(base)} is one of {', '.join(map(value, elements))}"
        case ast.Call(func=ast.Attribute(value=base, attr="between"), args=[low, high], keywords=[]):
            return f"{value(base)} is from {value(low)} to {value(high)}"
        case ast.Call(
            func=ast.Attribute(value=ast.Attribute(value=base, attr="str"), attr=name),
            args=[ast.Constant(value=str(text))],
        ) if name in _TEXT_TESTS:
            return f"{value(base)} {_TEXT_TESTS[name]} {text}"
        case _:
            return fail_in_words(node)


def is_condition(node: ast.expr) -> bool:
    """Return whether an expression is a filter that can be put into words."""
    try:
        condition(node)
    except UnwritableError:
        return False
    return True


def value(node: ast.expr) -> str:
    """Return a column, a constant or a formula in words.

    Raises:
        UnwritableError: The expression cannot be worded.
    """
    match node:
        case ast.Constant(value=str() | int() | float() as constant):
            return str(constant)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as constant)):
            return str(-constant)
        case ast.Call(func=ast.Attribute(attr="Timestamp" | "to_datetime"), args=[inner, *_]):
            return value(inner)
        case ast.Call(
            func=ast.Attribute(attr="Timedelta"),
            args=[],
            keywords=[ast.keyword(arg=str(unit), value=ast.Constant(value=int() | float() as n))],
        ):
            return f"{n} {unit}"
        case ast.Attribute(value=ast.Attribute(value=base, attr="dt"), attr=part) if part in _PARTS_OF_DATES:
            return f"the {part} of {value(base)}"
        case ast.Attribute(value=base, attr=name) if is_table(base):
            return column(name)
        case ast.Subscript(value=base, slice=ast.Constant(value=str(name))) if is_table(base):
            return column(name)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _CALCULATED:
            return f"{value(left)} {_CALCULATED[type(operator)]} {value(right)}"
        case _:
            return fail_in_words(node)


def is_table(node: ast.expr) -> bool:
    """Return whether an expression is the table or a subset of its rows."""
    match node:
        case ast.Name():
            return True
        case (
            ast.Subscript(value=ast.Attribute(value=base, attr="loc"), slice=test)
            | ast.Subscript(value=base, slice=test)
        ):
            return not isinstance(test, ast.Constant) and is_table(base)
        case ast.Call(func=ast.Attribute(value=base, attr="copy" | "reset_index")):
            return is_table(base)
        case _:
            return False


def column(name: str) -> str:
    """Return the name of a column as words, such as ``mean height`` for ``mean_height``."""
    return " ".join(name.replace("_", " ").split())


def fail_in_words(node: ast.AST) -> NoReturn:
    """Raise an error because an expression cannot be put into words."""
    raise UnwritableError(f"there are no words for {' '.join(ast.unparse(node).split())[:120]}")
