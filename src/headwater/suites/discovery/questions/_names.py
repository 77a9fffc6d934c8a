"""Replaces variables with their assigned expressions, so that a slice becomes a single expression."""

from __future__ import annotations

import ast
import copy

from headwater.suites.discovery.questions._records import UnwritableError

_MOST_NODES = 3000
"""The maximum number of nodes in an expression, because each use of a variable repeats the expression behind it."""


class SliceNames:
    """The variables in a slice, with the expressions that they stand for."""

    def __init__(self) -> None:
        self._known: dict[str, ast.expr] = {}

    def assign(self, name: str, expression: ast.expr) -> None:
        """Record that a variable stands for an expression."""
        self._known[name] = self.resolved(expression)

    def keep(self, name: str) -> None:
        """Record that a variable stands for itself because it is the table read from the file."""
        self._known[name] = ast.Name(name, ast.Load())

    def resolved(self, expression: ast.expr) -> ast.expr:
        """Return an expression with its variables replaced.

        Raises:
            UnwritableError: The expression is too large.
        """
        found: ast.expr = _Resolving(self._known).visit(copy.deepcopy(expression))
        if sum(1 for _ in ast.walk(found)) > _MOST_NODES:
            raise UnwritableError("the slice is too long for a sentence")
        return found


class _Resolving(ast.NodeTransformer):
    def __init__(self, known: dict[str, ast.expr]) -> None:
        self._known = known

    def visit_Name(self, node: ast.Name) -> ast.expr:
        # Transformers change nodes in place, so two uses of a variable must not share them.
        return copy.deepcopy(self._known.get(node.id, node))
