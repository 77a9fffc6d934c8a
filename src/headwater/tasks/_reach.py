"""Finds the code that a check runs: its own function, and all definitions that the function uses."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from headwater.tasks._checks import FunctionNode
from headwater.tasks._files import parse_python


class _Definition(NamedTuple):
    module: str
    name: str


class ReferenceGraph:
    """The definitions in a task's modules, and the references between them.

    Args:
        files: ``checks.py`` and its helpers.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        trees = {path.stem: parse_python(path) for path in files}
        self._defined = {name: _definitions(tree) for name, tree in trees.items()}
        self._imported = {name: dict(_imports(tree, self._defined)) for name, tree in trees.items()}

    def of(self, module: str, check: FunctionNode) -> list[ast.AST]:
        """Return the nodes of a check and of everything that it uses directly or indirectly, each only once."""
        nodes: list[ast.AST] = [check]
        seen: set[_Definition] = set()
        pending: list[tuple[str, ast.AST]] = [(module, check)]
        while pending:
            where, node = pending.pop()
            for place in self._referred(where, node):
                if place not in seen:
                    seen.add(place)
                    found = self._defined[place.module][place.name]
                    nodes += found
                    pending += [(place.module, each) for each in found]
        return nodes

    def _referred(self, module: str, node: ast.AST) -> Iterator[_Definition]:
        names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        for name in names:
            if name in self._defined[module]:
                yield _Definition(module, name)
            elif name in self._imported[module]:
                yield self._imported[module][name]


def _definitions(tree: ast.Module) -> Mapping[str, Sequence[ast.AST]]:
    """Return the statements that define each name in a module. There are several if the name is changed later."""
    found: dict[str, list[ast.AST]] = {}
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.setdefault(name, []).append(node)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                for target in node.targets if isinstance(node, ast.Assign) else (node.target,):
                    for each in ast.walk(target):
                        if isinstance(each, ast.Name):
                            found.setdefault(each.id, []).append(node)
    return found


def _imports(tree: ast.Module, defined: Mapping[str, Mapping[str, object]]) -> Iterator[tuple[str, _Definition]]:
    """Yield the names that a module imports from other modules of the task, with the locations of their definitions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (module := node.module or "") in defined:
            for alias in node.names:
                if alias.name == "*":
                    yield from ((name, _Definition(module, name)) for name in defined[module])
                elif alias.name in defined[module]:
                    yield alias.asname or alias.name, _Definition(module, alias.name)
