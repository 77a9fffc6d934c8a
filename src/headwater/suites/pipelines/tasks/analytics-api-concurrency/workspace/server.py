"""Reports for advertisers: see docs/api.md."""

import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import clickhouse_connect

TOKENS = json.loads(Path(__file__).with_name("tokens.json").read_text())
CAMPAIGNS = """
    SELECT campaign, countIf(kind = 'impression'), countIf(kind = 'click'), sum(cost_micros) FROM ads.events
    WHERE advertiser_id = {advertiser:UInt32} AND toString(toDate(event_time)) BETWEEN {first:String} AND {last:String}
    GROUP BY campaign ORDER BY campaign
"""
TOTAL = """
    SELECT countIf(kind = 'impression'), countIf(kind = 'click'), sum(cost_micros) FROM ads.events
    WHERE advertiser_id = {advertiser:UInt32} AND toString(toDate(event_time)) BETWEEN {first:String} AND {last:String}
"""
FIELDS = ("campaign", "impressions", "clicks", "spend_micros")

client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"],
    port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"],
    password=os.environ["CLICKHOUSE_PASSWORD"],
)
cached = {}


class Report:
    """The report that is currently being computed."""

    advertiser = 0
    first = ""
    last = ""
    campaigns = []

    def key(self):
        return f"{self.advertiser} {self.first} {self.last}"

    def make(self):
        if self.key() not in cached:
            asked = {"advertiser": self.advertiser, "first": self.first, "last": self.last}
            self.campaigns = client.query(CAMPAIGNS, parameters=asked).result_rows
            total = client.query(TOTAL, parameters=asked).first_row
            cached[self.key()] = {
                "advertiser": self.advertiser,
                "from": self.first,
                "to": self.last,
                "campaigns": [dict(zip(FIELDS, row)) for row in self.campaigns],
                "total": dict(zip(FIELDS[1:], total)),
            }
        return cached[self.key()]


report = Report()


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        started = time.monotonic()
        url = urlsplit(self.path)
        asked = parse_qs(url.query)
        if url.path == "/health":
            self.answer(200, {"status": "ok"})
        elif url.path == "/api/report":
            report.advertiser = TOKENS.get(self.headers.get("X-Token"))
            report.first, report.last = asked["from"][0], asked["to"][0]
            self.answer(200 if report.advertiser else 401, report.make() if report.advertiser else {"error": "unknown token"})
            print("GET", self.path, int(1000 * (time.monotonic() - started)), file=sys.stderr)
        else:
            self.answer(404, {"error": "there is no such page"})

    def answer(self, status, body):
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """Requests are logged where they are answered."""


if __name__ == "__main__":
    ThreadingHTTPServer(("0.0.0.0", 3000), Handler).serve_forever()
