"""Queries of DuckDB files run within limits, and nothing beyond the file can be changed or reached."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from tests.context.engines.duckdb_shop import write_shop

from headwater.context.engines import QueryLimitReached, QueryRefused, ReadLimits, SourceReader, open_reader


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_shop(tmp_path_factory.mktemp("warehouse"))


@pytest.fixture(scope="module")
def reader(warehouse: Path) -> Iterator[SourceReader]:
    opened = open_reader("shop", str(warehouse), Path("/"))
    yield opened
    opened.close()


ATTEMPTS = [
    "insert into visits values (1, 1)",
    "create table mine (i integer)",
    "create temp table mine (i integer)",
    "drop table visits",
    "select 1; drop table visits",
    "copy visits to '/tmp/stolen'",
    "export database '/tmp/stolen'",
    "attach '/tmp/stolen.duckdb'",
    "pragma threads = 1",
    "set enable_external_access = true",
    "install httpfs",
    "load httpfs",
    "call pragma_version()",
    "checkpoint",
    "explain analyze select 1",
    "select * from read_text('/etc/passwd')",
    "select * from '/etc/passwd'",
    "select * from read_csv('/etc/passwd')",
    "select * from system.main.read_text('/etc/passwd')",
    "select * from \"READ_TEXT\"('/etc/passwd')",
    "select * from glob('/etc/*')",
    "select * from 'http://127.0.0.1:9/x.csv'",
    "select * from read_parquet('http://127.0.0.1:9/x')",
    "select * from thief('/etc/passwd')",
    "select sly('/etc/passwd')",
    "select * from arrow_scan(1, 2, 3)",
    "select * from pandas_scan(1)",
    "select (select count(*) from arrow_scan(1, 2, 3))",
    "with x as (select * from arrow_scan(1, 2, 3)) select * from x",
    "select * from query('select * from arrow_scan(1, 2, 3)')",
    "select * from json_execute_serialized_sql(json_serialize_sql('select 42'))",
    "select * from force_checkpoint()",
    "select * from enable_logging(storage = 'file', storage_path = '/tmp/stolen')",
    "select * from duckdb_secrets()",
    "select * from duckdb_settings()",
    "select nextval('numbers')",
    "select write_log('x')",
    "select * from local_variable",
    "select * from big_orders, read_text('/etc/passwd')",
    "describe select * from read_text('/etc/passwd')",
    "summarize '/etc/passwd'",
    "select 1) union all (select content from read_text('/etc/passwd')",
    "select * from " + "(select * from " * 2000 + "(select 1)" + ")" * 2000,
    "select",
    "",
]


@pytest.mark.parametrize("sql", ATTEMPTS, ids=lambda sql: sql[:60])
def test_nothing_beyond_reading_tables_is_possible(reader: SourceReader, warehouse: Path, sql: str) -> None:
    local_variable = duckdb.from_arrow  # DuckDB's replacement scan of Python variables would find this one
    assert local_variable is not None
    before = warehouse.read_bytes()
    with pytest.raises((QueryRefused, QueryLimitReached)) as refused:
        reader.query(sql, ReadLimits(seconds=5))
    assert "\n" not in str(refused.value)
    assert "root:" not in str(refused.value)
    assert warehouse.read_bytes() == before
    assert not Path("/tmp/stolen").exists()


@pytest.mark.parametrize("threat", ["query('select 1')", "read_text('/etc/passwd')"])
def test_a_hostile_database_cannot_make_a_view_or_macro_of_it(tmp_path: Path, threat: str) -> None:
    path = tmp_path / "hostile.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table t as select 1 as i")
        connection.execute(f"create macro innocent() as table select * from {threat}")
        connection.execute(
            "create view v as select * from innocent()" if "text" in threat else "create view v as select 1"
        )
        connection.execute("create macro lower(x) as (select count(*) from read_text(x))")
    hostile = open_reader("h", str(path), Path("/"))
    try:
        for sql in ("select * from innocent()", "select lower('/etc/passwd')"):
            with pytest.raises(QueryRefused, match="not allowed"):
                hostile.query(sql, ReadLimits())
    finally:
        hostile.close()


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("select count(*) from raw.orders; -- all of them", [(900,)]),
        ("from visits order by visit_id limit 1", [(1, 12)]),
        ("with o as (select * from raw.orders) select max(total) from o", [(99.0,)]),
        ("select 1 as a, 2 as a", [(1, 2)]),
        ("select harmless(2), sum(i) from range(5) t(i)", [(3, 10)]),
        ("select visit_id from visits order by visit_id desc limit 2", [(300,), (299,)]),
        ("values (1, null), (2, 'x')", [(1, None), (2, "x")]),
        (
            "select date 'infinity', [1, 2], {'a': 1}, 1.50::decimal(9, 2), 'nan'::double, true, interval 1 day",
            [("infinity", "[1, 2]", "{'a': 1}", "1.50", "nan", True, "1 day")],
        ),
        ("select timestamptz '2024-01-01 00:00:00+00' < now()", [(True,)]),
        ('select "größe as" from file', [(1,)]),
        ('select "a as" from "as view ünd"', [(1,)]),
        ("select column_name from (describe empty)", [("id",), ("name",)]),
    ],
)
def test_reading_works(reader: SourceReader, sql: str, rows: list[tuple[object, ...]]) -> None:
    answer = reader.query(sql, ReadLimits())
    assert list(answer.rows) == rows
    assert answer.truncated is None


def test_an_answer_is_bounded(reader: SourceReader) -> None:
    answer = reader.query("select * from range(100000)", ReadLimits(rows=5))
    assert len(answer.rows) == 5
    assert "more than 5 rows" in str(answer.truncated)
    assert reader.query("select repeat('x', 100000000)", ReadLimits(cell=10)).rows == (("x" * 10 + "…",),)
    answer = reader.query("select repeat('x', 100) from range(100)", ReadLimits(bytes=1000))
    assert len(answer.rows) == 10
    assert "1,000 bytes" in str(answer.truncated)
    with pytest.raises(QueryLimitReached, match="ended after"):
        reader.query("select count(*) from range(10000000000) a, range(10000) b", ReadLimits(seconds=0.3))


def test_readers_of_several_threads_do_not_wait_for_each_other(reader: SourceReader) -> None:
    results: list[object] = []

    def slow() -> None:
        try:
            reader.query("select count(*) from range(10000000000) a, range(100000) b", ReadLimits(seconds=2))
        except QueryLimitReached as error:
            results.append(error)

    thread = threading.Thread(target=slow)
    thread.start()
    time.sleep(0.2)
    assert reader.query("select 1", ReadLimits()).rows == ((1,),)
    assert not results
    thread.join()
    assert len(results) == 1
