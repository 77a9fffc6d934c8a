"""The query language, and the errors of invalid queries."""

from __future__ import annotations

from datetime import date
from typing import Any

import duckdb
import pytest
from tests.context.semantic.shop import SOURCES, Shop, layer

from headwater.context.semantic import Grain, MetricQuery, SemanticLayer, SqlDialect, compile_query
from headwater.errors import UserError


@pytest.fixture(scope="module")
def shop() -> Shop:
    return Shop()


def test_order_puts_null_last_and_dimensions_decide_ties(shop: Shop) -> None:
    query: dict[str, Any] = {"measures": ("tickets",), "dimensions": ("segment",), "include_empty": True}
    assert shop.rows(**query, order_by=("tickets desc",)) == [(None, 2), ("A", 1), ("B", 0), ("C", 0)]
    assert shop.rows(**query, order_by=("segment desc",), limit=2) == [("C", 0), ("B", 0)]
    assert shop.rows(measures=("revenue",), dimensions=("segment",), include_empty=True, order_by=("revenue",)) == [
        ("B", 7), ("A", 15), (None, 103), ("C", None)
    ]  # fmt: skip
    assert shop.rows(**query, limit=0) == []


def test_having_sees_measures_that_are_not_shown(shop: Shop) -> None:
    rows = shop.rows(measures=("revenue",), dimensions=("segment",), having=("tickets > 0 and segment is not null",))
    assert rows == [("A", 15)]


def test_points_in_time_are_cut(shop: Shop) -> None:
    query: dict[str, Any] = {"measures": ("orders.orders",), "filters": ("ordered_at is not null",)}
    assert shop.rows(**query, dimensions=("ordered_at:quarter",)) == [(date(2024, 1, 1), 4)]
    by_week = shop.compiled(**query, dimensions=("ordered_at",), grain=Grain.WEEK)
    assert [column.name for column in by_week.columns] == ["ordered_at_week", "orders"]
    assert shop.connection.execute(by_week.sql).fetchall()[0] == (date(2024, 1, 1), 1)
    both = shop.rows(**query, dimensions=("ordered_at:month", "ordered_at:year"))
    assert both[0] == (date(2024, 1, 1), date(2024, 1, 1), 1)
    assert shop.rows(measures=("revenue",), dimensions=("status",), grain=Grain.MONTH)[0] == ("open", 5)


def test_dimensions_without_measures_give_their_values(shop: Shop) -> None:
    assert shop.rows(dimensions=("segment", "regions.name")) == [("A", "EU"), ("B", "US"), ("C", None), (None, "EU")]
    with pytest.raises(UserError, match="no source reaches all dimensions"):
        shop.rows(dimensions=("orders.status", "tickets.priority"))


def test_totals_without_matching_rows(shop: Shop) -> None:
    nothing = ("segment = 'none'",)
    assert shop.rows(measures=("revenue", "tickets", "average_order"), filters=nothing) == [(None, 0, None)]
    assert shop.rows(measures=("revenue",), dimensions=("segment",), filters=nothing) == []


