"""Post a row to the ingest endpoint of a starter project, and wait until its query finds the row in ClickHouse."""

import sys
import time

import requests

LIMIT_SEC = 240
pipeline, port = sys.argv[1:]
address = f"http://127.0.0.1:{port}"
row = {"id": "one", "at": "2026-01-01T12:00:00Z", "amount": 2.5}


def wait(what, is_there):
    """Poll until the row is found."""
    began = time.monotonic()
    while time.monotonic() - began < LIMIT_SEC:
        try:
            if is_there():
                print(f"works: {what}, after {time.monotonic() - began:.0f} s", flush=True)
                return
        except requests.ConnectionError:
            pass  # the server is starting
        time.sleep(0.25)
    sys.exit(f"{what}: not within {LIMIT_SEC} s")


wait("the server", lambda: requests.get(f"{address}/health", timeout=10).ok)
requests.post(f"{address}/ingest/{pipeline}", json=row, timeout=10).raise_for_status()
wait(
    "a row from the ingest endpoint to ClickHouse",
    lambda: requests.get(f"{address}/api/totals", timeout=10).json() == [{"n": 1, "total": 2.5}],
)
