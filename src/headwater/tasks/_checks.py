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
        required: Whether its gate clears only if it passes.
    """

    name: str
    gate: Gate
    doc: str
    file: str
    line: int
    demand: str = ""
    required: bool = False


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
        UserError: Two checks have the same name, a check belongs to two gates, or an argument of a decorator is not a
            literal of its type.
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
            if mark.fault:
                raise InvalidTaskError(
                    f"the decorator of check {node.name!r} {mark.fault}",
                    where=f"{show(path)}:{node.lineno}",
                    fix="write the value itself: lint reads it and does not run the file",
                )
            checks[node.name] = CheckName(node.name, mark.gate, doc, path.name, node.lineno, mark.demand, mark.required)
    return tuple(checks.values())


class Mark(NamedTuple):
    """The arguments of a check's decorator, and what is wrong with them."""

    gate: Gate
    demand: str = ""
    required: bool = False
    fault: str = ""


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
            return Mark(Gate(name))
        case ast.Call(func=function, args=[], keywords=keywords):
            called = _mark(function)
            return called and _with_arguments(called.gate, keywords)
        case _:
            return None


def _with_arguments(gate: Gate, keywords: list[ast.keyword]) -> Mark:
    given = {each.arg: each.value.value if isinstance(each.value, ast.Constant) else None for each in keywords}
    demand, required = given.pop("demand", ""), given.pop("required", False)
    if given:
        return Mark(gate, fault=f"has an unknown argument {next(iter(given))!r}")
    if not isinstance(demand, str):
        return Mark(gate, fault="has a demand that is not a string literal")
    if not isinstance(required, bool):
        return Mark(gate, fault="has a `required` that is neither True nor False")
    return Mark(gate, demand, required)
