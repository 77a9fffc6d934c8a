"""The command `headwater context generate`, and `query` on the resulting semantic layer."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pytest
from tests.cli.test_context_verify import run

ORDERS = """
create table orders as select i as order_id, case when i % 4 = 0 then null when i % 4 = 1 then '' else 'paid' end
as status, i * 10 as amount from range(1, 41) r(i);
"""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scanned database with generated documents."""
    folder = tmp_path_factory.mktemp("orders")
    with duckdb.connect(str(folder / "orders.duckdb")) as connection:
        connection.execute(ORDERS)
    assert run(folder, "scan", "orders.duckdb").returncode == 0
    done = run(folder, "generate", "--json")
    assert done.returncode == 0, done.stderr
    changes = {one["file"]: one["change"] for one in json.loads(done.stdout)["files"]}
    assert changes["context/semantic/orders.yml"] == "new"
    assert set(changes.values()) == {"new"}
    return folder


def test_generating_again_keeps_edits_and_reports_changes(generated: Path) -> None:
    layer = generated / "context/semantic/orders.yml"
    layer.write_text(layer.read_text().replace("measures:", "measures:\n  - {name: revenue, agg: sum, expr: amount}"))
    with duckdb.connect(str(generated / "orders.duckdb")) as connection:
        connection.execute("create table more as select 1 as id")
    assert run(generated, "scan").returncode == 0
    done = run(generated, "generate")
    assert done.returncode == 0, done.stderr
    assert "new       context/semantic/more.yml" in done.stdout.splitlines()
    assert "kept      context/semantic/orders.yml" in done.stdout.splitlines()
    assert "name: revenue" in layer.read_text()
    answer = json.loads(run(generated, "query", "-m", "revenue", "--json").stdout)
    assert answer["rows"] == [[8200]]


def test_an_answer_distinguishes_null_from_an_empty_text(generated: Path) -> None:
    request = ("query", "-m", "orders_count", "-d", "status")
    done = run(generated, *request)
    assert done.returncode == 0, done.stderr
    assert {tuple(line.split()) for line in done.stdout.splitlines()} == {
        ("status", "orders_count"), ("NULL", "10"), ("10",), ("paid", "20"),
    }  # fmt: skip
    answer = json.loads(run(generated, *request, "--json").stdout)
    assert [column["name"] for column in answer["columns"]] == ["status", "orders_count"]
    assert sorted(answer["rows"], key=str) == [["", 10], ["paid", 20], [None, 10]]


def test_the_sql_of_a_question_gives_its_answer(generated: Path) -> None:
    request = ("query", "-m", "sum(orders.amount)", "-d", "status", "--filter", "status = 'paid'")
    sql = run(generated, *request, "--sql").stdout
    with duckdb.connect(str(generated / "orders.duckdb"), read_only=True) as connection:
        rows = connection.sql(sql).fetchall()
    assert json.loads(run(generated, *request, "--json").stdout)["rows"] == [list(row) for row in rows]
    assert rows == [("paid", 4100)]


def test_an_unknown_measure_is_reported_with_the_known_ones(generated: Path) -> None:
    done = run(generated, "query", "-m", "nope")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "no measure nope; there" in done.stderr
    assert "orders.orders_count" in done.stderr


def test_generating_without_a_scan_is_one_line(tmp_path: Path) -> None:
    done = run(tmp_path, "generate")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "headwater context scan" in done.stderr
