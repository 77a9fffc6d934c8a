"""Serve the pages described in docs/api.md from ClickHouse."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

PORT = 3000
MOST_DAYS = 31
MOST_EPISODES = 100
COUNTED = """
    FROM analytics.plays FINAL
    WHERE show_id = {show:UInt32} AND started_at >= {first:Date} AND started_at < {last:Date}
        AND listener_id NOT IN (SELECT listener_id FROM analytics.listeners FINAL WHERE counts = 0)
"""
TOP = f"""
    SELECT episode_id, count() AS plays, uniqExact(listener_id) {COUNTED} AND position_sec >= 30
    GROUP BY episode_id ORDER BY plays DESC, episode_id LIMIT {{limit:UInt32}}
"""
FUNNEL = f"""
    SELECT uniqExact(listener_id), uniqExactIf(listener_id, position_sec * 2 >= duration_sec),
           uniqExactIf(listener_id, position_sec * 100 >= duration_sec * 95) {COUNTED}
"""
HOURLY = f"""
    SELECT toUnixTimestamp(toStartOfHour(started_at)) AS hour, count() {COUNTED} AND position_sec >= 30 GROUP BY hour
"""


class BadRequestError(Exception):
    """The request is invalid; the message gives the reason."""


@dataclass(frozen=True)
class Selection:
    """The show and the days that a request selects."""

    show: int
    first: date
    last: date

    def asked(self, sql: str, **more: int) -> list[tuple[Any, ...]]:
        """Run a query with this selection as its parameters, and return the rows."""
        parameters = {"show": self.show, "first": self.first, "last": self.last, **more}
        return list(database().query(sql, parameters).result_rows)


@cache
def database() -> Client:
    """Return the client that all threads share; it has no session, which would allow only one query at a time."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
        connect_timeout=3,
        autogenerate_session_id=False,
    )


def number(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:20]) <= most:
        raise BadRequestError(f"{name} is a number from 1 to {most}")
    return int(text)


def day(name: str, text: str) -> date:
    try:
        found = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date()
    except ValueError:
        raise BadRequestError(f"{name} is a date such as 2026-03-01") from None
    if len(text) != len("2026-03-01") or not 1971 <= found.year <= 2147:
        raise BadRequestError(f"{name} is a date such as 2026-03-01")
    return found


def selection(given: dict[str, str]) -> Selection:
    found = Selection(number("show", given["show"], 2**32 - 1), day("from", given["from"]), day("to", given["to"]))
    if found.first >= found.last:
        raise BadRequestError("from must be before to")
    return found


def top(given: dict[str, str]) -> dict[str, Any]:
    limit = number("limit", given.get("limit", "10"), MOST_EPISODES)
    rows = selection(given).asked(TOP, limit=limit)
    return {"episodes": [dict(zip(("episode", "plays", "listeners"), row, strict=True)) for row in rows]}


def funnel(given: dict[str, str]) -> dict[str, Any]:
    return dict(zip(("started", "half", "finished"), selection(given).asked(FUNNEL)[0], strict=True))


def hourly(given: dict[str, str]) -> dict[str, Any]:
    chosen = selection(given)
    if (chosen.last - chosen.first).days > MOST_DAYS:
        raise BadRequestError(f"from and to are at most {MOST_DAYS} days apart")
    plays = dict(chosen.asked(HOURLY))
    start = datetime(chosen.first.year, chosen.first.month, chosen.first.day, tzinfo=UTC)
    hours = [start + timedelta(hours=n) for n in range(24 * (chosen.last - chosen.first).days)]
    return {"hours": [{"hour": f"{at:%Y-%m-%dT%H:%M:%SZ}", "plays": plays.get(int(at.timestamp()), 0)} for at in hours]}


PAGES: dict[str, Callable[[dict[str, str]], dict[str, Any]]] = {
    "/api/top": top,
    "/api/funnel": funnel,
    "/api/hourly": hourly,
}


def parameters(query: str, optional: set[str]) -> dict[str, str]:
    """Parse and validate a request's parameters."""
    required = {"show", "from", "to"}
    pairs = parse_qsl(query, keep_blank_values=True)
    given = dict(pairs)
    if len(given) != len(pairs):
        raise BadRequestError("a parameter is there twice")
    if missing := sorted(required - given.keys()):
        raise BadRequestError(f"{missing[0]} is missing")
    if given.keys() - required - optional:
        raise BadRequestError("a parameter is unknown")
    return given


class Handler(BaseHTTPRequestHandler):
    """The server's request handler."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer one request."""
        target = urlsplit(self.path)
        if target.path == "/health":
            self._answer(200, {"status": "ok"})
        elif page := PAGES.get(target.path):
            self._answer(*self._page(page, target.query))
        else:
            self._answer(404, {"error": "there is no such page"})

    def _page(self, page: Callable[[dict[str, str]], dict[str, Any]], query: str) -> tuple[int, dict[str, Any]]:
        try:
            return 200, page(parameters(query, {"limit"} if page is top else set()))
        except BadRequestError as error:
            return 400, {"error": str(error)}
        except ClickHouseError as error:
            print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)
            return 503, {"error": "the figures cannot be read at the moment"}

    def _answer(self, status: int, content: dict[str, Any]) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    ThreadingHTTPServer(("", PORT), Handler).serve_forever()
