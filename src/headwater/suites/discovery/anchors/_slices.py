"""Computes the smallest part of a program that a value depends on: a backward slice over def-use chains.

Beniget finds the definitions that reach a use. A statement that modifies a value in place counts as a further
definition for all later uses. Slices keep whole statements, with two exceptions: unused names are removed from
imports, and print calls are removed from loops and functions.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Any

import beniget

from headwater.suites.discovery.anchors._changes import changed_names, is_move, is_seed
from headwater.suites.discovery.anchors._program import Statement
from headwater.suites.discovery.anchors._shown import SHOWN, Shown, without_prints

_RANDOM = re.compile(r"rand|sample|shuffle|permut|choice", re.IGNORECASE)
_FOLDERS = re.compile(r"(?<=['\"])(?:\.\./input|/kaggle/input)(?=[/'\"])")
"""The folders in which notebooks find the files of ``/data``."""


def slices_of(statements: Sequence[Statement], place: int, shown: Shown) -> list[tuple[str, ...]]:
    """Return slices (the statements that an expression's value depends on, in order), the smallest first.

    The first slice omits added table columns that no other statement names. The first slice is wrong if a function uses
    all columns, as ``dropna()`` does, so the second slice includes them. If both are equal, only one slice is returned.

    Args:
        statements: The program.
        place: The position of the statement that shows the expression.
        shown: The expression.
    """
    program = _program(statements[:place], shown)
    slicing = _Slicing([each.node for each in program])
    has_statement = shown.statement is not None
    every = [slicing.kept(has_statement=has_statement, all_columns=each) for each in (False, True)]
    return list(dict.fromkeys(_lines(program, kept) for kept in every))


def _lines(program: Sequence[Statement], kept: _SliceParts) -> tuple[str, ...]:
    lines = [_text(each, kept) for place, each in enumerate(program) if place in kept.places]
    return tuple(_FOLDERS.sub("/data", line) for line in lines if line)


def _program(before: Sequence[Statement], shown: Shown) -> list[Statement]:
    changed = [
        Statement(each.cell, node, ast.unparse(node))
        if isinstance(each.node, ast.FunctionDef) and (node := shown.functions.get(each.node.name))
        else each
        for each in before
    ]
    if shown.statement is not None:
        for text in (f"{SHOWN} = []", ast.unparse(shown.statement)):
            changed.append(Statement(0, ast.parse(text).body[0], text))
    return [*changed, Statement(0, ast.Expr(shown.expression), "")]


class _SliceParts:
    """The parts of a program that a slice keeps.

    Attributes:
        places: The positions of statements.
        definitions: The ids of the nodes that define a used name.
        columns: Added columns, keyed by the position of the statement that adds them. The slice may not need these
            statements.
    """

    def __init__(self) -> None:
        self.places: set[int] = set()
        self.definitions: set[int] = set()
        self.columns: dict[int, str] = {}


class _Chains(beniget.DefUseChains):  # type: ignore[misc] # it has no types
    """Def-use chains without printed warnings."""

    def unbound_identifier(self, name: str, node: ast.AST) -> None:
        """Ignore an undefined name, because IPython may define it."""

    def warn(self, msg: str, node: ast.AST) -> None:
        """Ignore the warning."""


class _Slicing:
    """Slices one program whose last statement is an expression."""

    def __init__(self, nodes: Sequence[ast.stmt]) -> None:
        self._nodes = nodes
        module = ast.fix_missing_locations(ast.Module(list(nodes), []))
        chains = _Chains()
        chains.visit(module)
        self._definitions: dict[ast.AST, list[Any]] = beniget.UseDefChains(chains).chains
        self._aliases = _aliases(nodes, chains, self._definitions)
        self._owner = {id(each): place for place, node in enumerate(nodes) for each in ast.walk(node)}
        functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
        self._changed = set().union(*(changed_names(node, functions) for node in nodes))

    def kept(self, *, has_statement: bool, all_columns: bool) -> _SliceParts:
        """Return the parts that the last statement depends on.

        Args:
            has_statement: Whether the statement before it is always included.
            all_columns: Whether added table columns are included even if no statement names them.
        """
        kept, last = _SliceParts(), len(self._nodes) - 1
        pending = [last, *([last - 1] if has_statement else [])]
        # Relative paths depend on the working directory, which no variable represents.
        pending += [place for place, node in enumerate(self._nodes) if is_move(node)]
        self._close(kept, pending)
        # A column that becomes needed can itself be computed from other added columns.
        while needed := [place for place, name in kept.columns.items() if all_columns or self._names(kept, name)]:
            for place in needed:
                del kept.columns[place]
            self._close(kept, needed)
        # A seed has an effect through hidden state, so def-use chains do not contain it.
        if any(_RANDOM.search(ast.unparse(self._nodes[place])) for place in kept.places):
            self._close(kept, [place for place, node in enumerate(self._nodes) if is_seed(node)])
        return kept

    def _close(self, kept: _SliceParts, pending: list[int]) -> None:
        while pending:
            place = pending.pop()
            if place in kept.places:
                continue
            kept.places.add(place)
            pending += self._needs(kept, place)

    def _names(self, kept: _SliceParts, column: str) -> bool:
        """Return whether a kept statement names a column."""
        for node in (each for place in kept.places for each in ast.walk(self._nodes[place])):
            match node:
                case ast.Attribute(attr=name) | ast.keyword(arg=name) if name == column:
                    return True
                case ast.Constant(value=str(text)) if column in text:
                    return True
                case _:
                    pass
        return False

    def _needs(self, kept: _SliceParts, place: int) -> Iterator[int]:
        """Yield the positions of the statements that define or modify the values that a statement uses."""
        node = self._nodes[place]
        is_late = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)  # such a body runs later
        for name in (each for each in ast.walk(node) if isinstance(each, ast.Name)):
            for definition in self._definitions.get(name, ()):
                if id(definition.node) not in self._owner:
                    continue  # the name is a builtin
                kept.definitions.add(id(definition.node))
                yield self._owner[id(definition.node)]
                for change in self._changes(definition, len(self._nodes) if is_late else place, set()):
                    column = _new_column(self._nodes[change])
                    if column is None:
                        yield change
                    elif change not in kept.places:
                        kept.columns[change] = column

    def _changes(self, definition: Any, before: int, seen: set[int]) -> Iterator[int]:
        """Yield the positions of the statements that modify a value in place, through this name or an alias of it."""
        if id(definition) in seen or isinstance(definition.node, ast.alias):
            return  # a call on a module modifies no table; random seeds are handled separately
        seen.add(id(definition))
        for other in self._aliases.get(id(definition), ()):
            yield from self._changes(other, before, seen)
        for user in definition.users():
            place = self._owner.get(id(user.node), before)
            if place < before and id(user.node) in self._changed:
                yield place


def _aliases(nodes: Sequence[ast.stmt], chains: Any, definitions: dict[ast.AST, list[Any]]) -> dict[int, list[Any]]:
    """For each definition, return the other definitions that may refer to the same value or to an element of it.

    An alias is a plain copy, an element with a constant key, a loop variable, or a list that contains the value.
    """
    found: dict[int, list[Any]] = {}
    for node in (each for statement in nodes for each in ast.walk(statement)):
        match node:
            case (
                ast.Assign(targets=[ast.Name() as target], value=ast.Name() as name)
                | ast.Assign(
                    targets=[ast.Name() as target], value=ast.Subscript(value=ast.Name() as name, slice=ast.Constant())
                )
            ):
                pairs = [(target, name)]
            case ast.Assign(targets=[ast.Name() as target], value=ast.List(elts=elements) | ast.Dict(values=elements)):
                pairs = [(target, name) for name in elements if isinstance(name, ast.Name)]
            case ast.For(target=target, iter=iterable):
                pairs = [(one, other) for one in _names(target) for other in _names(iterable)]
            case _:
                continue
        for one, other in pairs:
            for original in definitions.get(other, ()) if one in chains.chains else ():
                found.setdefault(id(original), []).append(chains.chains[one])
                found.setdefault(id(chains.chains[one]), []).append(original)
    return found


def _names(node: ast.AST) -> list[ast.Name]:
    return [each for each in ast.walk(node) if isinstance(each, ast.Name)]


def _new_column(node: ast.stmt) -> str | None:
    """Return the column that a statement adds to a table, or None if the statement does anything else."""
    match node:
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(), slice=ast.Constant(value=str(name)))]):
            return name
        case _:
            return None


def _text(statement: Statement, kept: _SliceParts) -> str:
    node = statement.node
    if isinstance(node, ast.Import | ast.ImportFrom):
        names = [each for each in node.names if id(each) in kept.definitions or each.name == "*"]
        if isinstance(node, ast.ImportFrom):
            return ast.unparse(ast.ImportFrom(node.module, names, node.level)) if names else ""
        return ast.unparse(ast.Import(names)) if names else ""
    if statement.source == "":
        return ""
    plain = without_prints(node)
    return statement.source if plain is node else ast.unparse(plain)
