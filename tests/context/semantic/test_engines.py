"""Postgres and ClickHouse return the same results as DuckDB and as enumeration."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from tests.context.semantic.brute_force import World
from tests.context.semantic.shop import TABLES, Shop
from tests.context.semantic.test_brute_force import Case, cases, expected, same
from tests.live import Live, Running, services_on

from headwater.context.engines import ReadLimits, open_reader
from headwater.context.semantic import MetricQuery, SqlDialect, compile_query
from headwater.grading import Tooling
from headwater.records import ServiceName

SERVICES = ["postgres", "clickhouse"]
DIALECTS = [SqlDialect.POSTGRES, SqlDialect.CLICKHOUSE]


@pytest.fixture(scope="module")
def services(empty_services: dict[ServiceName, Path], tooling: Tooling) -> Iterator[Live[Running]]:
    live: Live[Running] = Live(services_on, {name: empty_services[name] for name in SERVICES}, tooling)
    live(create, _for_clickhouse(TABLES), TABLES)
    yield live
    live.close()


def create(running: Running, clickhouse: str, postgres: str) -> None:
    running.stack.clickhouse.execute(clickhouse)
    running.stack.postgres.app.execute(postgres)


def ask(running: Running, dialect: SqlDialect, sql: str) -> list[tuple[Any, ...]]:
    client = running.stack.postgres if dialect is SqlDialect.POSTGRES else running.stack.clickhouse
    return [tuple(row) for row in client.query(sql)]


def _for_clickhouse(script: str) -> str:
    for native, own in (("integer", "Nullable(Int32)"), ("varchar", "Nullable(String)"),
                        ("decimal(10, 2)", "Nullable(Decimal(10, 2))"), (" date", " Nullable(Date)")):  # fmt: skip
        script = script.replace(native, own)
    statements = [each.strip() for each in script.split(";") if each.strip()]
    return ";\n".join(each + (" engine = Memory" if each.startswith("create") else "") for each in statements)


QUERIES = [
    {"measures": ("revenue", "orders.orders", "average_order"), "dimensions": ("customers.segment",)},
    {"measures": ("revenue", "tickets", "revenue_per_ticket"), "dimensions": ("segment",), "include_empty": True},
    {"measures": ("revenue", "tickets"), "dimensions": ("metric_time:month", "regions.name"), "include_empty": True},
    {"measures": ("revenue",), "dimensions": ("ordered_at:week",), "order_by": ("revenue desc",), "limit": 3},
    {"measures": ("customers.customers",), "dimensions": ("orders.status",)},
    {"measures": ("revenue", "tickets"), "filters": ("orders.status = 'paid'", "segment in ('A', 'it''s \\')")},
    {"measures": ("revenue",), "filters": ("orders.amount > 1000",)},
    {"measures": ("median(orders.amount)", "avg(orders.amount)", "count_distinct(orders.customer_id)")},
    {"measures": ("revenue", "tickets"), "having": ("revenue > 5 and tickets < 2",), "dimensions": ("segment",)},
    {"dimensions": ("segment", "regions.name")},
    {"measures": ("revenue",), "dimensions": ("ordered_at",), "filters": ("ordered_at >= date '2024-02-01'",)},
    {"measures": ("sum(round(orders.amount / 3, 2))",)},
    {"measures": ("sum(orders.amount / orders.id)",), "filters": ("customers.segment ilike 'a%' or segment is null",)},
]  # fmt: skip


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("query", QUERIES, ids=range(len(QUERIES)))
def test_an_engine_answers_as_duckdb_does(services: Live[Running], dialect: SqlDialect, query: dict[str, Any]) -> None:
    shop = Shop()
    expected_rows = [tuple(map(_plain, row)) for row in shop.rows(**query)]
    found = services(ask, dialect, compile_query(shop.layer, MetricQuery(**query), dialect).sql)
    assert len(found) == len(expected_rows)
    for row, want in zip(found, expected_rows, strict=True):
        assert all(same(_plain(one), two) for one, two in zip(row, want, strict=True)), (found, expected_rows)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.date()
    return float(value) if isinstance(value, Decimal) else value


def ask_hardened(running: Running, dialect: SqlDialect, sql: str) -> list[tuple[Any, ...]]:
    """Run a query through the same hardened path as ``headwater context query``."""
    variables = running.stack.variables
    user, password = variables["CLICKHOUSE_USER"], variables["CLICKHOUSE_PASSWORD"]
    url = f"clickhouse://{user}:{password}@{variables['CLICKHOUSE_HOST']}:{variables['CLICKHOUSE_PORT']}/default"
    url = variables["POSTGRES_URL"] if dialect is SqlDialect.POSTGRES else url
    with running.stack.network:
        reader = open_reader("shop", url, Path("/"))
        try:
            return list(reader.query(sql, ReadLimits()).rows)
        finally:
            reader.close()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_compiled_queries_pass_the_hardened_readers(services: Live[Running], dialect: SqlDialect) -> None:
    shop = Shop()
    for query in QUERIES:
        sql = compile_query(shop.layer, MetricQuery(**query), dialect).sql
        assert len(services(ask_hardened, dialect, sql)) == len(shop.rows(**query))


@pytest.mark.parametrize("dialect", DIALECTS)
@given(case=cases())
@settings(
    max_examples=12, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip
def test_an_engine_answers_as_enumeration_does(services: Live[Running], dialect: SqlDialect, case: Case) -> None:
    script = _script(case.world)
    services(create, _for_clickhouse(script), script)
    sql = compile_query(case.layer, case.query, dialect).sql
    found = services(ask, dialect, sql)
    expected_rows = expected(case)
    assert len(found) == len(expected_rows), (sql, found, expected_rows)
    for row, want in zip(found, expected_rows, strict=True):
        assert all(same(_plain(one), _plain(two)) for one, two in zip(row, want, strict=True)), (
            sql,
            found,
            expected_rows,
        )


def _script(world: World) -> str:
    lines = []
    for name, rows in world.tables.items():
        keys = [left for edge in world.edges if edge.many == name for left, _ in edge.keys]
        names = ["k", "k2", "g", "n", "d", *keys]
        kinds = {"g": "varchar", "d": "date"}
        lines.append(f"drop table if exists {name};")
        columns = [f"{each} {kinds.get(each, 'integer')}" for each in names]
        lines.append(f"create table {name} ({', '.join(columns)});")
        for row in rows:
            lines.append(f"insert into {name} values ({', '.join(_literal(row[each]) for each in names)});")
    return "\n".join(lines)


def _literal(value: Any) -> str:
    return "null" if value is None else f"'{value}'" if isinstance(value, str | date) else str(value)
