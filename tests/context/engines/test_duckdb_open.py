"""A DuckDB file whose views read an attached file, as dbt leaves it, gives access to that file only."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from headwater.context.engines import QueryRefused, ReadLimits, open_reader


@pytest.fixture
def attached(tmp_path: Path) -> Path:
    """A warehouse whose view reads an attached file, as dbt leaves it, and a secret that no view names."""
    with duckdb.connect(str(tmp_path / "raw.duckdb")) as connection:
        connection.execute("create schema shop; create table shop.orders as select range as id from range(5)")
        connection.execute("create view shop.stolen as select * from read_text('/etc/passwd')")
    with duckdb.connect(str(tmp_path / "secret.duckdb")) as connection:
        connection.execute("create table t as select 1 as x")
    with duckdb.connect(str(tmp_path / "warehouse.duckdb")) as connection:
        connection.execute(f"attach '{tmp_path / 'raw.duckdb'}' as raw (read_only)")
        connection.execute("create view stg_orders as select id as order_id from raw.shop.orders")
        connection.execute("create table orders as from stg_orders")
        connection.execute("create view thief as from raw.shop.stolen")
    return tmp_path / "warehouse.duckdb"


def test_views_over_a_neighbouring_file_are_read(attached: Path) -> None:
    reader = open_reader("w", str(attached), Path("/"))
    assert reader.query("select sum(order_id) as n from stg_orders", ReadLimits()).rows == ((10,),)
    structure = reader.structure()
    assert [table.name.name for table in structure.tables] == [
        "orders",
        "stg_orders",
        "thief",
    ]  # but not the tables of other files
    assert structure.problems == ()
    stg_orders = next(table for table in structure.tables if table.name.name == "stg_orders")
    measured = reader.profile(stg_orders, 10)
    assert (measured.rows, measured.problem) == (5, None)
    reader.close()
    with duckdb.connect(str(attached.with_name("raw.duckdb"))) as connection:  # the reader holds no lock on the file
        connection.execute("insert into shop.orders values (90)")
    again = open_reader("w", str(attached), Path("/"))
    assert again.query("select sum(order_id) as n from stg_orders", ReadLimits()).rows == ((100,),)
    again.close()


@pytest.mark.parametrize(
    "sql",
    [
        "select * from thief",
        "select * from raw.shop.stolen",
        "select * from secret.main.t",
        "select * from read_text('/etc/passwd')",
        "select * from '/etc/passwd'",
        "attach '/tmp/other.duckdb'",
        "detach raw",
        "insert into raw.shop.orders values (1)",
        "set enable_external_access = true",
    ],
)
def test_a_neighbouring_file_cannot_be_opened_in_another_way(attached: Path, sql: str) -> None:
    reader = open_reader("w", str(attached), Path("/"))
    with pytest.raises(QueryRefused):
        reader.query(sql, ReadLimits())
    for setting in ("enable_external_access", "lock_configuration"):
        [(value,)] = reader.ask(f"select current_setting('{setting}')", 5)
        assert value is (setting == "lock_configuration")
    reader.close()


def test_a_neighbouring_file_that_cannot_be_opened_is_reported(attached: Path) -> None:
    attached.with_name("raw.duckdb").write_bytes(b"nothing of the kind")
    reader = open_reader("w", str(attached), Path("/"))
    [problem] = reader.structure().problems
    assert problem.startswith("raw.duckdb, which views read: cannot be opened: ")
    assert reader.query("select count(*) as n from orders", ReadLimits()).rows == ((5,),)
    reader.close()


def test_a_separate_schema_is_not_mistaken_for_a_file(attached: Path) -> None:
    with duckdb.connect(str(attached)) as connection:
        connection.execute("create schema raw; create table raw.mine as select 1 as x; create view v as from raw.mine")
    reader = open_reader("w", str(attached), Path("/"))
    assert reader.query("select x from v", ReadLimits()).rows == ((1,),)
    reader.close()
