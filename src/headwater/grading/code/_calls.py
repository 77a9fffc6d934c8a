"""Finds parameters that never get a value from outside, because of what all calls in the workspace pass."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence

from headwater.grading.code._python import FunctionNode, last_name, own_nodes, tree_of
from headwater.grading.code._source import Language, Source, language_of, readable, words

KEEPS = words("strip lower upper title get lstrip rstrip pop getlist")
"""The methods that keep the content of a string. Any other call may have checked or escaped it."""

_FROM_OUTSIDE = words(
    "input getenv parse_args parse_known_args read read_text readline readlines load loads next reader DictReader "
    "parse_qs parse_qsl urlparse urlsplit unquote unquote_plus json form body"
)
"""The calls of libraries whose result comes from outside the program. Results of others may have been checked."""

_DEEPEST = 8

_Scope = FunctionNode | None


class Calls:
    """The calls in all Python files of a workspace, by the name of the function.

    A function that is mentioned without a call, such as a callback, can get any values.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self._calls: defaultdict[str, list[tuple[ast.Call, _Scope]]] = defaultdict(list)
        self._functions: defaultdict[str, list[FunctionNode]] = defaultdict(list)
        self._mentioned: set[str] = set()
        for source in sources:
            if language_of(source.path, source.text) is Language.PYTHON and readable(source.path, source.text):
                self._add(tree_of(source.text))

    def _add(self, tree: ast.Module) -> None:
        called = set()
        for node, scope in _with_scopes(tree, None):
            if isinstance(node, FunctionNode):
                self._functions[node.name].append(node)
            elif isinstance(node, ast.Call):
                called.add(id(node.func))
                self._calls[last_name(node.func)].append((node, scope))
            elif isinstance(node, ast.Attribute | ast.Name) and _is_loaded(node) and id(node) not in called:
                self._mentioned.add(last_name(node))

    def own_parameters(self, function: FunctionNode, depth: int = 0) -> set[str]:
        """Return the parameters that get constants, or values that the program computed itself, in each call."""
        calls = self._calls[function.name]
        if not calls or depth > _DEEPEST or function.name in self._mentioned or function.decorator_list:
            return set()
        names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
        by_position = names[1:] if names[:1] in (["self"], ["cls"]) else names
        keyword_only = [argument.arg for argument in function.args.kwonlyargs]
        return {
            name
            for name in (*by_position, *keyword_only)
            if all(
                values is not None and all(self._is_own(value, scope, depth + 1) for value in values)
                for values, scope in ((_values(call, name, by_position), scope) for call, scope in calls)
            )
        }

    def _is_own(self, node: ast.expr, scope: _Scope, depth: int) -> bool:
        if depth > _DEEPEST:
            return False
        match node:
            case ast.Constant():
                return True
            case ast.Name(id=name) if not name.isupper():
                return scope is not None and self._is_own_name(name, scope, depth + 1)
            case ast.Name() | ast.Attribute():
                return last_name(node).isupper()
            case ast.Call(func=ast.Attribute(attr=name, value=inner)) if name in KEEPS:
                parts = [inner]
            case ast.Call(func=ast.Name(id="str"), args=[inner]):
                parts = [inner]
            case ast.Call(func=called):
                return self._returns_own(last_name(called), depth + 1)
            case ast.Subscript(value=inner):
                parts = [inner]
            case ast.JoinedStr(values=values):
                parts = [value.value if isinstance(value, ast.FormattedValue) else value for value in values]
            case ast.BinOp(left=left, right=right):
                parts = [left, right]
            case ast.IfExp(body=body, orelse=other):
                parts = [body, other]
            case _:
                return False
        return all(self._is_own(part, scope, depth + 1) for part in parts)

    def _returns_own(self, name: str, depth: int) -> bool:
        """Return whether a function of the workspace returns only such values. Of others, only some names are known."""
        if name not in self._functions:
            return name not in _FROM_OUTSIDE
        return all(
            node.value is None or self._is_own(node.value, function, depth)
            for function in self._functions[name]
            for node in own_nodes(function)
            if isinstance(node, ast.Return)
        )

    def _is_own_name(self, name: str, scope: FunctionNode, depth: int) -> bool:
        """Return whether a name is a parameter that gets only such values, or a variable that is only assigned them."""
        arguments = scope.args
        if name in {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}:
            return name in self.own_parameters(scope, depth)
        stores = [
            node for node in ast.walk(scope) if isinstance(node, ast.Name) and node.id == name and _is_stored(node)
        ]
        values = [
            node.value
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign) and any(target in stores for target in node.targets)
        ]
        is_only_assigned = len(values) == len(stores) > 0  # not the variable of a loop, of a `with`, or unpacked
        return is_only_assigned and all(self._is_own(value, scope, depth) for value in values)


def _with_scopes(node: ast.AST, scope: _Scope) -> Iterator[tuple[ast.AST, _Scope]]:
    """Yield each node, with the innermost function that contains it; a call comes before what it calls."""
    yield node, scope
    inner = node if isinstance(node, FunctionNode) else scope
    for child in ast.iter_child_nodes(node):
        yield from _with_scopes(child, inner)


def _is_loaded(node: ast.Name | ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Load)


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _values(call: ast.Call, name: str, by_position: Sequence[str]) -> list[ast.expr] | None:
    """Return what a call passes as the parameter, which is nothing if it has a default, or None if that is unknown."""
    if any(isinstance(each, ast.Starred) for each in call.args) or any(each.arg is None for each in call.keywords):
        return None
    values = [each.value for each in call.keywords if each.arg == name]
    if name in by_position and (index := by_position.index(name)) < len(call.args):
        values.append(call.args[index])
    return values
