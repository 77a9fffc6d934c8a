"""Evaluates a program's expressions abstractly: which values they can have, and from which files the values derive."""

from __future__ import annotations

import ast
import posixpath
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from headwater.suites.discovery.targets._formatting import formatted
from headwater.suites.discovery.targets._library import MUTATORS, Call, is_output, reads_of, result_of
from headwater.suites.discovery.targets._operations import dotted, key_of, operation, total
from headwater.suites.discovery.targets._scope import Function, Scope
from headwater.suites.discovery.targets._values import NOTHING, Value, combined, files_of, joined, text_value

_MOST_STEPS = 20_000
_DEEPEST = 12
"""The maximum depth of nested calls to the program's own functions."""
MOST_ELEMENTS = 64
_LARGEST = 10**9
"""The largest number that can be part of a file name."""


class TooLongError(Exception):
    """Raised if the analysis of a program takes more steps than allowed."""


class Evaluation(ABC):
    """The abstract evaluation of a single program.

    Attributes:
        reads: Paths of files that the program reads, in the order of reading.
        shown: The files, among these, from which the program's output derives.
        has_output: Whether it prints or stores a result.
        has_unknown: Whether it reads a file whose path is unknown.
        is_remote: Whether it reads from the network.
    """

    def __init__(self) -> None:
        self.reads: dict[str, None] = {}
        self.shown: set[str] = set()
        self.has_output = False
        self.has_unknown = False
        self.is_remote = False
        self._scope = Scope()
        self._control: frozenset[str] = frozenset()
        self._calls: list[ast.AST] = []
        self._returned: list[Value] = []
        self._steps = 0

    @abstractmethod
    def _run(self, statements: Sequence[ast.stmt]) -> None:
        """Follow these statements in order."""

    def _step(self) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise TooLongError

    def _show(self, values: Iterable[Value]) -> None:
        self.has_output = True
        self.shown |= files_of(values) | self._control

    # Names

    def _assign(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(id=name):
                self._scope.assign(name, value.tainted(self._control))
            case ast.Starred(value=inner):
                self._assign(inner, value)
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                parts = value.parts or {}
                for place, element in enumerate(elements):
                    self._assign(element, parts[place].tainted(value.files) if place in parts else value)
            case ast.Attribute() if (name := dotted(target)) and isinstance(target.value, ast.Name):
                self._scope.assign(name, value.tainted(self._control))
                self._change(target.value, value.without_texts())
            case ast.Subscript(value=ast.Name(id=name), slice=index) if self._has_parts(name):
                known = self._scope.value(name) or NOTHING
                before = dict(known.parts or {})
                key = key_of(index)
                is_sure = isinstance(index, ast.Constant) or key not in before  # the key differs between iterations
                parts = {**before, key: value if is_sure else joined([before[key], value])}
                files = known.files | files_of([self._value(index)]) | self._control
                self._scope.change(name, Value(known.texts, files, parts))
            case ast.Subscript(value=base, slice=index):
                self._change(base, joined([value, self._value(index)]).without_texts())
            case _:
                pass

    def _has_parts(self, name: str) -> bool:
        value = self._scope.value(name)
        return value is not None and value.parts is not None

    def _change(self, base: ast.expr, value: Value) -> None:
        """Make a variable's value derive from another value as well."""
        while isinstance(base, ast.Attribute | ast.Subscript | ast.Call):
            base = base.func if isinstance(base, ast.Call) else base.value
        if isinstance(base, ast.Name) and (known := self._scope.value(base.id)) is not None:
            self._scope.change(base.id, known.tainted(files_of([value]) | self._control))

    def _augmented(self, target: ast.expr, value: ast.expr) -> Value:
        added = self._value(value)
        if not isinstance(target, ast.Name):
            return added
        known = self._scope.value(target.id) or NOTHING
        return total(known, added)

    # Expressions

    def _values(self, nodes: Iterable[ast.AST]) -> list[Value]:
        return [self._value(node) for node in nodes]

    def _value(self, node: ast.AST) -> Value:
        self._step()
        match node:
            case ast.Constant(value=str(text)):
                return text_value(text)
            case ast.Constant(value=int(number)) if abs(number) <= _LARGEST:
                return text_value(str(number))
            case ast.JoinedStr(values=parts):
                return combined(self._values(parts), "".join)
            case ast.FormattedValue(value=value, format_spec=spec):
                both = [self._value(value), self._value(spec) if spec else text_value("")]
                return combined(both, lambda texts: formatted(texts[0], texts[1]))
            case ast.Name(id=name):
                return self._named(name)
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
                return Value(parts=dict(enumerate(self._values(elements))))
            case ast.Dict(keys=keys, values=values):
                return self._dictionary(keys, values)
            case ast.BinOp(left=left, op=operator, right=right):
                return operation(operator, self._value(left), self._value(right))
            case ast.Subscript(value=base, slice=index):
                return self._element(self._value(base), index)
            case ast.Attribute(value=base, attr=name):
                return self._attribute(node, self._value(base), name)
            case ast.Call():
                return self._call(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return joined(self._values([body, orelse])).tainted(files_of([self._value(test)]))
            case ast.BoolOp(values=values):
                return joined(self._values(values))
            case _:
                return self._rare(node)

    def _rare(self, node: ast.AST) -> Value:
        match node:
            case ast.NamedExpr(target=target, value=value):
                found = self._value(value)
                self._assign(target, found)
                return found
            case ast.Starred(value=value) | ast.Await(value=value):
                return self._value(value)
            case ast.ListComp(elt=element) | ast.SetComp(elt=element) | ast.GeneratorExp(elt=element):
                return Value(parts=dict(enumerate(self._comprehension(node.generators, [element]))))
            case ast.DictComp(key=key, value=value):
                return joined(self._comprehension(node.generators, [key, value]) or [NOTHING]).without_texts()
            case ast.Lambda():
                return self._call_own(node, [], {}).without_texts()
            case _:
                return Value(files=files_of(self._values(ast.iter_child_nodes(node))))

    def _named(self, name: str) -> Value:
        value = self._scope.value(name)
        if value is not None:
            return value
        function = self._scope.function(name)  # the function may be passed to another function, which calls it
        return self._call_own(function, [], {}).without_texts() if function else NOTHING

    def _dictionary(self, keys: Sequence[ast.expr | None], values: Sequence[ast.expr]) -> Value:
        found = self._values(values)
        parts: dict[Any, Value] = {}
        for key, value in zip(keys, found, strict=True):
            if key is None:
                parts |= value.parts or {}
            else:
                parts[key_of(key)] = value
        return Value(files=files_of(self._values(key for key in keys if key)), parts=parts)

    def _element(self, base: Value, index: ast.expr) -> Value:
        place = self._value(index)
        files = files_of([place])
        if base.parts is None:
            return base.without_texts().tainted(files)
        try:
            key = ast.literal_eval(index)
            found = base.parts[len(base.parts) + key if isinstance(key, int) and key < 0 else key]
        except (ValueError, TypeError, KeyError):
            keys = [key for key in (key_of(index), *sorted(place.texts)) if key in base.parts] or list(base.parts)
            found = joined([base.parts[key] for key in keys] or [NOTHING])
        return found.tainted(files | base.files)

    def _attribute(self, node: ast.AST, base: Value, name: str) -> Value:
        known = self._scope.value(dotted(node))
        if known is not None:
            return known
        match name:
            case "parent":
                return combined([base], lambda texts: posixpath.dirname(texts[0]))
            case "name":
                return combined([base], lambda texts: posixpath.basename(texts[0]))
            case _:
                return Value(files=files_of([base]))

    def _comprehension(self, generators: Sequence[ast.comprehension], elements: Sequence[ast.expr]) -> list[Value]:
        """Return the value of each element, evaluated in a new scope."""
        self._scope = Scope(self._scope)
        first, *rest = generators
        iterable = self._value(first.iter)
        members = iterable.elements()[:MOST_ELEMENTS] or [NOTHING]
        found: list[Value] = []
        for member in members:
            self._assign(first.target, member)
            files = files_of([iterable, *self._values(first.ifs)]) if iterable.files or first.ifs else frozenset()
            inner = self._comprehension(rest, elements) if rest else self._values(elements)
            found += [each.tainted(files) for each in inner]
        self._scope = self._scope.outer or self._scope
        return found

    # Calls

    def _call(self, node: ast.Call) -> Value:
        receiver = self._receiver(node.func)
        arguments = [NOTHING if self._function_in(each) else self._value(each) for each in node.args]
        named = {
            each.arg or "**": self._value(each.value) for each in node.keywords if not self._function_in(each.value)
        }
        arguments = self._called_back(node, receiver, arguments, named)
        if isinstance(node.func, ast.Name):
            if (function := self._scope.function(node.func.id)) is not None:
                return self._call_own(function, arguments, named, node.args)
            if node.func.id in ("globals", "locals", "vars") and not arguments:
                return Value(parts=self._scope.names())
            if node.func.id == "map" and len(arguments) > 1:
                return self._mapped(node.args[0], arguments[1:])
        call = _library_call(node.func, receiver, arguments, named)
        if is_output(call):
            self._show(call.values)
        if isinstance(node.func, ast.Attribute) and call.name in MUTATORS:
            self._extend(node.func.value, call)
        return self._result(call)

    def _receiver(self, func: ast.expr) -> Value:
        """Return the object on which a method is called."""
        match func:
            case ast.Name(id=name):
                return self._scope.value(name) or NOTHING  # a fitted model can be called as well
            case ast.Attribute(value=base):
                return self._value(base)
            case _:
                return self._value(func)

    def _result(self, call: Call) -> Value:
        read = reads_of(call)
        if read is None:
            return result_of(call)
        self.has_unknown |= read.has_unknown
        self.is_remote |= read.is_remote
        self.reads |= dict.fromkeys(sorted(read.paths))
        return Value(files=files_of(call.values) | read.paths)

    def _mapped(self, func: ast.expr, iterables: Sequence[Value]) -> Value:
        """Call a function with each element."""
        function, receiver = self._function_in(func), self._receiver(func)
        rows = zip(*(each.elements()[:MOST_ELEMENTS] for each in iterables), strict=False)
        found = [
            self._call_own(function, row, {}) if function else self._result(_library_call(func, receiver, row, {}))
            for row in rows
        ]
        return Value(parts=dict(enumerate(found)))

    def _function_in(self, node: ast.AST) -> Function | None:
        """Return the function that an argument names or defines, if it belongs to the program."""
        if isinstance(node, ast.Lambda):
            return node
        return self._scope.function(node.id) if isinstance(node, ast.Name) else None

    def _called_back(
        self, node: ast.Call, receiver: Value, arguments: list[Value], named: dict[str, Value]
    ) -> list[Value]:
        """Call those arguments that are functions with the other arguments, and replace them with their results."""
        places: list[tuple[int | str, ast.AST]] = [*enumerate(node.args)]
        places += [(each.arg or "**", each.value) for each in node.keywords]
        functions = [(place, function) for place, each in places if (function := self._function_in(each))]
        if not functions:
            return arguments
        given = Value(files=files_of([receiver, *arguments, *named.values()]))
        for place, function in functions:
            count = len(function.args.args)
            found = self._call_own(function, [given] * count, {}).without_texts()
            if isinstance(place, int):
                arguments[place] = found
            else:
                named[place] = found
        return arguments

    def _extend(self, base: ast.expr, call: Call) -> None:
        """Add a method's arguments to a list or dictionary."""
        known = self._scope.value(base.id) if isinstance(base, ast.Name) else None
        if known is None or known.parts is None or not isinstance(base, ast.Name):
            self._change(base, Value(files=files_of(call.values)))
            return
        added = call.arguments if call.name in ("add", "append") else call.argument(call.name == "insert").elements()
        parts = {**known.parts, **{len(known.parts) + place: each for place, each in enumerate(added)}}
        if len(parts) <= MOST_ELEMENTS:
            self._scope.change(base.id, Value(known.texts, known.files | self._control, parts))
        else:
            self._change(base, Value(files=files_of(added)))

    def _call_own(
        self,
        function: Function,
        arguments: Sequence[Value],
        named: dict[str, Value],
        nodes: Sequence[ast.expr] = (),
    ) -> Value:
        """Follow a call to one of the program's functions. The function can change the values of `nodes`."""
        if function in self._calls or len(self._calls) >= _DEEPEST:
            return Value(files=files_of([*arguments, *named.values()]))
        outer, returned = self._scope, self._returned
        inner = self._scope = Scope(outer, self._bound(function, arguments, named))
        self._returned = []
        self._calls.append(function)
        if isinstance(function, ast.Lambda):
            self._returned.append(self._value(function.body))
        else:
            self._run(function.body)
        result = joined(self._returned) if self._returned else NOTHING
        self._calls.pop()
        self._scope, self._returned = outer, returned
        for argument, node in zip(function.args.args, nodes, strict=False):
            if argument.arg in inner.changed:
                self._change(node, inner.values.get(argument.arg, NOTHING))
        return result

    def _bound(self, function: Function, arguments: Sequence[Value], named: dict[str, Value]) -> dict[str, Value]:
        names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
        defaults = self._values(function.args.defaults)
        bound = dict.fromkeys(names, NOTHING) | dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
        for only, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True):
            bound[only.arg] = self._value(default) if default else NOTHING
        bound |= dict(zip(names, arguments, strict=False))
        if function.args.vararg:
            bound[function.args.vararg.arg] = Value(parts=dict(enumerate(arguments[len(names) :])))
        if function.args.kwarg:
            bound[function.args.kwarg.arg] = Value(parts=dict(named))
        return bound | {name: value for name, value in named.items() if name in bound}


def _library_call(func: ast.expr, receiver: Value, arguments: Sequence[Value], named: dict[str, Value]) -> Call:
    match func:
        case ast.Name(id=name):
            return Call(name, "", receiver, arguments, named)
        case ast.Attribute(value=ast.Attribute(attr=module), attr=name):
            return Call(name, module, receiver, arguments, named)
        case ast.Attribute(value=base, attr=name):
            return Call(name, dotted(base), receiver, arguments, named)
        case _:
            return Call("", "", receiver, arguments, named)
