"""Serve figures about our deliveries over HTTP.

GET /health
GET /api/metrics?from=2025-03-01&to=2025-03-31&region=Harrow
GET /api/breakdown?by=day&from=2025-03-01&to=2025-03-31&region=Harrow

Dates are inclusive; from, to and region may be left out. `by` is day, region or service.
A request is one query of analytics.deliveries_per_day, whose rows are summed because parts may not be merged yet.
"""

import json
import re
import sys
import time
from datetime import date
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from clickhouse import UnavailableError, query

PORT = 3000
SUMS = "sum(deliveries), toString(sum(revenue)), sum(late)"
FIRST, LAST = date(1970, 1, 1), date(2149, 6, 6)  # what the type Date can store
DATE = re.compile(r"\d{4}-\d\d-\d\d")
TOTALS = f"""
    SELECT {SUMS} FROM analytics.deliveries_per_day
    WHERE day BETWEEN {{first:Date32}} AND {{last:Date32}} AND ({{anywhere:UInt8}} OR region = {{region:String}})
"""
BY = {
    kind: f"""
        SELECT toString({kind}) AS key, {SUMS} FROM analytics.deliveries_per_day
        WHERE day BETWEEN {{first:Date32}} AND {{last:Date32}} AND ({{anywhere:UInt8}} OR region = {{region:String}})
        GROUP BY key HAVING sum(deliveries) != 0 ORDER BY key
    """
    for kind in ("day", "region", "service")
}


class InvalidError(Exception):
    """The request is invalid; the message says why."""


def day(params: dict[str, str], name: str, default: date) -> str:
    """Return a date from the request, moved into the years that a query accepts."""
    text = params.get(name, default.isoformat())
    try:
        value = date.fromisoformat(text) if DATE.fullmatch(text) else None
    except ValueError:
        value = None
    if value is None:
        raise InvalidError(f"{name} must be a date such as 2025-03-31")
    return min(max(value, date(1900, 1, 1)), date(2299, 12, 31)).isoformat()


def conditions(params: dict[str, str]) -> dict[str, str]:
    """Return the query's parameters."""
    region = params.get("region")
    return {
        "first": day(params, "from", FIRST),
        "last": day(params, "to", LAST),
        "anywhere": str(int(region is None)),
        "region": region or "",
    }


def figures(deliveries: Any, revenue: Any, late: Any) -> dict[str, Any]:
    return {"deliveries": int(deliveries), "revenue": f"{Decimal(revenue):.2f}", "late": int(late)}


def metrics(params: dict[str, str]) -> dict[str, Any]:
    found = figures(*query(TOTALS, conditions(params))[0])
    share = round(found["late"] / found["deliveries"], 4) if found["deliveries"] else None
    return {**found, "late_share": share}


def breakdown(params: dict[str, str]) -> dict[str, Any]:
    by = params.get("by", "region")
    if by not in BY:
        raise InvalidError("by must be day, region or service")
    return {"by": by, "rows": [{"key": key, **figures(*row)} for key, *row in query(BY[by], conditions(params))]}


def answer(target: str) -> tuple[int, dict[str, Any]]:
    """Return the status and the body for a request."""
    page, params = urlsplit(target).path, dict(reversed(parse_qsl(urlsplit(target).query)))
    try:
        match page:
            case "/health":
                return 200, {"status": "ok"}
            case "/api/metrics":
                return 200, metrics(params)
            case "/api/breakdown":
                return 200, breakdown(params)
            case _:
                return 404, {"error": "there is no such page"}
    except InvalidError as error:
        return 400, {"error": str(error)}
    except UnavailableError as error:
        print(f"{target}: {error}", file=sys.stderr)
        return 503, {"error": "the figures are not available now"}


class Handler(BaseHTTPRequestHandler):
    """Answers one request and logs it."""

    def do_GET(self) -> None:
        began = time.monotonic()
        status, body = answer(self.path)
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        print(f"GET {self.path} {status} {1000 * (time.monotonic() - began):.1f} ms", file=sys.stderr, flush=True)

    def log_request(self, *_: Any) -> None:
        """Log nothing here, because do_GET logs the request with its duration."""


class Server(ThreadingHTTPServer):
    """A server for many dashboards that ask at the same time."""

    daemon_threads = True
    request_queue_size = 100


if __name__ == "__main__":
    Server(("", PORT), Handler).serve_forever()
