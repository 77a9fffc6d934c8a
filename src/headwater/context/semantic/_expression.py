"""Parses filters, computed columns and measures, and checks them against an allowlist. No text is copied into the SQL.

The language is the subset of SQL expressions that compares and computes values in a row: ``and``, ``or``, ``not``,
comparisons, ``in`` with a list, ``between``, ``like``, ``is null``, arithmetic, ``case``, and the functions below.
``/`` is real division, which is null if the divisor is 0. Anything else, such as a subquery or a function that reads
files, is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import SqlglotError

from headwater.context._sql_bounds import parse
from headwater.errors import RequestError

_MAX_CHARACTERS = 10_000
_MAX_DEPTH = 120

_OPERATORS: tuple[type[exp.Expr], ...] = (
    exp.And, exp.Or, exp.Not, exp.Paren, exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ,
    exp.NullSafeNEQ, exp.Is, exp.In, exp.Between, exp.Like, exp.ILike, exp.Neg, exp.Add, exp.Sub, exp.Mul, exp.Div,
    exp.Mod, exp.DPipe, exp.Case, exp.If, exp.Cast, exp.DataType, exp.DataTypeParam,
    exp.Column, exp.Identifier, exp.Literal, exp.Boolean, exp.Null, exp.Var, exp.Tuple,
)  # fmt: skip
_FUNCTIONS: dict[str, type[exp.Expr]] = {
    "coalesce": exp.Coalesce, "nullif": exp.Nullif, "lower": exp.Lower, "upper": exp.Upper, "trim": exp.Trim,
    "length": exp.Length, "abs": exp.Abs, "round": exp.Round, "floor": exp.Floor, "ceil": exp.Ceil,
    "greatest": exp.Greatest, "least": exp.Least, "substring": exp.Substring, "extract": exp.Extract,
    "date_trunc": exp.TimestampTrunc,
}  # fmt: skip
_ALLOWED = frozenset((*_OPERATORS, *_FUNCTIONS.values(), exp.DateTrunc))
_TYPES = frozenset(
    getattr(exp.DataType.Type, name)
    for name in (
        "BOOLEAN",
        "SMALLINT",
        "INT",
        "BIGINT",
        "FLOAT",
        "DOUBLE",
        "DECIMAL",
        "TEXT",
        "VARCHAR",
        "DATE",
        "TIMESTAMP",
    )
)
# SQLGlot writes a Var without quotes, so only these units are allowed.
_UNITS = frozenset(("year", "quarter", "month", "week", "day", "hour", "minute", "second"))


@dataclass(frozen=True)
class NameReference:
    """A name in an expression. ``customers.regions.name`` has the labels ``customers`` and ``regions``."""

    labels: tuple[str, ...]
    name: str

    def __str__(self) -> str:
        return ".".join(_quoted(part) for part in (*self.labels, self.name))


def _quoted(part: str) -> str:
    return part if part.replace("_", "a").isalnum() else '"' + part.replace('"', '""') + '"'


def parse_expression(text: str, where: str) -> exp.Expr:
    """Parse an expression.

    Raises:
        RequestError: The text is not an expression, or contains something that is not allowed. The message begins with
            ``where``.
    """
    if len(text) > _MAX_CHARACTERS:
        raise RequestError(f"is longer than {_MAX_CHARACTERS:,} characters", where=where, fix="shorten it")
    try:
        statements = parse(text, "duckdb")
    except SqlglotError as error:
        raise RequestError(f"{_cut(text)!r} is not an expression: {_first_line(error)}", where=where) from None
    tree = statements[0] if len(statements) == 1 else None
    if tree is None:
        raise RequestError(f"{_cut(text)!r} must be exactly one expression", where=where)
    for node, depth in _levels(tree):
        if depth > _MAX_DEPTH:
            raise RequestError(f"is nested more than {_MAX_DEPTH} levels deep", where=where, fix="simplify it")
        _check(node, where)
    return tree


def parse_reference(text: str, where: str) -> NameReference:
    """Parse a name such as ``customers.segment``. Parts with special characters must be in double quotes."""
    tree = parse_expression(text, where)
    if not isinstance(tree, exp.Column):
        raise RequestError(f"{_cut(text)!r} should be a name, such as customers.segment", where=where)
    return reference(tree)


def reference(column: exp.Column) -> NameReference:
    """Return the name of a column in a parsed expression."""
    *labels, name = (part.name for part in column.parts)
    return NameReference(tuple(labels), name)


def references(tree: exp.Expr) -> Iterator[NameReference]:
    """Yield the names in an expression."""
    return (reference(column) for column in tree.find_all(exp.Column))


def bind(tree: exp.Expr, resolve: Callable[[NameReference], exp.Expr]) -> exp.Expr:
    """Replace each name in the expression with the result of ``resolve``, and each ``/`` with real division.

    Names in the replacements are not replaced again.
    """
    if isinstance(tree, exp.Column):
        return resolve(reference(tree))
    bound = (
        tree.copy() if not tree.args else type(tree)(**{key: _bound(arg, resolve) for key, arg in tree.args.items()})
    )
    return divide(bound.this, bound.expression) if isinstance(bound, exp.Div) else bound


def divide(dividend: exp.Expr, divisor: exp.Expr) -> exp.Expr:
    """Return a real division, which is null if the divisor is 0."""
    safe = exp.Nullif(this=_wrapped(divisor), expression=exp.Literal.number(0))
    double = exp.Cast(this=_wrapped(dividend), to=exp.DataType.build("double"))
    return exp.Paren(this=exp.Div(this=double, expression=safe, typed=True, safe=False))


def conjuncts(tree: exp.Expr) -> list[exp.Expr]:
    """Split a condition at its outer ``and``s."""
    tree = tree.unnest()
    return list(tree.flatten()) if isinstance(tree, exp.And) else [tree]


def _bound(argument: object, resolve: Callable[[NameReference], exp.Expr]) -> object:
    if isinstance(argument, exp.Expression):
        return bind(argument, resolve)
    return [_bound(each, resolve) for each in argument] if isinstance(argument, list) else argument


def _wrapped(tree: exp.Expr) -> exp.Expr:
    return exp.Paren(this=tree) if isinstance(tree, exp.Binary | exp.Connector | exp.Unary) else tree


def _levels(tree: exp.Expr) -> Iterator[tuple[exp.Expr, int]]:
    stack = [(tree, 0)]
    while stack:
        node, depth = stack.pop()
        yield node, depth
        stack.extend((child, depth + 1) for child in node.iter_expressions())


def _check(node: exp.Expr, where: str) -> None:
    if type(node) not in _ALLOWED:
        what = node.sql("duckdb") if isinstance(node, exp.Func) else node.key
        raise RequestError(
            f"{_cut(what)!r} is not allowed", where=where, fix=f"the functions are {', '.join(sorted(_FUNCTIONS))}"
        )
    if isinstance(node, exp.In) and (node.args.get("query") or node.args.get("unnest") or node.args.get("field")):
        raise RequestError("`in` takes a list of values", where=where)
    if isinstance(node, exp.Is) and not isinstance(node.expression, exp.Null | exp.Boolean):
        raise RequestError("`is` takes null, true or false", where=where, fix="write = to compare")
    if isinstance(node, exp.DataType) and (node.this not in _TYPES):
        raise RequestError(
            f"cannot cast to {_cut(node.sql('duckdb'))}", where=where, fix=f"the types are {_type_names()}"
        )
    unit = node.this if isinstance(node, exp.Extract) else node if isinstance(node, exp.Var) else None
    if unit is not None and (not isinstance(unit, exp.Var) or unit.name.lower() not in _UNITS):
        raise RequestError(
            f"{_cut(unit.name)!r} is not a part of a date", where=where, fix=f"use one of {', '.join(sorted(_UNITS))}"
        )
    if isinstance(node, exp.Like | exp.ILike) and "\\" in node.expression.sql():
        raise RequestError("`like` accepts no backslash, because engines interpret it differently", where=where)


def _type_names() -> str:
    return ", ".join(sorted(each.name.lower() for each in _TYPES))


def _cut(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"


def _first_line(error: SqlglotError) -> str:
    return str(error).splitlines()[0].removesuffix(".")
