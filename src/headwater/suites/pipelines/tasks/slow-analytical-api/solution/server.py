"""Serve figures about our deliveries over HTTP.

GET /health
GET /api/metrics?from=2025-03-01&to=2025-03-31&region=Harrow
GET /api/breakdown?by=day&from=2025-03-01&to=2025-03-31&region=Harrow

Dates are inclusive; from, to and region may be left out. `by` is day, region or service.
Each request is one query, which ClickHouse answers from the projection `per_day` in schema.sql.
"""

import functools
import json
import os
import sys
import time
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

PORT = 3000
TOTALS = "count(), sum(fee), countIf(minutes_late > 0)"
KEYS = {"day": "toDate(delivered_at)", "region": "region", "service": "service"}
CONDITIONS = {
    "from": "toDate(delivered_at) >= {from:Date}",
    "to": "toDate(delivered_at) <= {to:Date}",
    "region": "region = {region:String}",
}


# By default, ClickHouse rewrites a date range as a range of times, and then cannot use the projection.
SETTINGS = {"optimize_time_filter_with_preimage": 0}


class BadRequestError(Exception):
    """The request is invalid; the message is returned to the caller."""


@functools.cache
def database() -> Client:
    """Connect on first use; the client has no session, so that threads can share it."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
        autogenerate_session_id=False,
        connect_timeout=3,
        send_receive_timeout=30,
    )


def checked(params: dict[str, str]) -> dict[str, Any]:
    """Validate the parameters, and return the values for the query with parsed dates."""
    values: dict[str, Any] = {name: params[name] for name in CONDITIONS if name in params}
    for name in {"from", "to"} & values.keys():
        try:
            values[name] = date.fromisoformat(values[name])
        except ValueError:
            raise BadRequestError(f"{name} is not a date such as 2025-03-31") from None
    return values


def query(sql: str, values: dict[str, Any]) -> list[Any]:
    return list(database().query(sql, values, settings=SETTINGS).result_rows)


def where(values: dict[str, Any]) -> str:
    return " AND ".join(CONDITIONS[name] for name in values) or "1"


def totals(deliveries: int, revenue: Any, late: int) -> dict[str, Any]:
    return {"deliveries": deliveries, "revenue": f"{revenue:.2f}", "late": late}


def metrics(params: dict[str, str]) -> dict[str, Any]:
    values = checked(params)
    sql = f"SELECT {TOTALS} FROM analytics.deliveries WHERE {where(values)}"
    found = totals(*query(sql, values)[0])
    share = round(found["late"] / found["deliveries"], 4) if found["deliveries"] else None
    return {**found, "late_share": share}


def breakdown(params: dict[str, str]) -> dict[str, Any]:
    by = params.get("by", "region")
    if by not in KEYS:
        raise BadRequestError(f"by is one of {', '.join(KEYS)}")
    values = checked(params)
    figures = f"SELECT {KEYS[by]} AS key, {TOTALS} FROM analytics.deliveries"
    sql = f"{figures} WHERE {where(values)} GROUP BY key ORDER BY key"
    return {"by": by, "rows": [{"key": str(key), **totals(*row)} for key, *row in query(sql, values)]}


ROUTES = {"/api/metrics": metrics, "/api/breakdown": breakdown}


def respond(target: str) -> tuple[int, dict[str, Any]]:
    """Return the status and the body for a request."""
    url = urlsplit(target)
    if url.path == "/health":
        return 200, {"status": "ok"}
    route = ROUTES.get(url.path)
    if route is None:
        return 404, {"error": "there is no such page"}
    try:
        return 200, route({name: values[0] for name, values in parse_qs(url.query).items()})
    except BadRequestError as error:
        return 400, {"error": str(error)}
    except ClickHouseError as error:
        print(f"{target}: {str(error).splitlines()[0]}", file=sys.stderr)
        return 503, {"error": "the database does not answer"}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        started = time.perf_counter()
        status, body = respond(self.path)
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        milliseconds = (time.perf_counter() - started) * 1000
        print(f"{self.path} {status} {milliseconds:.0f} ms", file=sys.stderr)

    def log_message(self, *_: Any) -> None:
        """Do nothing; requests are logged with their duration when they are answered."""


class Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True


if __name__ == "__main__":
    Server(("0.0.0.0", PORT), Handler).serve_forever()
