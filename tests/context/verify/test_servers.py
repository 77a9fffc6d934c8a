"""Verification and comparison on Postgres and ClickHouse give the same results as DuckDB on the same tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import duckdb
import pytest
from tests.context.shop_project import FILES, write_shop
from tests.context.shop_project import build as build_file
from tests.context.shop_servers import SERVERS, build, execute, lay, remake
from tests.live import Live, Running

from headwater.context.catalog import Engine
from headwater.context.live import LiveProject
from headwater.context.verify import (
    CheckStatus,
    ModelCheck,
    ModelVerification,
    TableComparison,
    compare_tables,
    verified_lines,
    verify_model,
)

pytestmark = pytest.mark.minutes

FAULTS: dict[str, Sequence[tuple[str, str]]] = {
    "good": (),
    "multiplied": [("raw.customers", "select * from raw.old union all select * from raw.old where id = 7")],
    "unmatched": [("raw.customers", "select * from raw.old where id <> 7")],
    "lost": [("main.fct_orders", "select * from main.old where order_id <> 6")],
    "without rows": [("main.fct_orders", "select * from main.old where order_id < 0")],
    "unaccepted": [
        (
            "main.fct_orders",
            "select case when order_id in (3, 4) then null else order_id end as order_id, customer_id,"
            " case when order_id = 6 then 'it''s \\' else status end as status, amount, segment from main.old",
        )
    ],
    "other columns": [("main.fct_orders", "select order_id, customer_id, status, amount, 1 as extra from main.old")],
}
"""Tables that are recreated before the models downstream; ``old`` is the earlier table."""
QUICK = ("good", "multiplied", "unaccepted")


def faulty(running: Running, engine: Engine, fault: str, models: Sequence[str]) -> list[ModelVerification]:
    folder = lay(running, engine)
    for table, select in FAULTS[fault]:
        old = f"{table.partition('.')[0]}.old"
        escaped = select.replace("\\", "\\\\") if engine is Engine.CLICKHOUSE else select
        remake(running, engine, old, f"select * from {table}")
        remake(running, engine, table, escaped)
        execute(running, engine, f"drop table {old}")
        if table.startswith("raw"):
            build(running, engine, folder)
    with running.stack.network:
        live = LiveProject(folder)
        try:
            return [verify_model(live, model) for model in models]
        finally:
            live.close()


def faulty_file(folder: Path, fault: str, models: Sequence[str]) -> list[ModelVerification]:
    write_shop(folder)
    for table, select in FAULTS[fault]:
        old = f"{table.partition('.')[0]}.old"
        with duckdb.connect(str(folder / "shop.duckdb")) as connection:
            connection.execute(f"create table {old} as from {table}")
            connection.execute(f"create or replace table {table} as {select}; drop table {old}")
        if table.startswith("raw"):
            build_file(folder)
    live = LiveProject(folder)
    try:
        return [verify_model(live, model) for model in models]
    finally:
        live.close()


def comparable(verified: ModelVerification) -> tuple[str, int, list[ModelCheck]]:
    """Return results without inferred keys, which exist only after the scan of a server."""
    return verified.model, verified.rows, [check for check in verified.checks if "key" not in check.message]


@pytest.mark.parametrize("engine", SERVERS)
@pytest.mark.parametrize(
    "fault", [pytest.param(fault, marks=[] if fault in QUICK else pytest.mark.minutes) for fault in FAULTS]
)
def test_a_server_gives_the_same_answers_as_a_file(
    shop_servers: Live[Running], tmp_path: Path, engine: Engine, fault: str
) -> None:
    models = ("fct_orders", "stg_orders", "revenue")
    from_file = faulty_file(tmp_path, fault, models)
    found = shop_servers(faulty, engine, fault, models)
    assert [comparable(each) for each in found] == [comparable(each) for each in from_file]
    assert found[0].checks == from_file[0].checks
    faults = [check for check in found[0].checks if check.verdict in (CheckStatus.FAILED, CheckStatus.WARNING)]
    assert bool(faults) == (fault != "good")


# only the servers have these relations


def compared(
    running: Running, engine: Engine, tables: Mapping[str, str | None], key: Sequence[str] = ()
) -> TableComparison:
    """Compare two tables; a table given with a query is created from it after the scan."""
    folder = lay(running, engine)
    for name, select in tables.items():
        if select is not None:
            remake(running, engine, name, select)
    with running.stack.network:
        live = LiveProject(folder)
        try:
            return compare_tables(live, *tables, key)
        finally:
            live.close()


def output(running: Running, engine: Engine, edits: Mapping[str, str], make: str) -> str:
    """Return what verification reports on fct_orders after the given edits and SQL."""
    folder = lay(running, engine)
    for name, text in edits.items():
        (folder / name).write_text(text)
    execute(running, engine, make)
    with running.stack.network:
        live = LiveProject(folder)
        try:
            return "\n".join(verified_lines(verify_model(live, "fct_orders")))
        finally:
            live.close()


@pytest.mark.parametrize("engine", SERVERS)
def test_a_table_that_no_scan_has_seen_is_compared(shop_servers: Live[Running], engine: Engine) -> None:
    copied = (
        "select order_id, customer_id, case when order_id in (4, 6) then null else status end as status,"
        " amount + 1e-12 as amount, 1 as extra from main.fct_orders where order_id <> 3"
        " union all select 999, 1, 'paid', 1.0, 1"
    )
    found = shop_servers(compared, engine, {"main.fct_orders": None, "main.copy": copied})
    assert (found.key, found.rows, found.matched) == (("order_id",), (200, 200), 199)
    assert (found.only_first, found.examples_first) == (1, ((3,),))
    assert (found.only_second, found.examples_second) == (1, ((999,),))
    assert (found.columns_first, found.columns_second) == (("segment",), ("extra",))
    [status] = [each for each in found.different if each.column == "status"]
    assert (status.rows, status.examples) == (2, ((4, "open", None), (6, "paid", None)))


POSTGRES = {
    "whole numbers and text": ("(1, 2), (2, 3)", "('1', '2'), ('2', '4')", [("2", 3, "4")]),
    "whole and rounded numbers": (
        "(1::int, 2::numeric), (2, 3)", "(1::bigint, 2.0::float8), (2, 3.5)", [(2, "3", 3.5)],
    ),
    "days and times": (
        "(1, date '2024-01-01'), (2, '2024-01-01')", "(1, timestamp '2024-01-01'), (2, '2024-01-01 00:01')",
        [(2, "2024-01-01", "2024-01-01 00:01:00")],
    ),
    "json": ("""(1, '{"a": 1}'::json), (2, '[1]')""", """(1, '{"a": 1}'::json), (2, '[2]')""", [(2, "[1]", "[2]")]),
    "arrays": ("(1, array[1, 2]), (2, array[1])", "(1, array['1', '2']), (2, array['2'])", [(2, "{1}", "{2}")]),
    "no number, and more than any": (
        "(1, 'nan'::float8), (2, 'inf'), (3, 'inf'), (4, 1e-300), (5, 0.0), (6, 'nan')",
        "(1, 'nan'::float8), (2, 'inf'), (3, '-inf'), (4, 1e-300), (5, 1e-9), (6, 1)",
        [(3, "inf", "-inf"), (5, 0.0, 1e-9), (6, "nan", 1.0)],
    ),
    "keys that are null": ("(1, 1), (null, 2)", "(1, 1), (null, 3)", [(None, 2, 3)]),
    "decimal keys that are null": (
        "(1.0::numeric, 1), (null, 2)", "(1.00::numeric, 4), (null, 3)", [("1.0", 1, 4), (None, 2, 3)],
    ),
    "keys of other types that are null": ("('a', 1), (null, 2)", "('a'::char(3), 1), (null, 3)", [(None, 2, 3)]),
}  # fmt: skip
CLICKHOUSE = {
    "whole numbers and text": (
        "'id Int32, v Int32', (1, 2), (2, 3)", "'id String, v String', ('1', '2'), ('2', '4')", [("2", 3, "4")],
    ),
    "with a sign and without": (
        "'id UInt64, v UInt8', (1, 2), (2, 3)", "'id Nullable(Int64), v Int64', (1, 2), (2, -3)", [(2, 3, -3)],
    ),
    "decimal and rounded": (
        "'id Int32, v Decimal(9, 2)', (1, 2.5), (2, 3)", "'id Decimal(9, 1), v Float64', (1, 2.5), (2, 3.5)",
        [(2, 3, 3.5)],
    ),
    "enumerations": (
        "'id Int8, v Enum8(\\'a\\' = 1, \\'b\\' = 2)', (1, 'a'), (2, 'b')",
        "'id Int8, v LowCardinality(Nullable(String))', (1, 'a'), (2, null)", [(2, "b", None)],
    ),
    "days and times": (
        "'id Int8, v Date', (1, '2024-01-01'), (2, '2024-01-01')",
        "'id Int8, v DateTime64(3)', (1, '2024-01-01 00:00:00'), (2, '2024-01-01 00:01:00')",
        [(2, "2024-01-01", "2024-01-01 00:01:00.000")],
    ),
    "arrays and maps": (
        "'id Int8, v Map(String, Array(Int8))', (1, map('a', [1])), (2, map('a', [1]))",
        "'id Int8, v Map(String, Array(Int8))', (1, map('a', [1])), (2, map('a', [2]))",
        [(2, '{"a": [1]}', '{"a": [2]}')],
    ),
    "no number, and more than any": (
        "'id Int8, v Float64', (1, nan), (2, inf), (3, inf), (5, 0), (6, nan)",
        "'id Int8, v Float64', (1, nan), (2, inf), (3, -inf), (5, 1e-9), (6, 1)",
        [(3, "inf", "-inf"), (5, 0.0, 1e-9), (6, "nan", 1.0)],
    ),
    "keys that are null": (
        "'id Nullable(Int8), v Int8', (1, 1), (null, 2)", "'id Nullable(Int8), v Int8', (1, 1), (null, 3)",
        [(None, 2, 3)],
    ),
}  # fmt: skip
SELECT = {Engine.POSTGRES: "select * from (values {}) as t(id, v)", Engine.CLICKHOUSE: "select * from values({})"}


@pytest.mark.parametrize(
    ("engine", "case"),
    [*((Engine.POSTGRES, case) for case in POSTGRES), *((Engine.CLICKHOUSE, case) for case in CLICKHOUSE)],
)
def test_values_of_other_types_and_kinds_are_compared(shop_servers: Live[Running], engine: Engine, case: str) -> None:
    first, second, examples = (POSTGRES if engine is Engine.POSTGRES else CLICKHOUSE)[case]
    tables = {"main.one": SELECT[engine].format(first), "main.two": SELECT[engine].format(second)}
    found = shop_servers(compared, engine, tables, ("id",))
    assert (found.only_first, found.only_second) == (0, 0)
    assert [(each.column, list(each.examples)) for each in found.different] == [("v", examples)]
    assert found.different[0].rows == len(examples)


NAMES = {
    Engine.POSTGRES: ('main."a""b; --\\"', '"c""d\';\\"', 'main.a"b; --\\'),
    Engine.CLICKHOUSE: ('main."a""b; --\\\\"', '"c""d\';\\\\"', 'main.a"b; --\\'),
}
"""A table's and a column's name as SQL, and the table's name in messages."""


