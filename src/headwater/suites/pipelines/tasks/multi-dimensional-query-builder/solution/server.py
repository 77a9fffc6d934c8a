"""Serve the reports described in docs/api.md."""

from __future__ import annotations

import json
import os
import sys
from datetime import date
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from clickhouse_connect.driver.external import ExternalData

from report import BadRequestError, Report

PORT = 3000
TABLES = {
    "campaigns": (
        "SELECT campaign_id, advertiser_id, is_test FROM ref.campaigns",
        ["campaign_id UInt32", "advertiser_id UInt32", "is_test Bool"],
    ),
    "sites": (
        "SELECT site_id, country, category FROM ref.sites",
        ["site_id UInt32", "country String", "category String"],
    ),
}
SETTINGS = {"join_use_nulls": 1}


@cache
def clickhouse() -> Client:
    """Return the client that all threads share; it has no session, which would allow only one query at a time."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
        connect_timeout=3,
        autogenerate_session_id=False,
    )


def dimensions() -> ExternalData:
    """Return the current tables from Postgres as external data for a ClickHouse query."""
    tables = ExternalData()
    with psycopg.connect(os.environ["POSTGRES_URL"], connect_timeout=3) as postgres:
        postgres.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ  # read both tables from the same snapshot
        for name, (sql, structure) in TABLES.items():
            lines = (json.dumps(row) for row in postgres.execute(sql))
            data = "\n".join(lines).encode()
            tables.add_file(file_name=name, data=data, fmt="JSONCompactEachRow", structure=structure)
    return tables


def answer(report: Report) -> dict[str, Any]:
    """Compute the answer to a request."""
    known = dimensions()
    rows, total = (
        clickhouse().query(sql, report.values, settings=SETTINGS, external_data=known).result_rows
        for sql in (report.rows_sql, report.total_sql)
    )
    names = [*report.by, *report.metrics]
    return {
        "rows": [{name: _plain(value) for name, value in zip(names, row[:-1], strict=True)} for row in rows],
        "groups": rows[0][-1] if rows else 0,
        "total": dict(zip(report.metrics, total[0], strict=True)),
    }


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def page(query: str) -> tuple[int, dict[str, Any]]:
    """Return the status and body of the response to a report request."""
    try:
        return 200, answer(Report.of(query))
    except BadRequestError as error:
        return 400, {"error": str(error)}
    except UnicodeDecodeError:
        return 400, {"error": "a parameter is not UTF-8"}
    except (ClickHouseError, psycopg.Error) as error:
        print(f"a database failed: {type(error).__name__}", file=sys.stderr)
        return 503, {"error": "the report cannot be made at the moment"}


class Handler(BaseHTTPRequestHandler):
    """The server's request handler."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer one request."""
        target = urlsplit(self.path)
        if target.path == "/health":
            self._answer(200, {"status": "ok"})
        elif target.path == "/api/report":
            self._answer(*page(target.query))
        else:
            self._answer(404, {"error": "there is no such page"})

    def _answer(self, status: int, content: dict[str, Any]) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    ThreadingHTTPServer(("", PORT), Handler).serve_forever()
