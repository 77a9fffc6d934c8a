"""Finds functions that are too long or nested too deeply."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from headwater.grading.code._python import FunctionNode, functions, own_nodes, string, tree_of
from headwater.grading.code._source import Finding, Hit, Language, Source, language_of, report

_NESTS = ast.If | ast.For | ast.AsyncFor | ast.While | ast.Try | ast.TryStar | ast.Match


def oversized_functions(sources: Sequence[Source], max_lines: int = 80, max_depth: int = 4) -> list[Finding]:
    """Finds Python functions that are longer or more deeply nested than the limits.

    Only logic counts. A multi-line string (SQL, a docstring) counts as one line, and nested functions are counted
    separately. `elif` has the same depth as its `if`. `with` is no level, because it decides nothing.

    Args:
        sources: Files in the workspace.
        max_lines: The maximum number of lines in a function, counted from its `def`.
        max_depth: The maximum nesting depth of if, for, while, try and match.

    Returns:
        Findings of kinds `long-function` and `deep-nesting`, at most one of each kind per function.
    """

    def detect(path: str, text: str) -> Iterator[Hit]:
        if language_of(path, text) is not Language.PYTHON:
            return
        for function in functions(tree_of(text)):
            name = function.name
            if (lines := _lines(function)) > max_lines:
                message = f"The function {name} is {lines} lines long; the limit is {max_lines}."
                yield Hit(function.lineno, "long-function", name, message)
            if (depth := _depth(function)) > max_depth:
                message = f"The function {name} nests {depth} levels deep; the limit is {max_depth}."
                yield Hit(function.lineno, "deep-nesting", name, message)

    return report(sources, detect)


def _lines(function: FunctionNode) -> int:
    start, end = function.lineno, function.end_lineno or function.lineno
    folded: set[int] = set()
    for node in own_nodes(function):
        is_text = isinstance(node, ast.JoinedStr) or (isinstance(node, ast.expr) and string(node) is not None)
        if is_text or isinstance(node, FunctionNode):
            assert isinstance(node, ast.expr | ast.stmt)
            folded.update(range(node.lineno + 1, (node.end_lineno or node.lineno) + 1))
    return end - start + 1 - len(folded)


def _depth(function: FunctionNode) -> int:
    deepest = 0
    waiting: list[tuple[ast.AST, int]] = [(statement, 0) for statement in function.body]
    while waiting:
        node, depth = waiting.pop()
        if isinstance(node, FunctionNode | ast.ClassDef | ast.Lambda):
            continue
        inside = depth + isinstance(node, _NESTS)
        deepest = max(deepest, inside)
        elif_branch = _elif(node)
        for child in ast.iter_child_nodes(node):
            waiting.append((child, depth if child is elif_branch else inside))
    return deepest


def _elif(node: ast.AST) -> ast.If | None:
    """Return the `elif` of an `if`. It begins in the same column, whereas an `if` inside `else:` is indented."""
    if isinstance(node, ast.If) and len(node.orelse) == 1:
        branch = node.orelse[0]
        if isinstance(branch, ast.If) and branch.col_offset == node.col_offset:
            return branch
    return None
