"""The lineage commands of `headwater context` on a project that was never scanned, and the index of the server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
from tests.cli.test_context_verify import run
from tests.commands import PROGRAM
from tests.context.shop_project import write_shop

from headwater.agents.data_agent.mcp import McpConnection
from headwater.cli import context_
from headwater.cli.context_ import _VERBS

STAR = "select *, customer_id as buyer from {{ source('raw', 'orders') }}\n"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_shop(tmp_path_factory.mktemp("shop"))
    (folder / "models/all_orders.sql").write_text(STAR)
    return folder


def printed(folder: Path, *args: str) -> list[str]:
    done = run(folder, *args)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def as_json(folder: Path, *args: str) -> Any:
    return json.loads("\n".join(printed(folder, *args, "--json")))


def test_a_trace_is_a_tree(shop: Path) -> None:
    assert printed(shop, "upstream", "revenue.revenue") == [
        "revenue.revenue",
        "└─ fct_orders.amount  (aggregated)",
        "   │   models/revenue.sql:1  sum(amount) as revenue",
        "   └─ stg_orders.amount  (passed through)",
        "      │   models/fct_orders.sql:1  o.amount",
        "      └─ raw.orders.cents  [source]  (transformed)",
        "             models/stg_orders.sql:5  cents / 100.0 as amount",
    ]
    assert (
        printed(shop / "models", "downstream", "stg_customers.segment")[1] == "└─ fct_orders.segment  (passed through)"
    )


def test_a_relation_that_is_reached_twice_is_unfolded_once_and_json_has_its_parents(shop: Path) -> None:
    (shop / "models/both.sql").write_text(
        "select * from {{ ref('revenue') }} join {{ ref('fct_orders') }} using (segment)"
    )
    lines = printed(shop, "upstream", "both")
    (shop / "models/both.sql").unlink()
    assert [line.partition("  [")[0] for line in lines] == [
        "both",
        "├─ revenue",
        "│  └─ fct_orders",
        "│     ├─ stg_orders",
        "│     │  └─ raw.orders",
        "│     └─ stg_customers",
        "│        └─ raw.customers",
        "└─ fct_orders",
    ]
    assert lines[-1].endswith("(unfolded above)")
    parents = {one["name"]: one["parents"] for one in as_json(shop, "upstream", "revenue")["relations"]}
    assert parents["fct_orders"] == ["revenue"]
    assert parents["raw.orders"] == ["stg_orders"]
    down = as_json(shop, "downstream", "stg_orders")["relations"]
    assert {one["name"]: one["parents"] for one in down}["revenue"] == ["fct_orders"]


def test_the_dependencies_of_rows_are_a_separate_tree(shop: Path) -> None:
    lines = printed(shop, "upstream", "revenue.orders", "--rows", "--depth", "2")
    assert lines[0] == "revenue.orders"
    assert "└─ fct_orders.segment  (group key)" in "\n".join(lines)


def test_a_column_an_impact_a_path_and_a_difference(shop: Path) -> None:
    column = printed(shop, "column", "fct_orders.amount")
    assert column[:2] == ["fct_orders.amount  [model]  double  models/models.yml:12", "  In euros."]
    impact = printed(shop, "impact", "stg_orders.amount")
    assert impact[:4] == [
        "A change of stg_orders.amount changes",
        "values of 2 columns",
        "  fct_orders: amount",
        "  revenue: revenue",
    ]
    path = printed(shop, "path", "raw.orders.cents", "revenue.revenue")
    assert path[0] == "raw.orders.cents reaches revenue.revenue in 3 steps"
    different = printed(shop, "diff", "revenue.revenue", "fct_orders.amount")
    assert different[0] == "both derive from fct_orders.amount"


def test_a_contract_can_fail_a_build(shop: Path) -> None:
    assert run(shop, "contract", "--check").returncode == 0
    (shop / "models/more.yml").write_text("models: [{name: nowhere}]\n")
    done = run(shop, "contract", "--check")
    assert (done.returncode, "nowhere" in done.stdout) == (1, True)
    assert [finding["subject"] for finding in as_json(shop, "contract")["findings"]] == ["nowhere"]
    (shop / "models/more.yml").unlink()


def test_command_line_and_server_answer_from_one_index(shop: Path) -> None:
    """Both resolve a star over a source that was never scanned, and neither rebuilds the other's index."""
    with McpConnection("headwater", [str(PROGRAM), "mcp", "--project", str(shop)], {}) as server:
        tools = {tool.name.removeprefix("mcp__headwater__"): tool for tool in server.tools()}
        served = tools["upstream"].run({"name": "all_orders.cents"}).text
    index_file = shop / ".headwater/context/lineage.bin"
    status = index_file.stat()
    assert "raw.orders.cents [source] (passed through)" in served
    assert "raw.orders.cents  [source]  (passed through)" in "\n".join(printed(shop, "upstream", "all_orders.cents"))
    assert (index_file.stat().st_ino, index_file.stat().st_mtime_ns) == (status.st_ino, status.st_mtime_ns)


@pytest.mark.parametrize("verb", sorted(_VERBS.keys() - {"install"}))
def test_every_verb_that_reads_a_project_takes_variables_and_adapter(verb: str) -> None:
    command = context_.command.get_command(click.Context(context_.command), verb)
    assert command is not None
    assert {"--vars", "--adapter"} <= {option for each in command.params for option in each.opts}


def test_variables_and_adapter_reach_the_project(shop: Path) -> None:
    (shop / "models/chosen.sql").write_text("select {{ var('column') }} as it from {{ ref('stg_orders') }}")
    given_options = ("--vars", "{column: amount}", "--adapter", "duckdb")
    for verb in (("upstream", "chosen.it"), ("column", "chosen.it"), ("path", "chosen.it", "stg_orders.amount")):
        assert "stg_orders.amount" in "\n".join(printed(shop, *verb, *given_options))
    [known], [unknown] = (as_json(shop, "scan", ".", *options)["projects"] for options in (given_options, ()))
    assert known["problems"] == []
    assert "models/chosen.sql" in "".join(unknown["problems"])
    (shop / "models/chosen.sql").unlink()
    wrong = run(shop, "upstream", "revenue", "--vars", "column")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert "--vars column: not a YAML mapping" in wrong.stderr


def test_a_missing_project_is_one_line_with_a_fix(tmp_path: Path) -> None:
    done = run(tmp_path, "upstream", "a.b")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--project" in done.stderr
