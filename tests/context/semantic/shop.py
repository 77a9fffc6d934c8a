"""A shop with the pitfalls of joins: null segments, customers without orders, orders and tickets without customers."""

from __future__ import annotations

from typing import Any

import duckdb

from headwater.context.semantic import Compiled, MetricQuery, SemanticLayer, SemanticSource, SqlDialect, compile_query

TABLES = """
create table regions (id integer, name varchar);
insert into regions values (1, 'EU'), (2, 'US');
create table customers (id integer, segment varchar, region_id integer);
insert into customers values (1, 'A', 1), (2, 'B', 2), (3, null, 1), (4, 'C', null);
create table orders (id integer, customer_id integer, amount decimal(10, 2), status varchar, ordered_at date);
insert into orders values
  (1, 1, 10, 'paid', '2024-01-05'), (2, 1, 5, 'open', '2024-02-05'), (3, 2, 7, 'paid', '2024-02-07'),
  (4, 3, 3, 'paid', '2024-03-01'), (5, null, 100, 'paid', null);
create table tickets (id integer, customer_id integer, priority varchar, opened_at date);
insert into tickets values
  (1, 1, 'high', '2024-01-09'), (2, 3, 'low', '2024-04-01'), (3, null, 'high', '2024-01-01');
"""


def columns(*names: str, **typed: str) -> list[dict[str, str]]:
    return [{"name": name} for name in names] + [{"name": name, "type": kind} for name, kind in typed.items()]


SOURCES: list[dict[str, Any]] = [
    {"name": "regions", "table": "regions", "grain": ["id"], "columns": columns("id", "name")},
    {
        "name": "customers",
        "table": "customers",
        "grain": ["id"],
        "columns": columns("id", "segment", "region_id"),
        "joins": [{"to": "regions", "keys": {"region_id": "id"}}],
        "measures": [{"name": "customers", "agg": "count"}],
    },
    {
        "name": "orders",
        "table": "orders",
        "grain": ["id"],
        "default_time": "ordered_at",
        "columns": columns("id", "customer_id", "status", amount="decimal", ordered_at="date"),
        "joins": [{"to": "customers", "keys": {"customer_id": "id"}}],
        "segments": [{"name": "paid", "expr": "status = 'paid'"}],
        "measures": [
            {"name": "revenue", "agg": "sum", "expr": "amount"},
            {"name": "orders", "agg": "count"},
            {"name": "paid_revenue", "agg": "sum", "expr": "amount", "segments": ["paid"]},
            {"name": "average_order", "expr": "revenue / orders"},
            {"name": "revenue_per_ticket", "expr": "revenue / tickets.tickets"},
        ],
    },
    {
        "name": "tickets",
        "table": "tickets",
        "grain": ["id"],
        "default_time": "opened_at",
        "columns": columns("id", "customer_id", "priority", opened_at="date"),
        "joins": [{"to": "customers", "keys": {"customer_id": "id"}}],
        "measures": [{"name": "tickets", "agg": "count"}],
    },
]


def layer(*sources: dict[str, Any]) -> SemanticLayer:
    return SemanticLayer([SemanticSource.model_validate(source) for source in sources or SOURCES])


class Shop:
    """The shop's tables in DuckDB, and its semantic layer."""

    def __init__(self) -> None:
        self.connection = duckdb.connect()
        self.connection.execute(TABLES)
        self.layer = layer()

    def compiled(self, **query: Any) -> Compiled:
        return compile_query(self.layer, MetricQuery(**query), SqlDialect.DUCKDB)

    def rows(self, **query: Any) -> list[tuple[Any, ...]]:
        return self.connection.execute(self.compiled(**query).sql).fetchall()
