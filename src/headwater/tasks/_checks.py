"""Reads a task's checks from their syntax, because reading a task never imports its code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from headwater.errors import InvalidTaskError
from headwater.records import Gate
from headwater.tasks._files import parse_python, show
from headwater.tasks._read import Task

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class CheckName:
    """The declaration of a check.

    Attributes:
        doc: The first line of the check's docstring. Empty if there is none.
        demand: The place that states the check's demand. See ``_demands``. Empty if the check does not name a place.
        file: The name of the file that contains the check, one of `check_files`.
        line: The line at which the function starts.
    """

    name: str
    gate: Gate
    doc: str
    file: str
    line: int
    demand: str = ""


def check_files(task: Task) -> tuple[Path, ...]:
    """Return the files with checks: ``checks.py``, and helpers that it imports with ``from _helper import *``."""
    helpers = {path.stem: path for path in task.helpers}
    imported_files = [
        helpers[node.module]
        for node in parse_python(task.checks).body
        if isinstance(node, ast.ImportFrom) and node.module in helpers and node.names[0].name == "*"
    ]
    return (*imported_files, task.checks)


def check_functions(task: Task) -> tuple[CheckName, ...]:
    """Return the task's own checks. Those of one gate are in the order in which they run.

    Raises:
        UserError: Two checks have the same name, a check belongs to two gates, or a demand is not a string literal.
    """
    checks: dict[str, CheckName] = {}
    for path in check_files(task):
        for node, mark in gated(parse_python(path)):
            if first := checks.get(node.name):
                raise InvalidTaskError(
                    f"check {node.name!r} is already on line {first.line} of {first.file}",
                    where=f"{show(path)}:{node.lineno}",
                    fix="give each check one gate and a unique name",
                )
            doc = (ast.get_docstring(node) or "").partition("\n")[0].strip()
            demand = mark.demand
            if demand is None:
                raise InvalidTaskError(
                    f"the demand of check {node.name!r} is not a string literal",
                    where=f"{show(path)}:{node.lineno}",
                    fix="write the text itself: lint reads it and does not run the file",
                )
            checks[node.name] = CheckName(node.name, mark.gate, doc, path.name, node.lineno, demand)
    return tuple(checks.values())


class Mark(NamedTuple):
    """The arguments of a check's decorator. The demand is None if it is not a literal."""

    gate: Gate
    demand: str | None


def gated(tree: ast.Module) -> Iterator[tuple[FunctionNode, Mark]]:
    """Yield each module-level function that has a gate's decorator, once per decorator."""
    for node in tree.body:
        if isinstance(node, FunctionNode):
            for decorator in node.decorator_list:
                if mark := _mark(decorator):
                    yield node, mark


def _mark(decorator: ast.expr) -> Mark | None:
    match decorator:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in set(Gate):
            return Mark(Gate(name), "")
        case ast.Call(func=function, args=[], keywords=[ast.keyword(arg="demand", value=value)]):
            called = _mark(function)
            text = value.value if isinstance(value, ast.Constant) else None
            return called and Mark(called.gate, text if isinstance(text, str) else None)
        case _:
            return None