def compare_by_name(running: Running, engine: Engine) -> TableComparison:
    folder = lay(running, engine)
    table, column, output = NAMES[engine]
    columns = f"1 as id, 2 as {column}, 3 as a, 4 as b, 5 as n, 6 as side, 7 as k0, {{}} as m"
    remake(running, engine, table, f"select {columns.format(8)}")
    remake(running, engine, "main.other", f"select {columns.format(9)}")
    with running.stack.network:
        live = LiveProject(folder)
        try:
            return compare_tables(live, output, "main.other")
        finally:
            live.close()


@pytest.mark.parametrize("engine", SERVERS)
def test_names_are_quoted(shop_servers: Live[Running], engine: Engine) -> None:
    found = shop_servers(compare_by_name, engine)
    assert (found.matched, found.only_first, found.columns_first) == (1, 0, ())
    assert [(each.column, each.examples) for each in found.different] == [("m", ((1, 8, 9),))]


def test_states_of_aggregates_are_compared_by_their_results(shop_servers: Live[Running]) -> None:
    state = "select toInt32({}) as id, sumState(toUInt8({})) as total group by id"
    tables = {
        "main.one": f"{state.format(1, 5)} union all {state.format(2, 5)}",
        "main.two": f"{state.format(1, 5)} union all {state.format(2, 6)}",
    }
    found = shop_servers(compared, Engine.CLICKHOUSE, tables)
    assert (found.key, found.matched, [each.rows for each in found.different]) == (("id",), 2, [1])