def test_columns_with_the_same_name_are_distinguished(shop: Shop) -> None:
    compiled = shop.compiled(measures=("orders.orders", "tickets.tickets"), dimensions=("customers.id", "regions.id"))
    assert [column.name for column in compiled.columns] == ["id", "regions.id", "orders", "tickets"]
    assert len(shop.connection.execute(compiled.sql).fetchall()) == 4


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({}, "the query names no measure or dimension; name a measure or a dimension"),
        ({"measures": ("revnue",)}, "measure revnue: no measure revnue; did you mean orders.revenue?"),
        ({"measures": ("orders.tickets",)}, "measure orders.tickets: no measure orders.tickets"),
        ({"measures": ("revenue", "orders.revenue")}, "measure orders.revenue: is requested twice; remove one of them"),
        ({"measures": ("revenue",), "dimensions": ("segment", "segment")}, "dimension segment: is requested twice"),
        ({"measures": ("revenue",), "dimensions": ("id",)}, "id may be regions.id, customers.id, orders.id, "),
        ({"measures": ("revenue",), "dimensions": ("customers.sgment",)}, "no column sgment; did you mean segment?"),
        ({"measures": ("revenue",), "dimensions": ("custmers.x",)}, "no source or role custmers; did you mean cust"),
        ({"measures": ("revenue",), "dimensions": ("status:month",), "grain": Grain.DAY}, None),
        ({"measures": ("revenue",), "dimensions": ("ordered_at:hour",)}, "is a date, which has no hour; its finest"),
        ({"measures": ("revenue",), "dimensions": ("ordered_at:monht",)}, "monht is not a grain; write one of year"),
        ({"measures": ("revenue",), "dimensions": ("amount:month",)}, "orders.amount is not a point in time"),
        ({"measures": ("revenue", "tickets"), "dimensions": ("orders.status",)}, "they only share customers with it"),
        ({"measures": ("revenue",), "filters": ("revenue > 5",)}, "; write conditions on measures in having"),
        ({"measures": ("revenue",), "having": ("sgment = 'A'",)}, "or a column of the answer: revenue"),
        ({"measures": ("revenue",), "order_by": ("segment",)}, "segment: no such column; the answer has revenue"),
        ({"measures": ("revenue",), "segments": ("unpaid",)}, "unpaid: is not known; the segments are orders.paid"),
        ({"measures": ("revenue",), "limit": -1}, "limit: -1 is negative"),
        ({"measures": ("sum(revenue)",)}, "measure sum(revenue): revenue is a measure"),
        ({"measures": ("sum(orders.amount + tickets.id)",)}, "takes columns of one source, such as sum(orders.amount)"),
        ({"measures": ("percentile(orders.amount)",)}, "a percentile must be a measure of a source"),
        ({"measures": ("customers.customers",), "dimensions": ("metric_time",)}, "customers has no metric_time"),
    ],
)  # fmt: skip
def test_unanswerable_queries_are_refused_with_a_suggestion(
    shop: Shop, query: dict[str, Any], message: str | None
) -> None:
    if message is None:  # a column of unknown type could be a timestamp
        shop.compiled(**query)
        return
    with pytest.raises(UserError) as error:
        shop.compiled(**query)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "status = 'x'); drop table orders; --",
        "status = (select 'x')",
        "exists (select 1)",
        "status in (select status from orders)",
        "read_text('/etc/passwd') = 'x'",
        "status = getenv('HOME')",
        "orders.* = 1",
        "status = $1",
        "date_trunc('month; drop table x', ordered_at) = 1",
        "extract('epoch)--' from ordered_at) = 1",
        "cast(status as orders) = 1",
        "not " * 3000 + "true",
        "(" * 3000,
        "status = " + "'a' || " * 3000 + "'a'",
        "'",
        "",
    ],
)
@pytest.mark.parametrize("place", ["filters", "having"])
def test_conditions_are_a_small_language(shop: Shop, place: str, text: str) -> None:
    with pytest.raises(UserError):
        shop.compiled(measures=("revenue",), **{place: (text,)})


HOSTILE = [
    '"; drop table t; --',
    "a.b",
    "it's",
    "select",
    "Ünïcode 表",
    "back\\slash",
    "x" * 100,
    "%s {0} $1",
    "--",
    "/*",
]


@pytest.mark.parametrize("dialect", list(SqlDialect))
def test_names_and_values_are_quoted_in_every_dialect(dialect: SqlDialect) -> None:
    import sqlglot

    for name in HOSTILE:
        hostile = _hostile(name)
        value = name.replace("'", "''")
        query = MetricQuery(
            ("m",), tuple(f"{_quoted(name)}.{_quoted(name)}" for _ in (1,)), filters=(f"{_quoted(name)} = '{value}'",)
        )
        sql = compile_query(hostile, query, dialect).sql
        (statement,) = sqlglot.parse(sql, read=dialect.value)
        assert statement is not None
        assert name in {literal.this for literal in statement.find_all(sqlglot.exp.Literal)}
        assert {table.name for table in statement.find_all(sqlglot.exp.Table)} == {name, f"{name}_groups"}


def test_hostile_names_and_values_answer_in_duckdb() -> None:
    for name in HOSTILE:
        with duckdb.connect() as connection:
            connection.execute(f"create table {_quoted(name)} as select ? as {_quoted(name)}", [name])
            value = name.replace("'", "''")
            query = MetricQuery(("m",), (_quoted(name),), filters=(f"{_quoted(name)} = '{value}'",))
            sql = compile_query(_hostile(name), query, SqlDialect.DUCKDB).sql
            assert connection.execute(sql).fetchall() == [(name, 1)]


