"""Query ClickHouse over HTTP, with a connection for each query, so that threads share nothing."""

import json
import os
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode

TIMEOUT_SEC = 20


class UnavailableError(Exception):
    """ClickHouse cannot be reached or refuses the query; the message is one line."""


def query(sql: str, parameters: dict[str, str]) -> list[list[object]]:
    """Return the rows of a query with ``{name:Type}`` parameters."""
    options = {f"param_{name}": _escaped(value) for name, value in parameters.items()}
    target = "/?" + urlencode({"default_format": "JSONCompactEachRow", **options})
    login = {"X-ClickHouse-User": os.environ["CLICKHOUSE_USER"], "X-ClickHouse-Key": os.environ["CLICKHOUSE_PASSWORD"]}
    host, port = os.environ["CLICKHOUSE_HOST"], int(os.environ["CLICKHOUSE_PORT"])
    connection = HTTPConnection(host, port, timeout=TIMEOUT_SEC)
    try:
        connection.request("POST", target, sql.encode(), login)
        response = connection.getresponse()
        body = response.read().decode()
    except (OSError, HTTPException) as error:
        raise UnavailableError(f"no answer from ClickHouse: {error}") from error
    finally:
        connection.close()
    if response.status != 200:
        raise UnavailableError(body.partition("\n")[0])
    return [json.loads(line) for line in body.splitlines()]


def _escaped(value: str) -> str:
    """Escape a parameter, which ClickHouse reads like a field in a tab-separated file."""
    return value.translate({ord("\\"): "\\\\", ord("\t"): "\\t", ord("\n"): "\\n", ord("\r"): "\\r", 0: "\\0"})
