"""Serve reports for advertisers from one event loop: see docs/api.md and docs/operations.md."""

import asyncio
import json
import os
import re
import signal
import sys
import time
from base64 import b64encode
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

TOKENS = json.loads(Path(__file__).with_name("tokens.json").read_text())
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 503: "Service Unavailable"}
SQL = """
    SELECT campaign, toString(countIf(kind = 'impression')), toString(countIf(kind = 'click')), toString(sum(cost_micros))
    FROM ads.events
    WHERE advertiser_id = {advertiser:UInt32} AND event_time >= {first:DateTime('UTC')} AND event_time < {end:DateTime('UTC')}
    GROUP BY campaign ORDER BY campaign FORMAT JSONCompact
"""
NAMES = ("impressions", "clicks", "spend_micros")
FAILURES = (OSError, EOFError, TimeoutError, ValueError)

Question = tuple[int, date, date]


class Pipe:
    """A persistent connection to ClickHouse."""

    def __init__(self) -> None:
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, query: dict[str, str]) -> list[list[str]]:
        try:
            async with asyncio.timeout(8):
                return await self._ask(query)
        except FAILURES:
            if self._streams:
                self._streams[1].close()
            self._streams = None
            raise

    async def _ask(self, query: dict[str, str]) -> list[list[str]]:
        host, port = os.environ["CLICKHOUSE_HOST"], int(os.environ["CLICKHOUSE_PORT"])
        if self._streams is None:
            self._streams = await asyncio.open_connection(host, port)
        reader, writer = self._streams
        login = b64encode(f"{os.environ['CLICKHOUSE_USER']}:{os.environ['CLICKHOUSE_PASSWORD']}".encode()).decode()
        body = SQL.encode()
        head = (
            f"POST /?{urlencode(query)} HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Basic {login}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        await writer.drain()
        status = int((await reader.readline()).split()[1])
        headers = await read_headers(reader)
        content = await read_body(reader, headers)
        if status != 200:
            raise ValueError(content[:200].decode(errors="replace"))
        return json.loads(content)["data"]


async def read_headers(reader: asyncio.StreamReader) -> dict[str, str]:
    headers = {}
    while (line := await reader.readline()).strip():
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.strip().lower()] = value.strip()
    return headers


async def read_body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return await reader.readexactly(int(headers["content-length"]))
    content = b""
    while size := int((await reader.readline()).strip() or b"0", 16):
        content += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return content


class Reports:
    def __init__(self) -> None:
        self._pipes: asyncio.LifoQueue[Pipe] = asyncio.LifoQueue()
        for _ in range(4):
            self._pipes.put_nowait(Pipe())
        self._tasks: dict[Question, asyncio.Task[dict[str, Any]]] = {}
        self._sent: dict[Question, float] = {}

    async def get(self, question: Question) -> dict[str, Any]:
        task = self._tasks.get(question)
        if task is None:
            task = self._tasks[question] = asyncio.create_task(self._query(question))
        async with asyncio.timeout(9.5):
            return await asyncio.shield(task)

    def _forget(self, question: Question) -> None:
        self._tasks.pop(question, None)

    async def _query(self, question: Question) -> dict[str, Any]:
        try:
            async with asyncio.timeout(9.5):
                pipe = await self._pipes.get()
            try:
                sent = time.monotonic()
                asyncio.get_running_loop().call_later(5, self._forget, question)
                rows = await pipe.ask(parameters(question))
            finally:
                self._pipes.put_nowait(pipe)
        except FAILURES:
            self._forget(question)
            raise
        lines = [{"campaign": row[0], **dict(zip(NAMES, map(int, row[1:]), strict=True))} for row in rows]
        if time.monotonic() - sent >= 5:
            self._forget(question)
        return {
            "advertiser": question[0],
            "from": str(question[1]),
            "to": str(question[2]),
            "campaigns": lines,
            "total": {name: sum(line[name] for line in lines) for name in NAMES},
        }


def parameters(question: Question) -> dict[str, str]:
    advertiser, first, last = question
    end = last + timedelta(days=1)
    return {"param_advertiser": str(advertiser), "param_first": f"{first} 00:00:00", "param_end": f"{end} 00:00:00"}


def question_of(advertiser: int, query: str) -> Question | None:
    asked = parse_qs(query)
    texts = [asked.get(name, [""])[0] for name in ("from", "to")]
    try:
        first, last = (date.fromisoformat(text if DATE.fullmatch(text) else "") for text in texts)
    except ValueError:
        return None
    return (advertiser, first, last) if first <= last else None


class Server:
    def __init__(self) -> None:
        self._reports = Reports()
        self._busy = 0
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self._stopping.set)
        listening = await asyncio.start_server(self._connected, "0.0.0.0", 3000, backlog=1024)
        await self._stopping.wait()
        listening.close()
        until = time.monotonic() + 12
        await asyncio.sleep(0.3)
        while self._busy and time.monotonic() < until:
            await asyncio.sleep(0.05)
        os._exit(0)  # do not wait for idle connections

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(10):
                line = (await reader.readline()).decode("latin-1").split()
                headers = await read_headers(reader)
            if len(line) == 3:
                self._busy += 1
                try:
                    await self._answer(writer, line[1], headers)
                finally:
                    self._busy -= 1
        except FAILURES as error:
            if not isinstance(error, TimeoutError | OSError):
                sys.stderr.write(f"a request that is none: {type(error).__name__}\n")
        finally:
            writer.close()

    async def _answer(self, writer: asyncio.StreamWriter, target: str, headers: dict[str, str]) -> None:
        started = time.monotonic()
        url = urlsplit(target)
        status, body = await self._handle(url.path, url.query, headers)
        content = json.dumps(body).encode()
        retry = "Retry-After: 2\r\n" if status == 503 else ""
        head = (
            f"HTTP/1.1 {status} {REASONS[status]}\r\nContent-Type: application/json\r\n{retry}"
            f"Content-Length: {len(content)}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode() + content)
        if url.path == "/api/report":
            sys.stderr.write(f"GET {target} {status} {round(1000 * (time.monotonic() - started))}\n")
        await writer.drain()

    async def _handle(self, path: str, query: str, headers: dict[str, str]) -> tuple[int, dict[str, Any]]:
        if path == "/health":
            return 200, {"status": "ok"}
        if path != "/api/report":
            return 404, {"error": "no such page"}
        advertiser = TOKENS.get(headers.get("x-token"))
        if advertiser is None:
            return 401, {"error": "no token that is known"}
        question = question_of(advertiser, query)
        if question is None:
            return 400, {"error": "from and to are dates such as 2026-10-31, in this order"}
        try:
            return 200, await self._reports.get(question)
        except FAILURES:
            return 503, {"error": "the figures are not available now"}


if __name__ == "__main__":
    asyncio.run(Server().run())
