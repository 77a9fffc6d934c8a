"""Serve the page with the open balances; the start does not depend on the rest of the service."""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import psycopg

OPEN = """
    SELECT account_id, currency, invoiced - paid FROM billing.account_balances
    WHERE invoiced <> paid ORDER BY invoiced - paid DESC LIMIT 50
"""


class Page(BaseHTTPRequestHandler):
    """The request handler; it returns the fifty largest open balances."""

    def do_GET(self) -> None:  # noqa: N802 - the name that http.server requires
        with psycopg.connect(os.environ["POSTGRES_URL"]) as connection:
            rows = connection.execute(OPEN).fetchall()
        body = json.dumps([[account, currency, str(amount)] for account, currency, amount in rows]).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    ThreadingHTTPServer(("", int(os.environ.get("INVOICING_PORT", "8400"))), Page).serve_forever()
