"""`headwater mcp` as agents use it: a process that talks to its client over standard input and output."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from tests.commands import PROGRAM
from tests.context.shop_project import build, write_shop

from headwater.agents.data_agent.mcp import McpConnection
from headwater.agents.data_agent.tools import AgentTool, ToolOutcome

Ask = Callable[..., ToolOutcome]
NAMES = (
    *("search", "show", "column", "upstream", "downstream", "impact", "path", "difference", "contract"),
    *("verify_model", "compare_tables", "query_metrics", "query_sql", "read_page"),
)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_shop(tmp_path_factory.mktemp("shop"))


@pytest.fixture(scope="module")
def tools(shop: Path) -> Iterator[dict[str, AgentTool]]:
    with McpConnection("headwater", [str(PROGRAM), "mcp", "--project", str(shop)], {}) as server:
        yield {tool.name.removeprefix("mcp__headwater__"): tool for tool in server.tools()}


@pytest.fixture
def ask(tools: dict[str, AgentTool]) -> Ask:
    def call(tool: str, /, **arguments: Any) -> ToolOutcome:
        return tools[tool].run(arguments)

    return call


def test_every_tool_explains_its_use_and_all_of_them_cost_little(tools: dict[str, AgentTool]) -> None:
    assert tuple(tools) == NAMES
    assert all(len(tool.description) > 60 and "\n" not in tool.description for tool in tools.values())
    described = sum(len(tool.description) + len(str(tool.parameters)) for tool in tools.values())
    assert described < 12_000  # about 3,000 tokens


def test_tools_that_need_a_dbt_project_are_not_offered_without_one(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "shop.duckdb")) as connection:
        connection.execute("create table t as select 1 as i")
    with McpConnection("headwater", [str(PROGRAM), "mcp", "--project", str(tmp_path)], {}) as server:
        offered = [tool.name.removeprefix("mcp__headwater__") for tool in server.tools()]
    assert offered == ["search", "show", "compare_tables", "query_metrics", "query_sql", "read_page"]


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("search", {"words": "amount euros"}, "fct_orders.amount"),
        ("search", {"words": "revenue", "kinds": ["model"], "limit": 1}, "model: model.shop.revenue"),
        ("show", {}, "dbt project shop: 4 models, 2 sources"),
        ("show", {"name": "fct_orders"}, "status VARCHAR; 2 distinct; values open (100), paid (100)"),
        ("show", {"name": "fct_orders"}, "reads: stg_orders, stg_customers"),
        ("show", {"name": "raw.orders"}, "shop:raw.orders · table · 300 rows"),
        ("column", {"column": "revenue.revenue"}, "(aggregated)  models/revenue.sql:1"),
        ("upstream", {"name": "revenue.revenue"}, "cents / 100.0 as amount"),
        ("upstream", {"name": "revenue.revenue"}, "raw.orders.cents [source]"),
        ("upstream", {"name": "revenue.orders", "rows": True}, "status <> 'test'"),
        ("upstream", {"name": "revenue"}, "1. fct_orders [model]"),
        ("downstream", {"name": "stg_orders.amount", "depth": 1}, "feeds 1 column"),
        ("impact", {"column": "stg_orders.amount"}, "exposures: exposure.board"),
        ("impact", {"column": "stg_orders.status"}, "accepted_values"),
        (
            "path",
            {"first": "revenue.revenue", "second": "raw.orders.cents"},
            "raw.orders.cents gets into revenue.revenue",
        ),
        (
            "difference",
            {"first": "revenue.revenue", "second": "stg_orders.amount"},
            "both are made of stg_orders.amount",
        ),
        ("contract", {}, "0 findings"),
        ("contract", {"name": "model.shop.fct_orders"}, "0 findings"),
        ("verify_model", {"name": "fct_orders"}, "0 checks failed"),
        ("compare_tables", {"first": "stg_orders", "second": "fct_orders"}, "columns only in main.fct_orders: segment"),
        ("query_sql", {"sql": "select segment, orders from revenue order by 1"}, "retail\t"),
        ("query_sql", {"sql": "from range(100)", "rows": 3}, "[3 rows; "),
    ],
)
def test_a_tool_answers(ask: Ask, name: str, arguments: dict[str, Any], expected: str) -> None:
    outcome = ask(name, **arguments)
    assert not outcome.failed, outcome.text
    assert expected in outcome.text


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("upstream", {"name": "revenu.revenue"}, "revenu: no such model, source, seed or snapshot; perhaps revenue"),
        ("column", {"column": "revenue.total"}, "revenue has no column total; it has segment, revenue, orders"),
        ("column", {"column": "revenue"}, "names no column; add one, as in revenue."),
        (
            "column",
            {"column": "fct_order.amuont"},
            "fct_order: no such model, source, seed or snapshot; perhaps fct_orders",
        ),
        ("column", {"column": "revenue.oders"}, "revenue has no column oders; perhaps orders"),
        ("show", {"name": "nothing"}, "no such model or table"),
        ("show", {"name": "ftc_orders"}, "no such model or table; perhaps fct_orders"),
        ("show", {"table": "fct_orders"}, "show: no such argument: table; it takes name, page"),
        ("contract", {"name": "fct_oders"}, "no such model, source, seed or snapshot; perhaps fct_orders"),
        ("verify_model", {"name": "nothing"}, "no such model; `search` finds names"),
        ("query_metrics", {}, "no semantic layer; a person writes one with `headwater context generate`"),
        ("read_page", {"path": "../../etc/passwd"}, "no such page"),
        ("query_sql", {"sql": " "}, "is empty; write one SELECT"),
        ("query_sql", {"sql": "select * from nothing"}, "nothing does not exist"),
        ("query_sql", {"sql": "select amnt from fct_orders"}, 'Candidate bindings: "amount"'),
        ("query_sql", {"sql": "select 1", "rows": 0}, "query_sql: rows: Input should be greater than or equal to 1"),
        ("search", {}, "search: words: Field required"),
    ],
)
def test_a_mistake_is_an_error_with_a_suggestion(ask: Ask, name: str, arguments: dict[str, Any], message: str) -> None:
    outcome = ask(name, **arguments)
    assert outcome.failed
    assert message in outcome.text
    assert "\n" not in outcome.text.strip()


@pytest.mark.parametrize(
    "sql",
    [
        "select * from read_text('/etc/passwd')",
        "select * from 'models/fct_orders.sql'",
        "create table x as select 1",
        "drop table fct_orders",
        "update fct_orders set amount = 0",
        "copy fct_orders to '/tmp/stolen.csv'",
        "attach '/tmp/other.duckdb'",
        "install httpfs",
        "select * from read_csv('http://127.0.0.1:1/x.csv')",
        "select 1; drop table fct_orders",
        "set enable_external_access = true",
        "pragma database_list",
        "select * from sniff_csv('/etc/passwd')",
    ],
)
def test_attempts_to_write_or_to_reach_out_are_refused(ask: Ask, shop: Path, sql: str) -> None:
    before = (shop / "shop.duckdb").read_bytes()
    assert ask("query_sql", sql=sql).failed
    assert (shop / "shop.duckdb").read_bytes() == before
    assert not Path("/tmp/stolen.csv").exists()


def test_long_answers_come_in_pages_that_fit(ask: Ask) -> None:
    sql = "select i, repeat('x', 90) as text from range(200) t(i)"
    first = ask("query_sql", sql=sql, rows=200)
    assert len(first.text) < 7_000
    assert "; page=2 goes on]" in first.text
    last = ask("query_sql", sql=sql, rows=200, page=4)
    assert "[200 rows]" in last.text
    assert ask("query_sql", sql=sql, rows=200, page=9).text == "there are only 4 pages"


def test_foreign_names_cannot_control_the_terminal(ask: Ask) -> None:
    text = ask("query_sql", sql="select chr(27) || '[31mred' as x").text
    assert "\x1b" not in text
    assert "red" in text


def test_it_follows_edits_and_builds(shop: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(shop, copy)
    with McpConnection("headwater", [str(PROGRAM), "mcp", "--project", str(copy)], {}) as server:
        tools = {tool.name.removeprefix("mcp__headwater__"): tool for tool in server.tools()}
        assert "sum(amount) as revenue" in tools["column"].run({"column": "revenue.revenue"}).text
        model = copy / "models/revenue.sql"
        model.write_text(model.read_text().replace("sum(amount)", "max(amount)"))
        assert "max(amount) as revenue" in tools["column"].run({"column": "revenue.revenue"}).text
        assert "changed after the database was last written" in tools["verify_model"].run({"name": "revenue"}).text
        build(copy, "revenue")  # the server holds no lock on the file
        assert "changed after" not in tools["verify_model"].run({"name": "revenue"}).text
        (copy / "models/broken.sql").write_text("select {% if")
        assert "broken" in tools["contract"].run({}).text
        assert "max(amount) as revenue" in tools["column"].run({"column": "revenue.revenue"}).text


def test_nothing_is_imported_from_where_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shop = write_shop(tmp_path)
    for name in ("duckdb", "json", "sqlglot", "headwater"):
        (shop / f"{name}.py").write_text("raise SystemExit('imported from the project')")
    monkeypatch.chdir(shop)
    with McpConnection("headwater", [str(PROGRAM), "mcp"], {}) as server:
        tools = {tool.name.removeprefix("mcp__headwater__"): tool for tool in server.tools()}
        assert not tools["query_sql"].run({"sql": "select 1"}).failed


def test_the_semantic_layer_and_the_wiki_are_served(tmp_path: Path) -> None:
    shop = write_shop(tmp_path)
    layer = shop / "context/semantic/orders.yml"
    layer.parent.mkdir(parents=True)
    layer.write_text(
        "name: orders\ntable: main.fct_orders\ngrain: [order_id]\ncolumns:\n  - {name: order_id}\n  - {name: segment}\n"
        "  - {name: amount, type: float}\nmeasures:\n  - {name: turnover, agg: sum, expr: amount}\n"
    )
    page = shop / "context/wiki/notes.md"
    page.parent.mkdir(parents=True)
    page.write_text("# Notes\n\nTurnover is without the moon.\n")
    with McpConnection("headwater", [str(PROGRAM), "mcp", "--project", str(shop)], {}) as server:
        tools = {tool.name.removeprefix("mcp__headwater__"): tool for tool in server.tools()}
        assert "measures: turnover" in tools["query_metrics"].run({}).text
        request = tools["query_metrics"].run(
            {"measures": ["turnover"], "dimensions": ["segment"], "order_by": ["segment"]}
        )
        assert request.text.splitlines()[0] == "segment\tturnover"
        assert "[2 rows]" in request.text
        assert "SQL: " in request.text
        wrong = tools["query_metrics"].run({"measures": ["turnovr"]})
        assert wrong.failed
        assert "did you mean" in wrong.text
        assert "page: notes.md" in tools["search"].run({"words": "moon"}).text
        assert "without the moon" in tools["read_page"].run({"path": "notes.md"}).text
