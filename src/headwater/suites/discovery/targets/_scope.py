"""Names of a program, and what they hold at some point of it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from headwater.suites.discovery.targets._values import Value

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass
class Scope:
    """Names of the program, or of a call of one of its functions.

    Attributes:
        shared: Names that are declared ``global`` or ``nonlocal``.
        changed: Names whose value was changed and not replaced, as a caller sees.
    """

    outer: Scope | None = None
    values: dict[str, Value] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)

    def value(self, name: str) -> Value | None:
        """Return what a name holds; None if that is nothing."""
        scope = self._owner(name)
        return scope.values[name] if scope else None

    def assign(self, name: str, value: Value) -> None:
        """Let a name hold a value."""
        scope = self
        while name in scope.shared and scope.outer is not None:
            scope = scope.outer
        scope.values[name] = value

    def change(self, name: str, value: Value) -> None:
        """Let what a name holds be this, for everybody who holds it."""
        scope = self._owner(name) or self
        scope.values[name] = value
        scope.changed.add(name)

    def names(self) -> dict[Any, Value]:
        """Return everything that can be named here."""
        return {**(self.outer.names() if self.outer else {}), **self.values}

    def function(self, name: str) -> Function | None:
        """Return the function of the program that a name means; None if it means none."""
        scope: Scope | None = self
        while scope is not None and name not in scope.values:
            if name in scope.functions:
                return scope.functions[name]
            scope = scope.outer
        return None

    def _owner(self, name: str) -> Scope | None:
        scope: Scope | None = self
        while scope is not None and name not in scope.values:
            scope = scope.outer
        return scope