@pytest.mark.parametrize("engine", SERVERS)
def test_columns_are_those_that_the_table_has_now(shop_servers: Live[Running], engine: Engine) -> None:
    change = "alter table main.fct_orders drop column segment;\nalter table main.fct_orders add column late {}"
    prompt = shop_servers(output, engine, {}, change.format("int" if engine is Engine.POSTGRES else "Nullable(Int8)"))
    assert "failed: columns: declared but not built: segment" in prompt
    assert "warning: columns: built but not declared: late" in prompt
    assert "warning: nulls: only null: late" in prompt


ENUM = {
    Engine.POSTGRES: "create type main.state as enum ('paid', 'open');\n"
    "alter table main.fct_orders alter column status type main.state using status::main.state",
    Engine.CLICKHOUSE: "alter table main.fct_orders modify column status Enum8('paid' = 1, 'open' = 2)",
}


@pytest.mark.parametrize("engine", SERVERS)
def test_an_enumeration_may_lack_a_value_that_is_accepted(shop_servers: Live[Running], engine: Engine) -> None:
    declared = FILES["models/models.yml"].replace("[paid, open]", "[paid, no such state]")
    prompt = shop_servers(output, engine, {"models/models.yml": declared}, ENUM[engine])
    assert "failed: tests: accepted_values(status): fails for 100 rows" in prompt


def test_parts_that_the_engine_refuses_are_reported_and_the_rest_is_found(shop_servers: Live[Running]) -> None:
    declared = FILES["models/models.yml"].replace("field: customer_id", "field: segment")
    prompt = shop_servers(output, Engine.POSTGRES, {"models/models.yml": declared}, "select 1")
    assert "unknown: tests: relationships(customer_id): cannot be found out: UndefinedFunction: operator does" in prompt
    assert "ok: grain: one row for each order_id (declared)" in prompt
    assert "0 checks failed" in prompt
