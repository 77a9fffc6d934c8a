"""Finds parameters that get only constants or matched text, because that is what all calls in the workspace pass.

The analysis looks at one level of calls. It gives up where a function could be called in another way: from a file that
cannot be read, under another name, by a framework, or as a value.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from headwater.grading.code._python import FunctionNode, last_name, parse
from headwater.grading.code._source import Language, Source, is_test, language_of, readable, words

_MATCHES = words("match fullmatch search group")
"""Text that matches a pattern of the program is as it should be."""

_Scope = FunctionNode | None


@dataclass
class _CalledFunction:
    """The functions of one name, and their calls."""

    definitions: list[FunctionNode] = field(default_factory=list)
    calls: list[tuple[ast.Call, _Scope]] = field(default_factory=list)
    is_method: bool = False
    can_be_called_otherwise: bool = False


class Calls:
    """The functions in the Python files of a workspace, with their calls."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._functions: defaultdict[str, _CalledFunction] = defaultdict(_CalledFunction)
        self._assigned: dict[int, Mapping[str, ast.expr | None]] = {}
        self._is_complete = True
        for source in sources:
            if language_of(source.path, source.text) is Language.PYTHON and not is_test(source.path):
                tree = parse(source.text) if readable(source.path, source.text) else None
                if isinstance(tree, ast.Module):
                    self._add(tree)
                else:
                    self._is_complete = False

    def _add(self, tree: ast.Module) -> None:
        called = set()
        for node, scope in _with_scopes(tree, None):
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    found = self._functions[node.name]
                    found.definitions.append(node)
                    found.can_be_called_otherwise |= bool(node.decorator_list) or node.name.startswith("__")
                case ast.ClassDef():
                    for each in node.body:
                        if isinstance(each, FunctionNode):
                            self._functions[each.name].is_method = True
                            self._functions[each.name].can_be_called_otherwise |= bool(node.bases or node.keywords)
                case ast.Call(func=function):
                    called.add(id(function))
                    self._functions[_name(function)].calls.append((node, scope))
                case ast.Name(ctx=ast.Load()) | ast.Attribute(ctx=ast.Load()) if id(node) not in called:
                    self._functions[_name(node)].can_be_called_otherwise = True
                case ast.alias(name=name, asname=str()):
                    self._functions[name].can_be_called_otherwise = True
                case ast.Constant(value=str() as text) if text.isidentifier():
                    self._functions[text].can_be_called_otherwise = True

    def harmless_parameters(self, function: FunctionNode) -> set[str]:
        """Return the parameters that each call gives a constant or text that matched a pattern."""
        found = self._functions.get(function.name, _CalledFunction())
        if not self._is_complete or found.can_be_called_otherwise or len(found.definitions) != 1 or not found.calls:
            return set()
        names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
        by_position = names[1:] if found.is_method else names
        harmless = {*by_position, *(argument.arg for argument in function.args.kwonlyargs)}
        for call, scope in found.calls:
            values = _values(call, by_position)
            harmless &= {name for name, value in values.items() if self._is_harmless(value, scope)}
        return harmless

    def _is_harmless(self, node: ast.expr, scope: _Scope) -> bool:
        if isinstance(node, ast.Name) and not node.id.isupper() and scope is not None:
            assigned = self._assigned_in(scope).get(node.id)
            return assigned is not None and _is_constant_or_match(assigned)
        return _is_constant_or_match(node)

    def _assigned_in(self, scope: FunctionNode) -> Mapping[str, ast.expr | None]:
        """Return the value of each name that is bound once in a function, and None for others."""
        if id(scope) not in self._assigned:
            self._assigned[id(scope)] = dict(_bindings(scope))
        return self._assigned[id(scope)]


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else last_name(function)


def _with_scopes(node: ast.AST, scope: _Scope) -> Iterator[tuple[ast.AST, _Scope]]:
    """Yield each node, with the innermost function that contains it; a call comes before what it calls."""
    yield node, scope
    inner = node if isinstance(node, FunctionNode) else scope
    for child in ast.iter_child_nodes(node):
        yield from _with_scopes(child, inner)


def _values(call: ast.Call, by_position: Sequence[str]) -> dict[str, ast.expr]:
    """Return what a call passes by name of the parameter, which is nothing if that cannot be told."""
    keywords = {each.arg: each.value for each in call.keywords if each.arg is not None}
    is_open = len(keywords) < len(call.keywords) or any(isinstance(each, ast.Starred) for each in call.args)
    if is_open or len(call.args) > len(by_position):
        return {}
    return {**dict(zip(by_position, call.args, strict=False)), **keywords}


def _bindings(scope: FunctionNode) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the value of each name that one plain assignment binds, and None for names that anything else binds."""
    values: dict[str, ast.expr | None] = {}
    plain: dict[int, ast.expr] = {}
    for node in ast.walk(scope):
        name: str | None = None
        match node:
            case ast.Assign(targets=[ast.Name() as target], value=value):
                plain[id(target)] = value
            case ast.Name(id=name, ctx=ast.Store()):
                pass
            case ast.arg(arg=name) | ast.ExceptHandler(name=str() as name) | ast.MatchAs(name=str() as name):
                pass
            case ast.MatchStar(name=str() as name) | ast.alias(name=name):
                pass
        if name is not None:
            values[name] = plain.get(id(node)) if name not in values else None
    yield from values.items()


def _is_constant_or_match(node: ast.expr) -> bool:
    match node:
        case ast.Subscript(value=inner):
            return _is_constant_or_match(inner) and not isinstance(inner, ast.Constant)
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _MATCHES
        case ast.Name() | ast.Attribute():
            return last_name(node).isupper()
        case ast.JoinedStr(values=values):
            parts = (value.value if isinstance(value, ast.FormattedValue) else value for value in values)
            return all(isinstance(part, ast.Constant) or _is_upper(part) for part in parts)
        case _:
            return isinstance(node, ast.Constant)


def _is_upper(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Attribute) and last_name(node).isupper()
