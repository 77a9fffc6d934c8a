"""Rewrites reference code so that it finds its files below ``/data``."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

from headwater.sandbox import DATA
from headwater.suites.discovery.published import in_sandbox
from headwater.suites.discovery.targets import PATH_ARGUMENTS, Parts, is_reader, parse_code

_BEFORE = Path(in_sandbox.__file__).read_text(encoding="utf-8")
_LOOKERS = frozenset({"Path", "exists", "getsize", "isfile", "stat"})
"""Functions that take a file path without reading the file."""


def rewrite(code: str, files: Mapping[Parts, str]) -> str:
    """Return an equivalent program that finds its files below ``/data``, whatever paths the code builds.

    Code builds paths in many ways: by concatenation, with ``os.path.join``, in loops. Paths are therefore redirected at
        run
    time, in the call that reads the file.

    Args:
        code: A program, or the cells of a notebook.
        files: Paths below ``/data``, keyed by the path derived from the code.

    Raises:
        ValueError: The code is not Python, or is nested too deeply.
    """
    tree = parse_code(code)
    try:
        _Rewriter().visit(tree)
        _show_last(tree)
        tree.body = [node for node in tree.body if not isinstance(node, ast.ImportFrom) or node.module != "__future__"]
        known = [(parts, f"{DATA}/{path}") for parts, path in files.items()]
        return f"{_BEFORE}\n\nFILES_OF_COMMUNITY += {known!r}\n{ast.unparse(tree)}\n"
    except RecursionError:
        raise ValueError("nested too deeply") from None


class _Rewriter(ast.NodeTransformer):
    """Redirects the paths in reader calls to the actual files."""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if not is_reader(name) and name not in _LOOKERS:
            return node
        if node.args and not isinstance(node.args[0], ast.Starred):
            node.args[0] = _led(node.args[0])
        for each in node.keywords:
            if each.arg in PATH_ARGUMENTS:
                each.value = _led(each.value)
        return node


def _led(value: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(in_sandbox.in_community.__name__, ast.Load()), [value], [])


def _show_last(tree: ast.Module) -> None:
    """Make a program print the value of its last expression, as a notebook displays it."""
    if tree.body and isinstance(last := tree.body[-1], ast.Expr):
        last.value = ast.Call(ast.Name(in_sandbox.show_last.__name__, ast.Load()), [last.value], [])
