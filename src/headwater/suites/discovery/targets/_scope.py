"""Tracks the names in a program, and the values bound to them."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from headwater.suites.discovery.targets._values import Value

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass
class Scope:
    """The scope of the program, or of a call to one of its functions.

    Attributes:
        shared: Names that are declared ``global`` or ``nonlocal``.
        changed: Names whose value was modified in place, which affects the caller.
    """

    outer: Scope | None = None
    values: dict[str, Value] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    shared: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)

    def value(self, name: str) -> Value | None:
        """Return the value of a name, or None if it is not bound."""
        scope = self._owner(name)
        return scope.values[name] if scope else None

    def assign(self, name: str, value: Value) -> None:
        """Bind a name to a value."""
        scope = self
        while name in scope.shared and scope.outer is not None:
            scope = scope.outer
        scope.values[name] = value

    def change(self, name: str, value: Value) -> None:
        """Change the value of a name in place, in the scope that owns it."""
        scope = self._owner(name) or self
        scope.values[name] = value
        scope.changed.add(name)

    def names(self) -> dict[Any, Value]:
        """Return all visible names with their values."""
        return {**(self.outer.names() if self.outer else {}), **self.values}

    def function(self, name: str) -> Function | None:
        """Return the program's function with this name, or None if there is no such function."""
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
