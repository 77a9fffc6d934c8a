"""Lists the steps of a slice, and decides whether they compute anything."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from headwater.suites.discovery.anchors._records import Operation

_LONGEST = 300
_ARITHMETIC = (ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
_COMPUTING = frozenset(
    {
        *("agg", "aggregate", "apply", "average", "corr", "corrwith", "count", "cov", "crosstab", "cumprod", "cumsum"),
        *("curve_fit", "describe", "diff", "dot", "duplicated", "eval", "execute", "fit", "idxmax", "idxmin", "interp"),
        *("kurt", "len", "linregress", "lstsq", "max", "mean", "median", "min", "mode", "nunique", "pct_change"),
        *("pearsonr", "percentile", "pivot_table", "polyfit", "predict", "prod", "ptp", "quantile", "rank"),
        *("round", "score", "sem", "shape", "size", "skew", "spearmanr", "sql", "std", "sum", "transform", "trapezoid"),
        *("ttest_ind", "unique", "value_counts", "var"),
    }
)
_SIZES = frozenset({"len", "shape", "size", "count"})
_READING = frozenset(
    {"open", "connect", "reader", "DictReader", "load", "loads", "list", "print", "read", "item", "iloc"}
)


def operations_of(program: str) -> tuple[Operation, ...]:
    """Return the steps of a program in source order, inner expressions first."""
    return tuple(each for statement in ast.parse(program).body for each in _operations(statement))


def is_computed(operations: Sequence[Operation]) -> bool:
    """Return whether a value is computed, not merely read from the data."""
    return any(each.name in _COMPUTING or each.name == "compute" for each in operations)


def is_size(operations: Sequence[Operation]) -> bool:
    """Return whether a value is merely the row, column or element count of a file."""
    names = {each.name for each in operations}
    others = {name for name in names - _SIZES - _READING if not name.startswith("read_")}
    return bool(names & _SIZES) and not others - {"element"}


def _operations(node: ast.AST) -> Iterator[Operation]:
    for child in ast.iter_child_nodes(node):
        yield from _operations(child)
    match node:
        case ast.Call(func=ast.Name(id="print")):
            pass
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)):
            every = [*map(ast.unparse, node.args), *map(ast.unparse, node.keywords)]
            yield Operation(name=name, text=_short(", ".join(every)))
        case ast.Subscript(slice=index, ctx=ast.Load()):
            yield Operation(name="filter" if _is_condition(index) else "element", text=_short(ast.unparse(index)))
        case ast.Attribute(attr="shape" | "size" as name):
            yield Operation(name=name)
        case ast.BinOp(op=operator) if isinstance(operator, _ARITHMETIC) or _is_sum(node):
            yield Operation(name="compute", text=_short(ast.unparse(node)))
        case ast.AugAssign():
            yield Operation(name="compute", text=_short(ast.unparse(node)))
        case _:
            pass


def _is_condition(index: ast.expr) -> bool:
    tests = (
        "between",
        "contains",
        "duplicated",
        "endswith",
        "isin",
        "isna",
        "isnull",
        "notna",
        "notnull",
        "startswith",
    )
    return any(
        isinstance(each, ast.Compare | ast.BoolOp)
        or (isinstance(each, ast.BinOp) and isinstance(each.op, ast.BitAnd | ast.BitOr))
        or (isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in tests)
        for each in ast.walk(index)
    )


def _is_sum(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    is_text = any(isinstance(each, ast.JoinedStr) or _is_text_constant(each) for each in sides)
    return isinstance(node.op, ast.Add) and not is_text


def _is_text_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
