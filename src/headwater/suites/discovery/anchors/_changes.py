"""Finds the statements that modify a value in place, which def-use chains do not cover."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

_CHANGING = frozenset(
    {
        *(
            "add",
            "append",
            "clear",
            "discard",
            "execute",
            "executemany",
            "extend",
            "fit",
            "insert",
            "partial_fit",
            "pop",
        ),
        *("popitem", "register", "remove", "reverse", "setdefault", "sort", "update"),
    }
)
"""Methods that modify their object regardless of how the program uses their result."""
_HARMLESS = frozenset(
    {
        # these table methods return a new table unless they are called with `inplace=True`
        *(
            "agg",
            "aggregate",
            "astype",
            "corr",
            "count",
            "cov",
            "describe",
            "drop",
            "drop_duplicates",
            "dropna",
            "fillna",
        ),
        *("groupby", "head", "hist", "info", "isna", "isnull", "max", "mean", "median", "merge", "min", "nlargest"),
        *(
            "nsmallest",
            "nunique",
            "pivot_table",
            "plot",
            "quantile",
            "query",
            "rename",
            "reset_index",
            "round",
            "sample",
        ),
        *("set_index", "sort_index", "sort_values", "std", "sum", "tail", "unique", "unstack", "value_counts"),
        # these functions draw, warn or print
        *("axhline", "axvline", "bar", "barh", "boxplot", "close", "figure", "filterwarnings", "grid", "heatmap"),
        *("imshow", "legend", "line", "pie", "print", "savefig", "scatter", "seed", "set_option", "set_style"),
        *(
            "set_theme",
            "show",
            "simplefilter",
            "subplots",
            "suptitle",
            "tight_layout",
            "title",
            "use",
            "xlabel",
            "xlim",
        ),
        *("xticks", "ylabel", "ylim", "yticks"),
    }
)
"""Methods that have no effect on any number if their result is discarded."""
_CHANGE_ARGUMENTS = frozenset({"heapify", "heappush", "heappop", "setattr", "shuffle"})
_SETTINGS = frozenset({"options", "rcParams"})
"""Module attributes that only change how output is displayed."""


def changed_names(statement: ast.stmt, functions: Mapping[str, ast.FunctionDef]) -> set[int]:
    """Return the ids of the name nodes whose value a statement modifies or may modify.

    Args:
        statement: A statement of a program.
        functions: The program's functions, by name.
    """
    found: set[int] = set()
    for node in ast.walk(statement):
        found.update(id(name) for name in _changed(node, functions))
    return found


def is_seed(statement: ast.stmt) -> bool:
    """Return whether a statement seeds a random number generator."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="seed"))):
            return True
        case _:
            return False


def is_move(statement: ast.stmt) -> bool:
    """Return whether a statement changes the working directory."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="chdir"))):
            return True
        case _:
            return False


def _changed(node: ast.AST, functions: Mapping[str, ast.FunctionDef]) -> Iterator[ast.Name]:
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            for target in targets:
                yield from _stored(target)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            yield from _stored(target)
        case ast.For(target=target):
            yield from _stored(target)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr=name))) if name not in _HARMLESS:
            if not any(isinstance(each, ast.Call) for each in ast.walk(owner)):  # a call returns a new object
                yield from _base(owner)
        case ast.Call():
            yield from _called(node, functions)
        case _:
            pass


def _called(call: ast.Call, functions: Mapping[str, ast.FunctionDef]) -> Iterator[ast.Name]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    in_place = any(
        each.arg == "inplace" and isinstance(each.value, ast.Constant) and each.value.value is True
        for each in call.keywords
    )
    if isinstance(call.func, ast.Attribute) and (name in _CHANGING or in_place):
        yield from _base(call.func)
    function = functions.get(name) if isinstance(call.func, ast.Name) else None
    if name in _CHANGE_ARGUMENTS or (function is not None and _changes_arguments(function)):
        for argument in (*call.args, *(each.value for each in call.keywords)):
            yield from _base(argument)


def _changes_arguments(function: ast.FunctionDef) -> bool:
    parameters = {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}
    return any(name.id in parameters for node in ast.walk(function) for name in _changed(node, {}))


def _stored(target: ast.expr) -> Iterator[ast.Name]:
    match target:
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            for element in elements:
                yield from _stored(element)
        case ast.Starred(value=inner):
            yield from _stored(inner)
        case ast.Subscript() | ast.Attribute() if not _is_setting(target):
            yield from _base(target)
        case _:
            pass


def _base(node: ast.expr) -> Iterator[ast.Name]:
    """Yield the name at the start of a chain of attributes, subscripts and calls."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Name):
        yield node


def _is_setting(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr in _SETTINGS for each in ast.walk(node))
