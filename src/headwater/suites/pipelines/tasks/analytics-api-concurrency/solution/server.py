"""Serve reports for advertisers: see docs/api.md and docs/operations.md."""

import json
import logging
import os
import re
import signal
import sys
import threading
import time
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from reports import Question, Reports, UnavailableError

TOKENS = json.loads(Path(__file__).with_name("tokens.json").read_text())
DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
STOP_SEC = 12
REPORTS = Reports()


class InvalidQuestionError(Exception):
    """A date is missing or invalid, or the dates are in the wrong order."""


class Server(ThreadingHTTPServer):
    request_queue_size = 512
    daemon_threads = True  # idle connections must not block the exit; active requests are counted instead

    def __init__(self) -> None:
        super().__init__(("0.0.0.0", 3000), Handler)
        self._busy = 0
        self._changed = threading.Condition()

    def count(self, change: int) -> None:
        with self._changed:
            self._busy += change
            self._changed.notify_all()

    def wait_for_requests(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._busy, STOP_SEC)


class Handler(BaseHTTPRequestHandler):
    timeout = 10
    server: Server

    def do_GET(self) -> None:
        self.server.count(1)
        try:
            self.handle_get()
        finally:
            self.server.count(-1)

    def handle_get(self) -> None:
        started = time.monotonic()
        url = urlsplit(self.path)
        if url.path == "/health":
            self.answer(200, {"status": "ok"})
        elif url.path == "/api/report":
            status, body = self.report(url.query)
            self.answer(status, body)
            line = f"GET {self.path} {status} {int(1000 * (time.monotonic() - started))}\n"
            sys.stderr.write(line)
        else:
            self.answer(404, {"error": "there is no such page"})

    def report(self, query: str) -> tuple[int, dict[str, Any]]:
        advertiser = TOKENS.get(self.headers.get("X-Token"))
        if advertiser is None:
            return 401, {"error": "unknown token"}
        try:
            return 200, REPORTS.get(question_of(advertiser, parse_qs(query)))
        except InvalidQuestionError as error:
            return 400, {"error": str(error)}
        except UnavailableError:
            return 503, {"error": "no figures at the moment; please try again"}

    def answer(self, status: int, body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        if status == 503:
            self.send_header("Retry-After", "2")
        try:
            self.end_headers()
            self.wfile.write(content)
        except ConnectionError:
            self.close_connection = True  # the client has disconnected

    def log_message(self, *_: Any) -> None:
        """Requests are logged where they are answered."""


def question_of(advertiser: int, asked: dict[str, list[str]]) -> Question:
    dates = []
    for name in ("from", "to"):
        text = asked.get(name, [""])[0]
        try:
            dates.append(date.fromisoformat(text if DATE.fullmatch(text) else ""))
        except ValueError:
            raise InvalidQuestionError(f"{name} is not a date such as 2026-10-31") from None
    if dates[0] > dates[1]:
        raise InvalidQuestionError("from is after to")
    return Question(advertiser, *dates)


def main() -> None:
    logging.getLogger("clickhouse_connect").setLevel(logging.CRITICAL)  # failures are sent to clients as 503
    server = Server()
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    server.serve_forever(poll_interval=0.1)
    time.sleep(0.3)  # give the handlers of the last accepted connections time to be counted
    server.server_close()
    server.wait_for_requests()
    REPORTS.stop()
    os._exit(0)  # a worker may still be waiting for ClickHouse, but no request needs its result


if __name__ == "__main__":
    main()
