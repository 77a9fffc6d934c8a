"""`headwater mcp --http` serves clients that have the token, on this machine only, and no web pages."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from tests.commands import PROGRAM
from tests.context.shop_project import write_shop

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


@dataclass(frozen=True)
class Endpoint:
    url: str
    token: str

    @property
    def port(self) -> int:
        return int(self.url.split(":")[2].partition("/")[0])


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    shop = write_shop(tmp_path_factory.mktemp("shop"))
    command = [str(PROGRAM), "mcp", "--project", str(shop), "--http", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        token = process.stdout.readline().strip().removeprefix("Authorization: Bearer ")
        yield Endpoint(url, token)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


def post(served: Endpoint, **headers: str) -> tuple[int, str]:
    all_headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **headers}
    request = urllib.request.Request(served.url, json.dumps(HELLO).encode(), all_headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_the_server_answers_with_the_token(served: Endpoint) -> None:
    status, body = post(served, Authorization=f"Bearer {served.token}")
    assert status == 200
    assert json.loads(body)["result"]["serverInfo"]["name"] == "headwater"
    assert len(served.token) >= 32


@pytest.mark.parametrize(
    "authorization", [None, "", "Bearer ", "Bearer wrong", "Basic {token}", "Bearer {token}x", "Bearer é"]
)
def test_the_server_refuses_without_the_token(served: Endpoint, authorization: str | None) -> None:
    headers = {} if authorization is None else {"Authorization": authorization.format(token=served.token)}
    status, body = post(served, **headers)
    assert status == 401
    assert "headwater" not in body


@pytest.mark.parametrize(
    ("header", "value", "status"),
    [
        ("Host", "evil.example", 421),
        ("Host", "evil.example:{port}", 421),
        ("Host", "127.0.0.1.evil.example:{port}", 421),
        ("Origin", "https://evil.example", 403),
        ("Origin", "null", 403),
        ("Origin", "http://127.0.0.1:{port}.evil.example", 403),
        ("Origin", "http://127.0.0.1:{port}", 200),
        ("Host", "localhost:{port}", 200),
    ],
)
def test_a_web_page_cannot_ask_even_with_the_token(served: Endpoint, header: str, value: str, status: int) -> None:
    headers = {"Authorization": f"Bearer {served.token}", header: value.format(port=served.port)}
    assert post(served, **headers)[0] == status


def test_the_server_listens_only_on_the_loopback(served: Endpoint) -> None:
    own = socket.gethostbyname(socket.gethostname())
    if own.startswith("127."):
        pytest.skip("this machine has no address but the loopback")
    with pytest.raises(OSError, match="refused"), socket.create_connection((own, served.port), timeout=5):
        pass


def test_the_sdks_client_calls_tools(served: Endpoint) -> None:
    async def work() -> str:
        client = httpx2.AsyncClient(headers={"Authorization": f"Bearer {served.token}"})
        async with (
            client,
            streamable_http_client(served.url, http_client=client) as (reading, writing),
            ClientSession(reading, writing) as session,
        ):
            await session.initialize()
            result = await session.call_tool("column", {"column": "revenue.revenue"})
            return str(result.content[0])

    assert "sum(amount) as revenue" in asyncio.run(work())


def test_the_users_own_token_is_not_shown_and_a_taken_port_is_reported(tmp_path: Path) -> None:
    shop = write_shop(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        command = [str(PROGRAM), "mcp", "--project", str(shop), "--http", "--port", port]
        env = {**os.environ, "HEADWATER_MCP_TOKEN": "mine"}
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=400, env=env)
    assert done.returncode == 2
    assert done.stderr.startswith(f"headwater: --port {port}: Address already in use; choose another")
    assert "mine" not in done.stdout


def test_a_server_without_anything_to_serve_says_what_to_do(tmp_path: Path) -> None:
    done = subprocess.run([str(PROGRAM), "mcp"], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=400)
    assert done.returncode == 2
    assert "no dbt project, DuckDB file or index here or above" in done.stderr
