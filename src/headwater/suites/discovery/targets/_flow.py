"""Tracks data through a program without running it: which files the program reads, and which contribute to its output.

Statements are followed in order, with the values that each variable can have (its reaching definitions). The analysis
follows both branches of an ``if``, unrolls loops over known elements, runs other loops twice, and enters functions at
each call. A variable that is set under a condition also derives from the files that the condition depends on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from headwater.suites.discovery.targets._evaluation import MOST_ELEMENTS, Evaluation
from headwater.suites.discovery.targets._scope import Function
from headwater.suites.discovery.targets._values import NOTHING, Value, files_of, joined


class Flow(Evaluation):
    """The data flow of one program."""

    def follow(self, program: ast.Module) -> None:
        """Follow an entire program. The value of its last expression counts as shown, as in a notebook.

        Raises:
            TooLongError: The analysis takes too many steps.
        """
        self._run(program.body)
        if program.body and isinstance(last := program.body[-1], ast.Expr) and not isinstance(last.value, ast.Call):
            self._show([self._value(last.value)])

    def _run(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            self._step()
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=targets, value=ast.Lambda() as function) if isinstance(targets[0], ast.Name):
                self._define(targets[0].id, function)
            case ast.Assign(targets=targets, value=value):
                found = self._value(value)
                for target in targets:
                    self._assign(target, found)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, self._value(value))
            case ast.AugAssign(target=target, value=value):
                self._assign(target, self._augmented(target, value))
            case ast.Expr(value=value):
                self._expression(value)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                self._define(name, node)
            case ast.Return(value=value):
                self._returned.append(self._value(value).tainted(self._control) if value else NOTHING)
            case ast.ClassDef(body=body):
                self._class(body)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                self._scope.shared |= set(names)
            case _:
                self._compound(node)

    def _compound(self, node: ast.stmt) -> None:
        match node:
            case ast.If(test=test, body=body, orelse=orelse):
                with self._under(self._value(test)):
                    self._branches(body, orelse)
            case (
                ast.For(target=target, iter=iterable, body=body, orelse=orelse)
                | ast.AsyncFor(target=target, iter=iterable, body=body, orelse=orelse)
            ):
                self._loop(target, self._value(iterable), body)
                self._run(orelse)
            case ast.While(test=test, body=body, orelse=orelse):
                for _ in range(2):
                    with self._under(self._value(test)):
                        self._run(body)
                self._run(orelse)
            case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
                for item in items:
                    opened = self._value(item.context_expr)
                    if item.optional_vars is not None:
                        self._assign(item.optional_vars, opened)
                self._run(body)
            case (
                ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final)
                | ast.TryStar(body=body, handlers=handlers, orelse=orelse, finalbody=final)
            ):
                self._run(body)
                for handler in handlers:
                    self._branches(handler.body, [])
                self._run(orelse)
                self._run(final)
            case ast.Match(subject=subject, cases=cases):
                with self._under(self._value(subject)):
                    for case in cases:
                        self._branches(case.body, [])
            case _:
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr) and not isinstance(node, ast.Delete):
                        self._value(child)

    def _expression(self, value: ast.expr) -> None:
        """Follow an expression statement, because a method call can modify its object."""
        found = self._value(value)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            self._change(value.func.value, found.without_texts())

    def _define(self, name: str, function: Function) -> None:
        self._scope.values.pop(name, None)
        self._scope.functions[name] = function

    def _class(self, body: Sequence[ast.stmt]) -> None:
        """Follow each method once, with unknown arguments."""
        self._run(body)
        for method in body:
            if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef):
                self._call_own(method, [], {})

    def _loop(self, target: ast.expr, iterable: Value, body: Sequence[ast.stmt]) -> None:
        elements = iterable.elements()
        if not iterable.parts or len(elements) > MOST_ELEMENTS:
            elements = [joined(elements or [NOTHING])] * 2
        with self._under(iterable):
            for element in elements:
                self._assign(target, element)
                self._run(body)

    def _branches(self, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt]) -> None:
        scope = self._scope
        before = dict(scope.values)
        self._run(body)
        first = scope.values
        scope.values = dict(before)
        self._run(orelse)
        second = scope.values
        scope.values = {
            name: joined([values[name] for values in (first, second) if name in values]) for name in {**first, **second}
        }

    @contextmanager
    def _under(self, condition: Value) -> Iterator[None]:
        before = self._control
        self._control = before | files_of([condition])
        yield
        self._control = before
