"""The compiled SQL agrees with enumeration on random schemas, data and queries."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.context.semantic.brute_force import Condition, Edge, Grouping, RequestedMeasure, Row, World, answer

from headwater.context.semantic import MetricQuery, SemanticLayer, SemanticSource, SqlDialect, compile_query

GROUPS = st.sampled_from(["a", "b", None])
NUMBERS = st.sampled_from([0, 1, 2, None])
DATES = st.sampled_from([date(2024, 1, 31), date(2024, 2, 1), date(2024, 2, 29), None])
KEYS = st.sampled_from([1, 1, 2, 3, 9, None])  # key 9 has no matching row


def values(rows: list[Row], column: str) -> list[Any]:
    return [row[column] for row in rows if row[column] is not None]


def aggregations(table: str) -> list[RequestedMeasure]:
    return [
        RequestedMeasure(table, f"{table}_rows", len),
        RequestedMeasure(table, f"{table}_sum", lambda rows: sum(values(rows, "n")) if values(rows, "n") else None),
        RequestedMeasure(table, f"{table}_kinds", lambda rows: len(set(values(rows, "g")))),
        RequestedMeasure(table, f"{table}_max", lambda rows: max(values(rows, "n"), default=None)),
        RequestedMeasure(table, f"{table}_mean", lambda rows: _mean(values(rows, "n"))),
        RequestedMeasure(table, f"{table}_a_rows", lambda rows: sum(row["g"] == "a" for row in rows)),
        RequestedMeasure(table, f"{table}_last", lambda rows: _last(rows)),
    ]


def _mean(numbers: list[int]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def _last(rows: list[Row]) -> int | None:
    """Return the sum of ``n`` over the rows of a group's latest day."""
    latest = max(values(rows, "d"), default=None)
    latest_values = values([row for row in rows if latest is not None and row["d"] == latest], "n")
    return sum(latest_values) if latest_values else None


MEASURES = [
    ("rows", {"agg": "count"}),
    ("sum", {"agg": "sum", "expr": "n"}),
    ("kinds", {"agg": "count_distinct", "expr": "g"}),
    ("max", {"agg": "max", "expr": "n"}),
    ("mean", {"agg": "avg", "expr": "n"}),
    ("a_rows", {"agg": "count", "filter": "g = 'a'"}),
    ("last", {"agg": "sum", "expr": "n", "snapshot": {"time": "d"}}),
]


@dataclass
class Case:
    world: World
    layer: SemanticLayer
    query: MetricQuery
    measures: list[RequestedMeasure]
    groupings: list[Grouping]
    tests: list[Condition]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    names = [f"t{number}" for number in range(draw(st.sampled_from([2, 3, 4])))]
    composite = {name for name in names if draw(st.booleans())}
    world = World()
    for number, name in enumerate(names[1:], start=1):
        other = draw(st.sampled_from(names[:number]))
        many, one = (name, other) if draw(st.booleans()) else (other, name)
        parts = ("k", "k2") if one in composite else ("k",)
        keys = tuple((f"to_{one}_{part}", part) for part in parts)
        world.edges.append(Edge(many, one, keys, draw(st.integers(0, 3)) == 0))
    for name in names:
        world.tables[name] = draw(tables(world, name, name in composite))
    layer = SemanticLayer([source(draw, world, name, name in composite) for name in names])
    return draw(queries(world, layer, names))


@st.composite
def tables(draw: st.DrawFn, world: World, name: str, composite: bool) -> list[Row]:
    possible = [(key, second) for key in (1, 2, 3) for second in ((1, 2) if composite else (1,))]
    keys = draw(st.permutations(possible))[draw(st.sampled_from([0, 0, 0, 1, 3])) :]
    if not composite and draw(st.booleans()):
        keys += [(4, 1), (5, 1), (6, 1)]
    rows: list[dict[str, Any]] = [
        {"k": key, "k2": second, "g": draw(GROUPS), "n": draw(NUMBERS), "d": draw(DATES)} for key, second in keys
    ]
    for edge in world.edges:
        if edge.many == name:
            keys_seen: set[tuple[Any, ...]] = set()
            for row in rows:
                found = tuple(draw(KEYS) for _ in edge.keys)
                if edge.one_to_one and found in keys_seen:
                    found = tuple(None for _ in edge.keys)
                keys_seen.add(found)
                row.update({left: value for (left, _), value in zip(edge.keys, found, strict=True)})
    return [dict(row) for row in rows]


def source(draw: st.DrawFn, world: World, name: str, composite: bool) -> SemanticSource:
    """Return a source that declares each of its joins on one side or on both."""
    joins = []
    for edge in world.edges:
        if name not in (edge.many, edge.one) or (name == edge.one and not draw(st.booleans())):
            continue
        neighbor = edge.one if name == edge.many else edge.many
        keys = dict(edge.keys) if name == edge.many else {right: left for left, right in edge.keys}
        kind = "one_to_one" if edge.one_to_one else "many_to_one" if name == edge.many else "one_to_many"
        joins.append({"to": neighbor, "keys": keys, "cardinality": kind})
    columns = [{"name": each} for each in ("k", "k2", "g", "n")] + [{"name": "d", "type": "date"}]
    columns += [{"name": left} for edge in world.edges if edge.many == name for left, _ in edge.keys]
    measures = [{"name": f"{name}_{measure}", **fields} for measure, fields in MEASURES]
    measures.append({"name": f"{name}_ratio", "expr": f"{name}_sum / {name}_rows"})
    grain = ["k", "k2"] if composite else ["k"]
    return SemanticSource.model_validate(
        {"name": name, "table": name, "grain": grain, "columns": columns, "joins": joins, "measures": measures}
    )


