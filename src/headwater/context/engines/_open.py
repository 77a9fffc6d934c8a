"""Opens sources by the locations that users specify."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from headwater.context.catalog import Engine
from headwater.context.engines._base import SourceReader
from headwater.errors import NotFoundError, OptionError, SourceError

_POSTGRES = ("postgres", "postgresql")
_CLICKHOUSE = ("clickhouse", "clickhouses", "clickhouse+http", "clickhouse+https")
_VARIABLE = "env:"
_DUCKDB_MAGIC = b"DUCK"
_SECRETS = ("password", "sslpassword")
"""Parameters of Postgres URLs that are never shown or stored."""


def engine_of(location: str, root: Path) -> Engine:
    """Return the engine that reads a location, without opening it.

    Args:
        location: A path, a URL, or ``env:NAME`` for an environment variable that contains a path or URL.
        root: The folder to which relative paths refer.

    Raises:
        UserError: No engine reads this location.
    """
    resolved = _resolved(location)
    scheme = _scheme(resolved)
    if scheme in _POSTGRES:
        return Engine.POSTGRES
    if scheme in _CLICKHOUSE:
        return Engine.CLICKHOUSE
    if scheme:
        raise SourceError(
            f"{scheme}:// is not supported", where=without_password(resolved), fix="use postgres:// or clickhouse://"
        )
    path = root / resolved
    if path.is_dir():
        return Engine.FILES
    if not path.is_file():
        raise NotFoundError("no such file or folder", where=location)
    return Engine.DUCKDB if _is_duckdb(path) else Engine.FILES


def open_reader(name: str, location: str, root: Path) -> SourceReader:
    """Open a source, read-only and hardened.

    Raises:
        UserError: The source cannot be opened. The message says what to try.
    """
    engine = engine_of(location, root)
    resolved = _resolved(location)
    match engine:
        case Engine.DUCKDB:
            from headwater.context.engines._duckdb import DuckDBReader

            return DuckDBReader(name, root / resolved)
        case Engine.FILES:
            from headwater.context.engines._files import FilesReader

            return FilesReader(name, root / resolved)
        case Engine.POSTGRES:
            from headwater.context.engines._postgres import PostgresReader

            return PostgresReader(name, resolved, without_password(location))
        case Engine.CLICKHOUSE:
            from headwater.context.engines._clickhouse import ClickHouseReader

            return ClickHouseReader(name, resolved, without_password(location))


def name_of(location: str) -> str:
    """Return a short name for a location."""
    resolved = _resolved(location)
    if "://" in resolved:
        parts = urlsplit(resolved)
        base = parts.path.strip("/") or parts.scheme
    else:
        base = Path(resolved).resolve().stem
    return re.sub(r"\W+", "_", base).strip("_").lower() or "source"


def without_password(location: str) -> str:
    """Return a URL without its passwords, for display and storage."""
    if "://" not in location:
        return location
    address, _, query = location.partition("?")
    scheme, _, rest = address.partition("://")
    netloc, slash, path = rest.partition("/")
    user, at, host = netloc.rpartition("@")
    parameters = [each for each in query.split("&") if unquote(each.partition("=")[0]).lower() not in _SECRETS]
    redacted = f"{scheme}://{user.partition(':')[0]}{at}{host}{slash}{path}"
    return f"{redacted}?{'&'.join(parameters)}" if any(parameters) else redacted


def _scheme(location: str) -> str:
    """Return the scheme of a URL, or an empty string for a path.

    Raises:
        SourceError: It is ambiguous where the URL's password ends. The message does not show the URL.
    """
    if "://" not in location:
        return ""
    try:
        parts = urlsplit(location)
        is_clear = location.count("@") == parts.netloc.count("@") <= 1
    except ValueError:  # urlsplit rejects unbalanced brackets
        is_clear = False
    scheme = location.partition("://")[0].lower()
    if not is_clear:
        raise SourceError(
            "cannot be parsed: write @ / ? # [ in a user, password or parameter as %40 %2F %3F %23 %5B",
            where=f"{scheme}://…",
        )
    return scheme


def _resolved(location: str) -> str:
    if not location.startswith(_VARIABLE):
        return location
    name = location.removeprefix(_VARIABLE)
    value = os.environ.get(name)
    if not value:
        raise OptionError(f"the variable {name} is not set", where=location)
    return value


def _is_duckdb(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(12)[8:] == _DUCKDB_MAGIC
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror}", where=path) from None
