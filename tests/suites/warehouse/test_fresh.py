"""The databases given to agents reveal nothing of their earlier content."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import duckdb
from tests.dbt.engine.tiny import FILES

from headwater.dbt.engine import write_afresh
from headwater.suites.warehouse._lay import lay
from headwater.suites.warehouse._parse import KeptParse
from headwater.suites.warehouse.base import Base

STG, CONVERTED = "models/staging/stg_orders.sql", "models/intermediate/int_orders_converted.sql"
CHANGED = ["model.shop.stg_orders", "model.shop.fct_orders", "model.shop.rpt_revenue"]


def laid(base: Base, folder: Path, inject: tuple[str, ...] = ()) -> Path:
    """The agent's workspace after a break that reads cents as tenths."""
    workspace = shutil.copytree(base.workspace, folder / "workspace")
    (workspace / STG).write_text(FILES[STG].replace("/ 100.0 as amount", "/ 10.0 as amount"))
    lay(workspace, base.folder, rebuilt=CHANGED, inject=inject)
    return workspace


def test_no_text_of_the_clean_project_is_left_in_the_warehouse(base: Base, tmp_path: Path) -> None:
    clean = (base.workspace / "warehouse.duckdb").read_bytes()
    broken = (laid(base, tmp_path) / "warehouse.duckdb").read_bytes()
    assert b"amount_cents / 100.0 as amount" in clean
    assert b"amount_cents / 10.0 as amount" in broken
    assert b"amount_cents / 100.0 as amount," not in broken


def test_relations_that_were_built_again_look_like_the_others(base: Base, tmp_path: Path) -> None:
    workspace = laid(base, tmp_path)
    assert sorted(path.name for path in workspace.glob("*duckdb*")) == ["raw.duckdb", "warehouse.duckdb"]
    assert not list(workspace.glob(".*"))
    with closing(duckdb.connect(workspace / "warehouse.duckdb", read_only=True)) as connection:
        [size] = connection.execute("select free_blocks, wal_size from pragma_database_size()").fetchall()
        assert size == (0, "0 bytes")
        tables = connection.execute("select schema_name, table_name from duckdb_tables()").fetchall()
        assert len(tables) == sum(step.is_table for step in base.plan.steps.values())
        for schema, name in tables:
            rows = connection.execute(f"select * from {schema}.{name}").fetchall()
            assert rows == connection.execute(f"select * from {schema}.{name} order by all").fetchall(), name


def test_injected_rows_are_not_last_and_removed_rows_leave_no_trace(base: Base, tmp_path: Path) -> None:
    inject = (
        "update raw_web.orders set customer_id = 'a customer nobody knows' where order_id = 'o7'",
        "delete from raw_web.customers where name = ' Name 79 '",
    )
    workspace = laid(base, tmp_path, inject)
    with closing(duckdb.connect(workspace / "raw.duckdb", read_only=True)) as connection:
        rows = connection.execute("select * from raw_web.orders").fetchall()
        assert rows == sorted(rows)
        assert sum(row[1] == "a customer nobody knows" for row in rows) == 1
        assert connection.execute("select free_blocks from pragma_database_size()").fetchone() == (0,)
    assert b"Name 79" in base.raw.read_bytes()
    assert b"Name 79" not in (workspace / "raw.duckdb").read_bytes()


def test_a_file_that_is_written_afresh_keeps_its_types_and_constraints(tmp_path: Path) -> None:
    file = tmp_path / "it's.duckdb"
    with closing(duckdb.connect(file)) as connection:
        connection.execute("create schema s; create table s.t (n integer not null, moment timestamp with time zone)")
        connection.execute("comment on table s.t is 'kept'; insert into s.t values (2, null), (1, now())")
    write_afresh(file)
    with closing(duckdb.connect(file, read_only=True)) as connection:
        assert connection.execute("select n from s.t").fetchall() == [(1,), (2,)]
        [(sql, comment)] = connection.execute("select sql, comment from duckdb_tables()").fetchall()
        assert "n INTEGER NOT NULL" in sql
        assert comment == "kept"
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_macros_that_only_the_clean_text_calls_are_removed() -> None:
    import msgspec

    uid, macro = "model.shop.int_orders_converted", "macro.shop.to_home"
    document = {
        "metadata": {"project_name": "shop"},
        "files": {f"shop://{CONVERTED}": {"parse_file_type": "model", "nodes": [uid], "path": {}}},
        "nodes": {uid: {"raw_code": FILES[CONVERTED].strip(), "depends_on": {"macros": [macro, "macro.dbt.x"]}}},
        "macros": {macro: {"name": "to_home"}, "macro.shop.month_of": {"name": "month_of"}},
        "unit_tests": {},
    }
    kept_parse = KeptParse(msgspec.msgpack.encode(document))
    text = FILES[CONVERTED].replace("{{ to_home('o.amount', 'r.rate') }}", "{{ month_of('o.ordered_at') }}")
    assert kept_parse.change({CONVERTED: text}, [], [])
    node = msgspec.msgpack.decode(kept_parse.at(0.0))["nodes"][uid]
    assert node["depends_on"]["macros"] == ["macro.dbt.x", "macro.shop.month_of"]
