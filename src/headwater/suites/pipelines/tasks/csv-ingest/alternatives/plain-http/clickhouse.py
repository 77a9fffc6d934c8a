"""A minimal client for ClickHouse's HTTP interface."""

import json
import os
from collections.abc import Iterable
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

TIMEOUT_SEC = 60


class ClickHouseError(Exception):
    """ClickHouse refused a statement or could not be reached; the message is one line."""


def execute(statement: str, **parameters: str) -> list[list[object]]:
    """Run a statement with ``{name:Type}`` parameters and return its rows."""
    return [json.loads(line) for line in _post(statement, b"", parameters).splitlines()]


def insert(table: str, rows: Iterable[dict[str, object]]) -> None:
    """Insert rows into a table in the database analytics, with one statement."""
    body = "".join(f"{json.dumps(row)}\n" for row in rows)
    _post("INSERT INTO analytics.{table:Identifier} FORMAT JSONEachRow", body.encode(), {"table": table})


def _post(statement: str, body: bytes, parameters: dict[str, str]) -> str:
    options = {"query": statement, "default_format": "JSONCompactEachRow"}
    options |= {f"param_{name}": value for name, value in parameters.items()}
    login = {
        "X-ClickHouse-User": os.environ["CLICKHOUSE_USER"],
        "X-ClickHouse-Key": os.environ["CLICKHOUSE_PASSWORD"],
    }
    request = Request(f"{os.environ['CLICKHOUSE_URL']}/?{urlencode(options)}", data=body, headers=login)
    try:
        with urlopen(request, timeout=TIMEOUT_SEC) as response:
            return response.read().decode()
    except HTTPError as error:
        said = error.read().decode(errors="replace").strip().splitlines()
        raise ClickHouseError(said[0] if said else str(error)) from error
    except (URLError, HTTPException, OSError) as error:
        raise ClickHouseError(f"no answer: {error}") from error
