"""Models operators, and names in expressions."""

from __future__ import annotations

import ast
import posixpath
from typing import Any

from headwater.suites.discovery.targets._formatting import fill_percent
from headwater.suites.discovery.targets._values import Value, combined, files_of


def dotted(node: ast.AST) -> str:
    """Return a dotted name such as ``a.b`` as text, or an empty string for any other expression."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=base, attr=name) if inner := dotted(base):
            return f"{inner}.{name}"
        case _:
            return ""


def key_of(node: ast.expr) -> Any:
    """Return a dictionary key. An unknown key is represented by the expression that computes it."""
    return node.value if isinstance(node, ast.Constant) else (ast.dump(node),)


def operation(operator: ast.operator, left: Value, right: Value) -> Value:
    """Return the result of an operator on two values."""
    match operator:
        case ast.Add():
            return total(left, right)
        case ast.Div() if left.texts and right.texts:
            return combined([left, right], lambda texts: posixpath.join(*texts))
        case ast.Mod() if left.texts:
            every = right.elements() if right.parts is not None else [right]
            return combined([left, *every], lambda texts: fill_percent(texts[0], texts[1:]))
        case _:
            return Value(files=files_of([left, right]))


def total(left: Value, right: Value) -> Value:
    """Return the concatenation of two texts or lists."""
    if left.parts is not None and right.parts is not None:
        every = [*left.parts.values(), *right.parts.values()]
        return Value(files=left.files | right.files, parts=dict(enumerate(every)))
    return combined([left, right], "".join)
