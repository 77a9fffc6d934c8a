"""The commands `headwater context scan`, `show` and `query-sql`."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import duckdb
import pytest
from tests.commands import PROGRAM, run_command

SHOP = """
create schema raw;
create table raw.customers as select i as id, 'c' || i as name, ['retail', 'trade'][1 + i % 2] as segment
from range(1, 101) r(i);
create table raw.orders as select i as id, 1 + (i * 7) % 100 as customer_id, i / 4 as total from range(1, 401) r(i);
create table "[bold]evil[/]\x1b[31m" as select '\x1b]0;title\x07' as "[red]c" from range(3);
"""


def run(folder: Path, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return run_command(["context", *args], folder, stdin=stdin)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    with duckdb.connect(str(folder / "shop.duckdb")) as connection:
        connection.execute(SHOP)
    (folder / "files").mkdir()
    (folder / "files" / "a.csv").write_text("x,y\n1,2\n")
    done = run(folder, "scan", "shop.duckdb", "lake=files", "--json")
    assert done.returncode == 0, done.stderr
    assert [source["source"] for source in json.loads(done.stdout)["sources"]] == ["lake", "shop"]
    return folder


def test_a_scan_reports_its_findings_and_the_next_one_reports_no_change(project: Path) -> None:
    again = run(project, "scan")
    assert again.returncode == 0
    assert "shop: 3 tables, 7 columns, 2 keys, 1 foreign key" in again.stdout
    assert "shop: has not changed" in again.stderr


def test_show_has_tables_one_table_and_keys(project: Path) -> None:
    below = project / "models"
    below.mkdir(exist_ok=True)
    tables = run(below, "show").stdout
    assert "shop:raw.orders" in tables
    assert "lake:a.csv" in tables
    orders = run(project, "show", "orders").stdout
    assert "PK" in orders
    assert "raw.customers" in orders
    output = json.loads(run(project, "show", "raw.customers", "--json").stdout)
    segment = next(column for column in output["tables"][0]["columns"] if column["name"] == "segment")
    assert segment["profile"]["frequent"] == [{"value": "retail", "count": 50}, {"value": "trade", "count": 50}]
    keys = json.loads(run(project, "show", "--keys", "--json").stdout)
    assert [key["columns"] for key in keys["foreign_keys"]] == [["customer_id"]]


def test_names_and_values_give_the_terminal_no_orders(project: Path) -> None:
    output = (
        run(project, "show").stdout
        + run(project, "query-sql", 'from "[bold]evil[/]\x1b[31m"', "--source", "shop").stdout
    )
    assert "[bold]evil[/]" in output
    assert "[red]c" in output
    assert "\x1b" not in output
    assert "\x07" not in output


def test_queries_are_printed_as_a_table_json_and_csv(project: Path) -> None:
    sql = "select segment, count(*) as n from raw.customers group by all order by all"
    assert "retail" in run(project, "query-sql", sql, "--source", "shop").stdout
    assert json.loads(run(project, "query-sql", "-", "--source", "shop", "--json", stdin=sql).stdout) == {
        "columns": ["segment", "n"],
        "types": ["VARCHAR", "BIGINT"],
        "rows": [["retail", 50], ["trade", 50]],
        "truncated": None,
    }
    lake = run(project, "query-sql", 'select x, y from "a.csv"', "--source", "lake", "--csv")
    assert lake.stdout.splitlines() == ["x,y", "1,2"]
    cut = run(project, "query-sql", "from raw.orders", "--source", "shop", "--rows", "3", "--csv")
    assert len(cut.stdout.splitlines()) == 4
    assert "more than 3 rows" in cut.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["query-sql", "drop table raw.orders", "--source", "shop"], "only SELECT"),
        (["query-sql", "select 1"], "which source"),
        (["query-sql", "select 1", "--source", "nope"], "no such source"),
        (["query-sql", " ", "--source", "shop"], "empty"),
        (["show", "order"], "perhaps shop:raw.orders"),
        (["scan", "nope.duckdb"], "no such file"),
        (["scan", "mysql://x/y"], "mysql"),
        (["scan", "env:HEADWATER_NO_SUCH_VARIABLE"], "is not set"),
        (["scan", "postgres://u:hunter2@127.0.0.1:1/x"], "cannot connect"),
    ],
)
def test_a_mistake_is_one_line(project: Path, args: list[str], message: str) -> None:
    done = run(project, *args)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "hunter2" not in done.stderr


def test_no_index_and_an_index_that_cannot_be_written_are_one_line(tmp_path: Path) -> None:
    done = run(tmp_path, "show")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "headwater context scan" in done.stderr
    (tmp_path / "a.csv").write_text("x\n1\n")
    (tmp_path / "index").write_text("a file")
    done = run(tmp_path, "scan", "a.csv", "--index", "index/x")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "--index" in done.stderr


def test_an_interrupted_scan_ends_at_once_and_keeps_its_results(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "slow.duckdb")) as connection:
        connection.execute("create table t as select range as id from range(10)")
        connection.execute("create view endless as select count(*) as n from range(10000000000) a, range(10000000) b")
    command = [str(PROGRAM), "context", "scan", "slow.duckdb"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as scan:
        assert scan.stderr is not None
        assert "slow: 2 tables" in scan.stderr.readline()
        time.sleep(3)
        scan.send_signal(signal.SIGINT)
        _, error = scan.communicate(timeout=400)
    assert scan.returncode == 130
    assert "interrupted" in error
    assert "Traceback" not in error
    assert "slow:main.t" in run(tmp_path, "show").stdout


def test_a_dbt_project_is_traced_and_its_warehouse_read(tmp_path: Path) -> None:
    (tmp_path / "dbt_project.yml").write_text("name: shop\nversion: '1'\nprofile: shop\n")
    (tmp_path / "models").mkdir()
    (tmp_path / "models/orders.sql").write_text("select id as order_id, total from {{ source('raw', 'orders') }}\n")
    (tmp_path / "models/sources.yml").write_text("sources: [{name: raw, tables: [{name: orders}]}]\n")
    with duckdb.connect(str(tmp_path / "shop.duckdb")) as connection:
        connection.execute(SHOP)
    done = run(tmp_path, "scan", ".", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [source["tables"] for source in found["sources"]] == [3]
    assert found["projects"][0]["relations"] == 2
    assert "raw.orders.id" in run(tmp_path, "upstream", "orders.order_id").stdout
