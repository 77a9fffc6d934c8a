"""Queries ClickHouse over HTTP, using only the standard library."""

from __future__ import annotations

import http.client
import json
import os
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlencode, urlsplit

from headwater.context.engines._base import QueryLimitReached
from headwater.context.engines._clickhouse_tls import tls_of
from headwater.errors import SourceError, UserError

_PORT, _TLS_PORT = 8123, 8443
_ROWS = "JSONCompactEachRowWithNamesAndTypes"
_LINE = 64 << 20
READ_ONLY = {
    "readonly": "1",
    "wait_end_of_query": "1",  # without this, an error would cut off the rows and not change the HTTP status
    "cancel_http_readonly_queries_on_client_close": "1",
    "output_format_json_quote_64bit_integers": "0",
    # JSON has no numbers for infinity and NaN.
    "output_format_json_quote_denormals": "1",
    "output_format_json_named_tuples_as_objects": "0",
    # By default, ClickHouse fills the missing side of an outer join with zeros and empty texts.
    "join_use_nulls": "1",
    "date_time_output_format": "simple",
    "session_timezone": "UTC",
}


class ServerError(SourceError):
    """Raised if the server rejects a query. The message is the first line of the server's error."""


@dataclass
class Http:
    """A server and an account. Every query opens its own connection, so that threads never share one."""

    host: str
    port: int
    tls: ssl.SSLContext | None
    user: str
    password: str
    database: str
    location: str
    open: set[http.client.HTTPConnection] = field(default_factory=set)

    @classmethod
    def of(cls, url: str, location: str) -> Http:
        """Parse ``clickhouse[s]://user:password@host:port/database?parameters``.

        ``CLICKHOUSE_PASSWORD`` may provide the password. ``tls_of`` describes the parameters.

        Raises:
            SourceError: The URL is not valid.
        """
        parts = urlsplit(url)
        try:
            port = parts.port
        except ValueError:
            raise SourceError("the port is not a number", where=location) from None
        tls = tls_of(url, location)
        user = unquote(parts.username or "default")
        password = unquote(parts.password or "") or os.environ.get("CLICKHOUSE_PASSWORD", "")
        database = unquote(parts.path.strip("/")) or "default"
        if not f"{user}{database}".isprintable() or any(character in password for character in "\0\r\n"):
            raise SourceError("the user, password or database contains a line break", where=location)
        host = parts.hostname or "localhost"
        return cls(host, port or (_TLS_PORT if tls else _PORT), tls, user, password, database, location)

    @contextmanager
    def rows(
        self, sql: str, seconds: float, settings: Mapping[str, str] | None = None
    ) -> Iterator[Iterator[list[Any]]]:
        """Run a query read-only and yield its rows. The first row contains the column names, and the second the types.

        Raises:
            ServerError: The server rejects the query.
            QueryLimitReached: The query took too long, or a row is too long.
            SourceError: The server cannot be reached.
        """
        parameters = {**READ_ONLY, "max_execution_time": f"{seconds:g}", "default_format": _ROWS, **(settings or {})}
        headers = {
            "X-ClickHouse-User": self.user.encode(),
            "X-ClickHouse-Key": self.password.encode(),
            "X-ClickHouse-Database": self.database.encode(),
        }
        connection = self._connection(seconds)
        self.open.add(connection)
        try:
            connection.request("POST", "/?" + urlencode(parameters), sql.encode(), headers)
            response = connection.getresponse()
            if response.status != http.client.OK:
                raise _error(response.read(100_000).decode("utf-8", "replace"), seconds)
            yield _lines(response)
        except TimeoutError:
            raise QueryLimitReached(f"ended after {seconds:g} s") from None
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            raise SourceError(f"cannot be reached: {_reason(error)}", where=self.location) from None
        finally:
            self.open.discard(connection)
            connection.close()

    def all_rows(self, sql: str, seconds: float, settings: Mapping[str, str] | None = None) -> list[list[Any]]:
        """Run trusted SQL and return its rows, without the names and types."""
        with self.rows(sql, seconds, settings) as rows:
            return list(rows)[2:]

    def _connection(self, seconds: float) -> http.client.HTTPConnection:
        timeout = seconds + 10  # longer than the server's limit, so that the server's limit applies first
        if self.tls:
            return http.client.HTTPSConnection(self.host, self.port, timeout=timeout, context=self.tls)
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout)


def _lines(response: http.client.HTTPResponse) -> Iterator[list[Any]]:
    while line := response.readline(_LINE):
        if not line.endswith(b"\n"):
            raise QueryLimitReached(f"a row is longer than {_LINE >> 20} MB", fix="select fewer columns")
        yield json.loads(line)


def _reason(error: Exception) -> str:
    """Return the reason for a failed connection, without control characters that the reply may contain."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not accepted: {error.verify_message}; ca_cert=FILE says whose signature is"
    if isinstance(error, ssl.SSLError):
        return f"TLS fails ({error.reason}); a port without TLS, usually 8123, is named by clickhouse://"
    if isinstance(error, http.client.BadStatusLine):
        return "no HTTP is spoken there; a port with TLS, usually 8443, is named by clickhouses://"
    return str(error)


def _error(text: str, seconds: float) -> UserError:
    line = text.strip().splitlines()[0] if text.strip() else "an empty answer"
    line = line.partition(" (version ")[0]
    if "TIMEOUT_EXCEEDED" in line:
        return QueryLimitReached(f"ended after {seconds:g} s", fix="ask for less, or raise the limit")
    if "MEMORY_LIMIT_EXCEEDED" in line:
        return QueryLimitReached("needs more memory than the limit allows", fix="ask for less")
    return ServerError(line if len(line) <= 300 else line[:300] + "…")


def string(text: str) -> str:
    """Return a string as an SQL literal."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
