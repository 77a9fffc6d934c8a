"""The service itself, as far as it concerns the start: a page with what a customer still has to be paid."""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import psycopg

OPEN = """
    SELECT account_id, currency, invoiced - paid FROM billing.account_balances
    WHERE invoiced <> paid ORDER BY invoiced - paid DESC LIMIT 50
"""


class Page(BaseHTTPRequestHandler):
    """Answers with the fifty largest open balances."""

    def do_GET(self) -> None:  # noqa: N802 - the name that http.server asks for
        with psycopg.connect(os.environ["POSTGRES_URL"]) as connection:
            rows = connection.execute(OPEN).fetchall()
        body = json.dumps([[account, currency, str(amount)] for account, currency, amount in rows]).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    ThreadingHTTPServer(("", int(os.environ.get("INVOICING_PORT", "8400"))), Page).serve_forever()
