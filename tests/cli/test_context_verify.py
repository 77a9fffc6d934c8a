"""The commands `headwater context verify`, `compare` and `search` on a dbt project that was never scanned."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import duckdb
import pytest
from tests.commands import run_command
from tests.context.shop_project import write_shop


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_shop(tmp_path_factory.mktemp("shop"))
    with duckdb.connect(str(folder / "shop.duckdb")) as connection:
        connection.execute(
            "create table before as from fct_orders; update before set status = 'lost' where order_id = 3"
        )
        connection.execute("update revenue set orders = null")
    return folder


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return run_command(["context", *args], folder)


def test_verify_reports_findings_and_can_fail_a_build(shop: Path) -> None:
    done = run(shop / "models", "verify", "fct_orders", "revenue", "--check")
    assert done.returncode == 0, done.stderr
    assert "fct_orders (main.fct_orders, 200 rows): 0 checks failed" in done.stdout
    assert "warning: nulls: only null: orders" in done.stdout
    checks = json.loads(run(shop, "verify", "fct_orders", "--json").stdout)[0]["checks"]
    assert {"verdict": "ok", "about": "columns", "message": "all 5 are as declared"} in checks


def test_compare_names_differing_settings_and_can_fail_a_build(shop: Path) -> None:
    done = run(shop, "compare", "fct_orders", "main.before", "--check")
    assert done.returncode == 1
    assert done.stdout.splitlines()[1:] == ["status differs in 1 of 200 rows:", "  order_id = 3: paid and lost"]
    assert run(shop, "compare", "fct_orders", "fct_orders", "--check").returncode == 0
    wrong = run(shop, "compare", "fct_orders", "before", "--key", "status")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "key: status does not identify each row" in wrong.stderr


def test_null_is_printed_otherwise_than_an_empty_text(shop: Path) -> None:
    query = ("query-sql", "select 1 as i, '' as s, null as n, true as b, [1, 2] as l")
    assert [line.split() for line in run(shop, *query).stdout.splitlines()] == [
        ["i", "s", "n", "b", "l"],
        ["1", "NULL", "true", "[1,", "2]"],
    ]
    assert run(shop, *query, "--csv").stdout == 'i,s,n,b,l\n1,"",,true,"[1, 2]"\n'
    assert json.loads(run(shop, *query, "--json").stdout)["rows"] == [[1, "", None, True, "[1, 2]"]]


def test_compare_distinguishes_null_from_an_empty_text(shop: Path) -> None:
    with duckdb.connect(str(shop / "shop.duckdb")) as connection:
        connection.execute("create or replace table texts as from (values (1, ''), (2, null)) t(id, note)")
        connection.execute("create or replace table others as from (values (1, null), (2, '')) t(id, note)")
    lines = run(shop, "compare", "main.texts", "main.others", "--key", "id").stdout.splitlines()
    assert lines[1:] == ["note differs in 2 of 2 rows:", "  id = 1: '' and null", "  id = 2: null and ''"]


def test_search_needs_no_scan(shop: Path) -> None:
    done = run(shop, "search", "euros", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["name"] == "amount"
