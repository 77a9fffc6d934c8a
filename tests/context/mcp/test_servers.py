"""`headwater context` and `headwater mcp --http` over a scanned Postgres and ClickHouse."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import Sequence

import httpx2
import pytest
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from tests.commands import PROGRAM
from tests.context.shop_servers import SERVERS, execute, lay, remake, url_of
from tests.live import Live, Running

from headwater.context.catalog import Engine

pytestmark = pytest.mark.minutes
Call = tuple[str, dict[str, object]]


def typed(running: Running, engine: Engine, commands: Sequence[Sequence[str]]) -> list[tuple[int, str]]:
    """Run `headwater context …` commands in a new shop, and return their exit codes and output."""
    folder = lay(running, engine)
    env = {**os.environ, "SHOP_URL": url_of(running, engine), "COLUMNS": "160"}
    message = []
    with running.stack.network:
        for command in commands:
            argv = [str(PROGRAM), "context", *command]
            done = subprocess.run(argv, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=100)
            message.append((done.returncode, done.stdout + done.stderr))
    return message


@pytest.mark.parametrize("engine", SERVERS)
def test_the_commands_answer_about_a_server(shop_servers: Live[Running], engine: Engine) -> None:
    commands = (
        ("scan", "db=env:SHOP_URL", "."),
        ("show", "raw.orders"),
        ("search", "retail customers"),
        ("upstream", "revenue.revenue"),
        ("generate",),
        ("query", "-m", "orders_count", "-d", "customers.segment"),
        ("query-sql", "select status, count(*) as n from raw.orders group by 1 order by 1"),
        ("verify", "fct_orders", "--check"),
        ("compare", "fct_orders", "stg_orders", "--check"),
        ("query-sql", "insert into raw.orders select * from raw.orders"),
    )
    scanned, table_page, found, traced, generated, request, rows, verified, compared, refused = shop_servers(
        typed, engine, commands
    )
    assert "db: 6 tables" in scanned[1]
    assert "→ raw.customers(id)" in table_page[1]
    assert "db:raw.customers.segment=retail" in found[1]
    assert "raw.orders.cents  [source]  (transformed)" in traced[1]
    assert "context/semantic/orders.yml" in generated[1]
    assert [line.split() for line in request[1].splitlines()[1:]] == [["retail", "150"], ["trade", "150"]]
    assert [line.split() for line in rows[1].splitlines()[1:]] == [["open", "100"], ["paid", "100"], ["test", "100"]]
    assert "0 checks failed" in verified[1]
    assert "columns only in main.fct_orders: segment" in compared[1]
    assert [code for code, _ in (scanned, table_page, found, traced, generated, request, rows, verified)] == [0] * 8
    assert (compared[0], refused[0]) == (1, 2)
    assert refused[1].startswith("headwater: refused: ")


def served(running: Running, engine: Engine, before: Sequence[Call], change: str, after: Sequence[Call]) -> list[str]:
    """Return an MCP client's answers over HTTP before and after a change of the database."""
    folder = lay(running, engine)

    async def work(url: str, token: str) -> list[str]:
        client = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"})
        async with (
            client,
            streamable_http_client(url, http_client=client) as (reading, writing),
            ClientSession(reading, writing) as session,
        ):
            await session.initialize()
            message = [await prompt(session, call) for call in before]
            execute(running, engine, change)
            remake(running, engine, "main.new", "select 1 as one")
            return message + [await prompt(session, call) for call in after]

    with running.stack.network:
        command = [str(PROGRAM), "mcp", "--project", str(folder), "--http", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                url = process.stdout.readline().strip()
                token = process.stdout.readline().strip().removeprefix("Authorization: Bearer ")
                return asyncio.run(work(url, token))
            finally:
                process.send_signal(signal.SIGINT)


async def prompt(session: ClientSession, call: Call) -> str:
    result = await session.call_tool(*call)
    return "\n".join(part.text for part in result.content if part.type == "text")


@pytest.mark.parametrize("engine", SERVERS)
def test_a_client_sees_the_present_state_of_a_server(shop_servers: Live[Running], engine: Engine) -> None:
    before: list[Call] = [
        ("show", {"name": "fct_orders"}),
        ("search", {"words": "retail customers"}),
        ("verify_model", {"name": "fct_orders"}),
        ("compare_tables", {"first": "fct_orders", "second": "stg_orders"}),
        ("query_sql", {"sql": "select count(*) as n from raw.orders"}),
        ("query_sql", {"sql": "drop table raw.orders"}),
    ]
    kind = "integer" if engine is Engine.POSTGRES else "Nullable(Int32)"
    after: list[Call] = [
        ("show", {"name": "fct_orders"}),
        ("show", {"name": "main.new"}),
        ("verify_model", {"name": "fct_orders"}),
    ]
    table_page, found, verified, compared, counted, refused, shown_after, shown_new, verified_after = shop_servers(
        served, engine, before, f"alter table main.fct_orders add column late {kind}", after
    )
    assert "db:main.fct_orders · table · 200 rows; rows and values as of the last scan" in table_page
    assert "- late" not in table_page
    assert "db:raw.customers.segment=retail" in found
    assert "0 checks failed" in verified
    assert "200 match by order_id" in compared
    assert counted.splitlines()[1] == "300"
    assert "refused: " in refused
    assert "db:main.fct_orders · table · 200 rows\n" in shown_after
    assert f"- late {kind}; null 100.0%" in shown_after
    assert "- one " in shown_new
    assert "built but not declared: late" in verified_after
