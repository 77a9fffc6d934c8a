"""Serve the reports in docs/api.md, and combine sums from ClickHouse with attributes from Postgres in Python."""

import json
import os
import sys
from datetime import timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.exceptions import ClickHouseError
from report import BadRequestError, Report

UNKNOWN = (None, None)


@cache
def clickhouse():
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
        connect_timeout=3,
        autogenerate_session_id=False,
    )


def known():
    """Return the attributes of campaigns and sites."""
    with psycopg.connect(os.environ["POSTGRES_URL"], connect_timeout=3) as postgres:
        postgres.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        campaigns = postgres.execute("SELECT campaign_id, advertiser_id, is_test FROM ref.campaigns").fetchall()
        sites = postgres.execute("SELECT site_id, country, category FROM ref.sites").fetchall()
    return {number: rest for number, *rest in campaigns}, {number: rest for number, *rest in sites}


def delivery(report):
    """Yield the dimensions and sums of the delivery on a report's days."""
    campaigns, sites = known()
    day = "day" if {"day", "week"} & set(report.by) else "toDate(0)"
    device = "toString(device)" if "device" in {*report.by, *report.filters} else "''"
    sql = f"""
        SELECT {day} AS d, campaign_id, site_id, {device} AS kind, sum(impressions), sum(clicks), sum(cost_micros)
        FROM ads.delivery WHERE day >= {{first:Date}} AND day < {{last:Date}} GROUP BY d, campaign_id, site_id, kind
    """
    for of, campaign, site, kind, *sums in clickhouse().query(sql, report.values).result_rows:
        advertiser, is_test = campaigns.get(campaign, UNKNOWN)
        if is_test:
            continue
        country, category = sites.get(site, UNKNOWN)
        dimensions = {
            "day": of.isoformat(), "week": (of - timedelta(days=of.weekday())).isoformat(), "campaign": campaign,
            "device": kind, "advertiser": advertiser, "country": country, "category": category,
        }  # fmt: skip
        if all(dimensions[name] in values for name, values in report.filters.items()):
            yield dimensions, sums


def metrics(sums, campaigns, names):
    """Compute the metrics from sums of impressions, clicks and cost."""
    values = {"impressions": sums[0], "clicks": sums[1], "cost": sums[2] / 1_000_000, "campaigns": len(campaigns)}
    values["ctr"] = sums[1] / sums[0] if sums[0] else None
    values["cpm"] = sums[2] / 1000 / sums[0] if sums[0] else None
    return {name: values[name] for name in names}


def answer(report):
    """Compute the answer to a request."""
    groups = {}
    total = ([0, 0, 0], set())
    for dimensions, sums in delivery(report):
        key = tuple(dimensions[name] for name in report.by)
        for found, campaigns in (groups.setdefault(key, ([0, 0, 0], set())), total):
            found[:] = [one + other for one, other in zip(found, sums, strict=True)]
            campaigns.add(dimensions["campaign"])
    rows = [
        dict(zip(report.by, key, strict=True)) | metrics(sums, campaigns, report.metrics)
        for key, (sums, campaigns) in groups.items()
    ]
    for name in reversed(report.by):
        rows.sort(key=lambda row: (row[name] is None, row[name] if row[name] is not None else 0))
    last = [row for row in rows if row[report.sort] is None]
    first = [row for row in rows if row[report.sort] is not None]
    first.sort(key=lambda row: row[report.sort], reverse=report.descending)
    return {
        "rows": (first + last)[: report.limit],
        "groups": len(groups),
        "total": metrics(*total, report.metrics),
    }


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        target = urlsplit(self.path)
        if target.path == "/health":
            self.reply(200, {"status": "ok"})
        elif target.path != "/api/report":
            self.reply(404, {"error": "no such page"})
        else:
            self.report(target.query)

    def report(self, query):
        try:
            self.reply(200, answer(Report.of(query)))
        except (BadRequestError, UnicodeDecodeError) as error:
            self.reply(400, {"error": str(error)})
        except (ClickHouseError, psycopg.Error) as error:
            print(f"a database failed: {type(error).__name__}", file=sys.stderr)
            self.reply(503, {"error": "no report at the moment"})

    def reply(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    ThreadingHTTPServer(("", 3000), Handler).serve_forever()