@st.composite
def queries(draw: st.DrawFn, world: World, layer: SemanticLayer, names: list[str]) -> Case:
    measures = []
    for table in draw(st.lists(st.sampled_from(names), min_size=draw(st.sampled_from([1, 1, 2])), max_size=3)):
        known = aggregations(table)
        known.append(RequestedMeasure(table, f"{table}_ratio", parts=(known[1], known[0])))
        measures.append(draw(st.sampled_from(known)))
    measures = list({measure.name: measure for measure in measures}.values())
    facts = {measure.table for measure in measures}
    # Groupings through shared rows must be requested by a path, which belongs to one source.
    reachable = [name for name in names if len(facts) == 1 or not any(world.shares(fact, name) for fact in facts)]
    grouping = st.builds(Grouping, st.sampled_from(reachable or names[:0] or [min(facts)]), st.just("g"))
    month = st.builds(Grouping, st.sampled_from(reachable or [min(facts)]), st.just("d"), st.just(True))
    groupings = (
        draw(st.lists(grouping | month, min_size=draw(st.sampled_from([0, 1, 1])), max_size=2, unique=True))
        if reachable
        else []
    )
    tests = draw(st.lists(conditions(names), min_size=draw(st.sampled_from([0, 1])), max_size=2))
    query = MetricQuery(
        measures=tuple(measure.name for measure in measures),
        dimensions=tuple(_request(world, facts, each) for each in groupings),
        filters=tuple(test.text for test in tests),
        include_empty=draw(st.booleans()),
        order_by=draw(st.sampled_from([(), (f"{measures[0].name} desc",)])),
        limit=draw(st.sampled_from([None, None, 2])),
    )
    return Case(world, layer, query, measures, groupings, tests)


def _request(world: World, facts: set[str], grouping: Grouping) -> str:
    labels = [grouping.table]
    if len(facts) == 1 and world.shares(fact := min(facts), grouping.table):
        labels = [fact, *(neighbor for _, neighbor in world.path(fact, grouping.table))][-3:]
    return ".".join((*labels, grouping.column)) + (":month" if grouping.month else "")


@st.composite
def conditions(draw: st.DrawFn, names: list[str]) -> Condition:
    left, right = draw(st.sampled_from(names)), draw(st.sampled_from(names))

    def of(env: Any, table: str, column: str) -> Any:
        return env[table][column] if env[table] is not None else None

    def either(one: bool | None, two: bool | None) -> bool | None:
        return True if one or two else None if one is None or two is None else False

    def negated(one: bool | None) -> bool | None:
        return None if one is None else not one

    def is_a(env: Any) -> bool | None:
        return None if of(env, left, "g") is None else of(env, left, "g") == "a"

    def is_more(env: Any) -> bool | None:
        return None if of(env, right, "n") is None else of(env, right, "n") > 0

    return draw(
        st.sampled_from(
            [
                Condition(f"{left}.g = 'a'", frozenset({left}), is_a),
                Condition(f"{left}.g is null", frozenset({left}), lambda env: of(env, left, "g") is None),
                Condition(f"not {left}.g = 'a'", frozenset({left}), lambda env: negated(is_a(env))),
                Condition(f"{right}.n > 0", frozenset({right}), is_more),
                Condition(f"{left}.g = 'a' or {right}.n > 0", frozenset({left, right}),
                     lambda env: either(is_a(env), is_more(env))),
            ]
        )
    )  # fmt: skip


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        yield connection


def create(connection: duckdb.DuckDBPyConnection, world: World) -> None:
    for name, rows in world.tables.items():
        keys = [left for edge in world.edges if edge.many == name for left, _ in edge.keys]
        columns = ["k integer", "k2 integer", "g varchar", "n integer", "d date", *(f"{key} integer" for key in keys)]
        connection.execute(f"create or replace table {name} ({', '.join(columns)})")
        for row in rows:
            marks = ", ".join("?" for _ in columns)
            connection.execute(f"insert into {name} values ({marks})", [row[each.split()[0]] for each in columns])


def expected(case: Case) -> list[tuple[Any, ...]]:
    query = case.query
    groups = answer(case.world, case.measures, case.groupings, case.tests, query.include_empty)
    rows = sorted(groups.items(), key=lambda item: [(value is None, value or "") for value in _text(item[0])])
    if query.order_by:
        rows.sort(key=lambda item: (item[1][0] is None, -(item[1][0] or 0)))
    return [(*key, *values) for key, values in rows][: query.limit]


def _text(key: tuple[Any, ...]) -> list[str | None]:
    return [None if value is None else str(value) for value in key]


def same(one: Any, two: Any) -> bool:
    if isinstance(one, str | date) or one is None or isinstance(two, str | date) or two is None:
        return bool(one == two)
    return math.isclose(one, two, rel_tol=1e-9)


@pytest.mark.minutes
@given(case=cases())
@settings(
    max_examples=150, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip
def test_the_answer_is_that_of_enumeration(connection: duckdb.DuckDBPyConnection, case: Case) -> None:
    create(connection, case.world)
    compiled = compile_query(case.layer, case.query, SqlDialect.DUCKDB)
    rows = connection.execute(compiled.sql).fetchall()
    expected_rows = expected(case)
    assert len(rows) == len(expected_rows), (compiled.sql, rows, expected_rows)
    for row, want in zip(rows, expected_rows, strict=True):
        assert all(same(one, two) for one, two in zip(row, want, strict=True)), (compiled.sql, rows, expected_rows)
