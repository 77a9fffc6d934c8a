"""Finds parameters that can only be constants, because all calls of their function in the workspace pass constants."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from headwater.grading.code._python import FunctionNode, last_name, tree_of
from headwater.grading.code._source import Language, Source, language_of, readable


class Calls:
    """The calls in all Python files of a workspace, by the name of the function.

    A function that is mentioned without a call, such as a callback, can get any values.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self._calls: dict[str, list[ast.Call]] = {}
        self._mentioned: set[str] = set()
        for source in sources:
            if language_of(source.path, source.text) is Language.PYTHON and readable(source.path, source.text):
                self._add(tree_of(source.text))

    def _add(self, tree: ast.Module) -> None:
        called = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called.add(id(node.func))
                self._calls.setdefault(last_name(node.func), []).append(node)
            elif (
                isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in called
            ):
                self._mentioned.add(last_name(node))

    def constant_parameters(self, function: FunctionNode) -> set[str]:
        """Return the parameters of a function that are a constant in each of its calls."""
        calls = self._calls.get(function.name, [])
        if not calls or function.name in self._mentioned or function.decorator_list:
            return set()
        names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
        by_position = names[1:] if names[:1] in (["self"], ["cls"]) else names
        keyword_only = [argument.arg for argument in function.args.kwonlyargs]
        return {
            name
            for name in (*by_position, *keyword_only)
            if all(_is_constant_in(call, name, by_position) for call in calls)
        }


def _is_constant_in(call: ast.Call, name: str, by_position: Sequence[str]) -> bool:
    """Return whether a call passes a constant as the parameter, or leaves it at its default."""
    if any(isinstance(each, ast.Starred) for each in call.args) or any(each.arg is None for each in call.keywords):
        return False
    values = [each.value for each in call.keywords if each.arg == name]
    if name in by_position and (index := by_position.index(name)) < len(call.args):
        values.append(call.args[index])
    return all(_is_constant(value) for value in values)


def _is_constant(node: ast.expr) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.Name() | ast.Attribute():
            return last_name(node).isupper()
        case ast.JoinedStr(values=parts):
            return all(_is_constant(part.value if isinstance(part, ast.FormattedValue) else part) for part in parts)
        case ast.BinOp(left=left, right=right):
            return _is_constant(left) and _is_constant(right)
    return False
