"""Serve figures about our deliveries over HTTP.

GET /health
GET /api/metrics?from=2025-03-01&to=2025-03-31&region=Harrow
GET /api/breakdown?by=day&from=2025-03-01&to=2025-03-31&region=Harrow

Dates are inclusive; from, to and region may be left out. `by` is day, region or service.
"""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import clickhouse_connect

KEYS = {"day": "toString(toDate(delivered_at))", "region": "region", "service": "service"}


def run(sql: str) -> list[tuple[Any, ...]]:
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    rows = client.query(sql).result_rows
    client.close()
    return [tuple(row) for row in rows]


def where(params: dict[str, str]) -> str:
    conditions = ["1"]
    if "from" in params:
        conditions.append("formatDateTime(delivered_at, '%Y-%m-%d') >= '" + params["from"] + "'")
    if "to" in params:
        conditions.append("formatDateTime(delivered_at, '%Y-%m-%d') <= '" + params["to"] + "'")
    if "region" in params:
        conditions.append("region = '" + params["region"] + "'")
    return " AND ".join(conditions)


def totals(condition: str) -> dict[str, Any]:
    deliveries = run("SELECT count() FROM analytics.deliveries WHERE " + condition)[0][0]
    revenue = run("SELECT sum(fee) FROM analytics.deliveries WHERE " + condition)[0][0]
    late = 0
    delays = run("SELECT minutes_late FROM analytics.deliveries WHERE minutes_late > -5 AND " + condition)
    for (minutes,) in delays:
        if minutes > 0:
            late += 1
    return {"deliveries": deliveries, "revenue": f"{revenue:.2f}", "late": late}


def metrics(params: dict[str, str]) -> dict[str, Any]:
    found = totals(where(params))
    found["late_share"] = round(found["late"] / found["deliveries"], 4) if found["deliveries"] else None
    return found


def breakdown(params: dict[str, str]) -> dict[str, Any]:
    by = params.get("by", "region")
    key = KEYS[by]
    condition = where(params)
    rows = []
    keys = run("SELECT DISTINCT " + key + " AS key FROM analytics.deliveries WHERE " + condition + " ORDER BY key")
    for (value,) in keys:
        quoted = "'" + value.replace("'", "''") + "'"
        rows.append({"key": value, **totals(condition + " AND " + key + " = " + quoted)})
    return {"by": by, "rows": rows}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        url = urlsplit(self.path)
        params = {name: values[0] for name, values in parse_qs(url.query).items()}
        if url.path == "/health":
            self.answer({"status": "ok"})
        elif url.path == "/api/metrics":
            self.answer(metrics(params))
        elif url.path == "/api/breakdown":
            self.answer(breakdown(params))
        else:
            self.send_error(404)

    def answer(self, body: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_: Any) -> None:
        """Do nothing, to keep the output quiet."""


if __name__ == "__main__":
    ThreadingHTTPServer(("0.0.0.0", 3000), Handler).serve_forever()