def _hostile(name: str) -> SemanticLayer:
    return layer(
        {"name": name, "table": [name], "columns": [{"name": name}], "measures": [{"name": "m", "agg": "count"}]}
    )


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def test_a_query_named_as_a_table_does_not_hide_it() -> None:
    source = dict(SOURCES[2]) | {"table": "orders_groups", "joins": []}
    with duckdb.connect() as connection:
        connection.execute("create table orders_groups as select 1 as id, 2 as amount, 'paid' as status")
        sql = compile_query(layer(source), MetricQuery(("orders.revenue",)), SqlDialect.DUCKDB).sql
        assert connection.execute(sql).fetchall() == [(2,)]


def test_a_source_of_sql(shop: Shop) -> None:
    source = {"name": "big", "sql": "with x as (from orders) from x where amount > 5",
              "columns": [{"name": "amount"}],
              "measures": [{"name": "big", "agg": "sum", "expr": "amount"}]}  # fmt: skip
    sql = compile_query(layer(source), MetricQuery(("big",)), SqlDialect.DUCKDB).sql
    assert shop.connection.execute(sql).fetchall() == [(117,)]
    for bad in ("drop table orders", "select 1; select 2", "insert into orders values (1)", "select 1 into x", "selec"):
        with pytest.raises(UserError, match="big: sql: "):
            compile_query(layer(source | {"sql": bad}), MetricQuery(("big",)), SqlDialect.DUCKDB)


def test_snapshots_per_account() -> None:
    balances = {
        "name": "balances", "table": "balances", "grain": ["account", "day"], "default_time": "day",
        "columns": [{"name": "account"}, {"name": "amount"}, {"name": "day", "type": "date"}],
        "measures": [
            {"name": "at_end", "agg": "sum", "expr": "amount", "snapshot": {"time": "day"}},
            {"name": "each_at_end", "agg": "sum", "expr": "amount", "snapshot": {"time": "day", "per": ["account"]}},
            {"name": "at_start", "agg": "sum", "expr": "amount", "snapshot": {"time": "day", "keep": "first"}},
        ],
    }  # fmt: skip
    with duckdb.connect() as connection:
        connection.execute(
            "create table balances as select * from (values ('a', 1, date '2024-01-01'), ('a', 2, date '2024-01-31'), "
            "('b', 10, date '2024-01-15'), ('a', 3, date '2024-02-10')) t(account, amount, day)"
        )

        def ask(**parts: Any) -> list[tuple[Any, ...]]:
            query = MetricQuery(("at_end", "each_at_end", "at_start"), **parts)
            return connection.execute(compile_query(layer(balances), query, SqlDialect.DUCKDB).sql).fetchall()

        assert ask() == [(3, 13, 1)]
        assert ask(dimensions=("day:month",)) == [(date(2024, 1, 1), 2, 12, 1), (date(2024, 2, 1), 3, 3, 3)]
        assert ask(filters=("account = 'b'",)) == [(10, 10, 10)]


def test_hidden_columns_and_measures_serve_only_other_expressions() -> None:
    source = {
        "name": "o", "table": "orders", "grain": ["id"],
        "columns": [{"name": "id", "hidden": True}, {"name": "amount"}],
        "measures": [{"name": "total", "agg": "sum", "expr": "amount", "hidden": True},
                     {"name": "double", "expr": "total * 2"}],
    }  # fmt: skip
    compile_query(layer(source), MetricQuery(("double",)), SqlDialect.DUCKDB)
    with pytest.raises(UserError, match=r"o\.total is hidden"):
        compile_query(layer(source), MetricQuery(("total",)), SqlDialect.DUCKDB)
    with pytest.raises(UserError, match=r"o\.id is hidden"):
        compile_query(layer(source), MetricQuery(("double",), ("o.id",)), SqlDialect.DUCKDB)


def test_rows_that_have_many_need_a_grain() -> None:
    sources = [dict(source) for source in SOURCES]
    del sources[1]["grain"]
    with pytest.raises(UserError, match="customers: needs a grain"):
        compile_query(layer(*sources), MetricQuery(("customers.customers",), ("orders.status",)), SqlDialect.DUCKDB)


def test_queries_on_a_graph_with_countless_paths_are_fast() -> None:
    names = [f"n{number}" for number in range(40)]
    sources = [
        {"name": name, "table": name, "grain": ["id"], "columns": [{"name": "id"}, {"name": f"c_{name}"}],
         "joins": [{"to": other, "keys": {"id": "id"}} for other in names if other != name],
         "measures": [{"name": f"m_{name}", "agg": "count"}]}
        for name in names
    ]  # fmt: skip
    with pytest.raises(UserError, match="can be reached from n0 in"):
        compile_query(layer(*sources), MetricQuery(("m_n0",), ("c_n39",)), SqlDialect.DUCKDB)
