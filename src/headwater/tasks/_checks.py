"""The checks of a task, by syntax alone: code of a task is never imported to read it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import InvalidTaskError
from headwater.records import Gate
from headwater.tasks._files import parse_python, show
from headwater.tasks._read import Task

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class CheckName:
    """One check as its task declares it.

    Attributes:
        doc: The first line of its docstring; empty where it has none.
        file: The name of the file that holds it, one of `check_files`.
        line: Where the function starts in it.
    """

    name: str
    gate: Gate
    doc: str
    file: str
    line: int


def check_files(task: Task) -> tuple[Path, ...]:
    """The files that hold checks: helpers that ``checks.py`` takes whole by ``from _helper import *``, and itself."""
    helpers = {path.stem: path for path in task.helpers}
    taken = [
        helpers[node.module]
        for node in parse_python(task.checks).body
        if isinstance(node, ast.ImportFrom) and node.module in helpers and node.names[0].name == "*"
    ]
    return (*taken, task.checks)


def check_functions(task: Task) -> tuple[CheckName, ...]:
    """The task's own checks, those of a gate in the order in which they run.

    Raises:
        InvalidTaskError: Two checks have the same name, or one belongs to two gates.
    """
    checks: dict[str, CheckName] = {}
    for path in check_files(task):
        for node, gate in gated(parse_python(path)):
            if first := checks.get(node.name):
                raise InvalidTaskError(
                    f"check {node.name!r} is already on line {first.line} of {first.file}",
                    where=f"{show(path)}:{node.lineno}",
                    fix="give each check one gate and a name of its own",
                )
            doc = (ast.get_docstring(node) or "").partition("\n")[0].strip()
            checks[node.name] = CheckName(node.name, gate, doc, path.name, node.lineno)
    return tuple(checks.values())


def gated(tree: ast.Module) -> Iterator[tuple[FunctionNode, Gate]]:
    """Each module-level function with each gate that decorates it."""
    for node in tree.body:
        if isinstance(node, FunctionNode):
            for decorator in node.decorator_list:
                if gate := _gate(decorator):
                    yield node, gate


def _gate(decorator: ast.expr) -> Gate | None:
    match decorator:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in set(Gate):
            return Gate(name)
        case _:
            return None
