"""The meaning of queries, by enumeration: small schemas and queries, with their results in plain Python.

The enumeration applies the rule in the package's docstring literally: join, filter, put each row once into each of its
groups, and aggregate. It shares no code with the compiler.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

Row = Mapping[str, Any]
Env = Mapping[str, Row | None]
Truth = bool | None


@dataclass(frozen=True)
class Edge:
    """A join between two tables: many-to-one from ``many`` to ``one``, or one-to-one."""

    many: str
    one: str
    keys: tuple[tuple[str, str], ...]
    one_to_one: bool = False


@dataclass(frozen=True)
class Condition:
    """A condition, both as text and as a function of joined rows."""

    text: str
    tables: frozenset[str]
    holds: Callable[[Env], Truth]


@dataclass(frozen=True)
class RequestedMeasure:
    """A measure and its aggregation; the first of ``parts`` is divided by the second."""

    table: str
    name: str
    aggregate: Callable[[list[Row]], Any] | None = None
    parts: tuple[RequestedMeasure, ...] = ()

    def aggregations(self) -> list[RequestedMeasure]:
        return [each for part in self.parts for each in part.aggregations()] if self.parts else [self]


@dataclass(frozen=True)
class Grouping:
    """A dimension: a column of a table, or a date truncated to its month."""

    table: str
    column: str
    month: bool = False

    def of(self, env: Env) -> Any:
        row = env.get(self.table)
        value = None if row is None else row[self.column]
        return value.replace(day=1) if self.month and isinstance(value, date) else value


@dataclass
class World:
    """Tables of rows and a tree of joins."""

    tables: dict[str, list[Row]] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)

    def path(self, start: str, end: str) -> list[tuple[Edge, str]]:
        """Return the joins from one table to another, each with its target; a tree has exactly one path."""
        waiting: list[tuple[str, list[tuple[Edge, str]]]] = [(start, [])]
        visited = {start}
        while waiting:
            current, path = waiting.pop()
            if current == end:
                return path
            for edge in self.edges:
                if current in (edge.many, edge.one):
                    neighbor = edge.one if current == edge.many else edge.many
                    if neighbor not in visited:
                        visited.add(neighbor)
                        waiting.append((neighbor, [*path, (edge, neighbor)]))
        raise KeyError(end)

    def to_one(self, start: str, end: str) -> bool:
        return all(edge.one_to_one or neighbor == edge.one for edge, neighbor in self.path(start, end))

    def shares(self, start: str, end: str) -> bool:
        """Return whether a path goes from many to one and later from one to many."""
        choices = [neighbor == edge.one for edge, neighbor in self.path(start, end) if not edge.one_to_one]
        return any(up and not down for up, down in itertools.combinations(choices, 2))

    def joined(self, start: str, row: Row, ends: set[str]) -> Iterator[Env]:
        """Yield all combinations of rows that a row joins to on its paths to ``ends``; None is a missing match."""
        steps: dict[str, tuple[Edge, str]] = {}
        for end in sorted(ends):
            current = start
            for edge, neighbor in self.path(start, end):
                steps[neighbor] = (edge, current)
                current = neighbor
        envs: list[dict[str, Row | None]] = [{start: row}]
        for neighbor, (edge, current) in steps.items():
            envs = [
                env | {neighbor: match}
                for env in envs
                for match in self._matches(edge, current, neighbor, env[current])
            ]
        yield from envs

    def _matches(self, edge: Edge, current: str, neighbor: str, row: Row | None) -> list[Row | None]:
        pairs = edge.keys if current == edge.many else tuple((right, own_key) for own_key, right in edge.keys)
        if row is None or any(row[own_key] is None for own_key, _ in pairs):
            return [None]
        return [
            other for other in self.tables[neighbor] if all(other[right] == row[own_key] for own_key, right in pairs)
        ] or [None]


def answer(
    world: World,
    measures: list[RequestedMeasure],
    groupings: list[Grouping],
    tests: list[Condition],
    include_empty: bool,
) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """Return the measures of each group."""
    aggregations = [each for measure in measures for each in measure.aggregations()]
    facts = list(dict.fromkeys(each.table for each in aggregations))
    grouped = {fact: _grouped(world, fact, groupings, tests) for fact in facts}
    keys = set().union(*grouped.values()) if groupings else {()}
    if include_empty and groupings:
        keys |= _members(world, facts[0], groupings, tests)
    return {key: tuple(_value(each, grouped, key) for each in measures) for key in keys}


def _grouped(
    world: World, fact: str, groupings: list[Grouping], tests: list[Condition]
) -> dict[tuple[Any, ...], list[Row]]:
    ends = {each.table for each in groupings}.union(*(test.tables for test in tests))
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in world.tables[fact]:
        met = {
            tuple(each.of(env) for each in groupings)
            for env in world.joined(fact, row, ends)
            if all(test.holds(env) for test in tests)
        }
        for key in met:
            groups.setdefault(key, []).append(row)
    return groups


def _members(world: World, first: str, groupings: list[Grouping], tests: list[Condition]) -> set[tuple[Any, ...]]:
    tables = list(dict.fromkeys(each.table for each in groupings))
    parts = []
    for table in tables:
        root = world.path(first, table)
        applicable = [
            test for test in tests
            if all(world.path(first, each)[: len(root)] == root and world.to_one(table, each) for each in test.tables)
        ]  # fmt: skip
        ends = {table}.union(*(test.tables for test in applicable))
        parts.append(
            [
                env
                for row in world.tables[table]
                for env in world.joined(table, row, ends)
                if all(test.holds(env) for test in applicable)
            ]
        )
    found = set()
    for combination in itertools.product(*parts):
        env = {table: each[table] for table, each in zip(tables, combination, strict=True)}
        found.add(tuple(each.of(env) for each in groupings))
    return found


def _value(
    measure: RequestedMeasure, grouped: Mapping[str, Mapping[tuple[Any, ...], list[Row]]], key: tuple[Any, ...]
) -> Any:
    if measure.parts:
        top, bottom = (_value(each, grouped, key) for each in measure.parts)
        return None if top is None or not bottom else top / bottom
    assert measure.aggregate is not None
    return measure.aggregate(grouped[measure.table].get(key, []))
