"""Opens a DuckDB file read-only and hardened, together with the files in the same folder that its views read.

dbt attaches each database under its file name, and views refer to it by this name: ``raw.shop.orders`` is a table in
``raw.duckdb``. Nothing in the file runs before the connection is locked. The file names in its views are read through
another locked connection, which is then closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from headwater.context.catalog import quote
from headwater.context.engines._duckdb_files import MOST_FILES, database_files, stamp_of
from headwater.context.engines._duckdb_gate import first_line
from headwater.context.engines._duckdb_query import HARDENED, NO_FILES
from headwater.errors import NotFoundError, SourceError

if TYPE_CHECKING:
    import duckdb

_USED_NAMES: dict[tuple[str, ...], list[str]] = {}
"""The files named by the views in the last opened file. Finding them requires opening the file once more."""


@dataclass(frozen=True)
class OpenedDatabase:
    """An open database file.

    Attributes:
        attached: The stamps of the attached files. A stamp changes whenever its file changes.
        problems: Files that views need but that cannot be opened, one line each.
    """

    connection: duckdb.DuckDBPyConnection
    attached: tuple[str, ...] = ()
    problems: tuple[str, ...] = field(default=())


def open_file(path: Path) -> OpenedDatabase:
    """Open a file.

    Raises:
        UserError: The file cannot be opened. The message says what to try.
    """
    siblings = _sibling_files(path)
    key = (str(path), stamp_of(path), *siblings)
    used_names = _USED_NAMES.get(key) if siblings else []
    if not used_names:
        connection = _connected(path, {**HARDENED, **NO_FILES})
        if used_names is None:
            _USED_NAMES.clear()
            used_names = _USED_NAMES[key] = _used_databases(connection, siblings)
        if not used_names:
            return OpenedDatabase(connection)
        connection.close()
    return _with_attached(path, {name: siblings[name] for name in used_names})


def _connected(path: Path, config: Mapping[str, str | bool | int | float | list[str]]) -> duckdb.DuckDBPyConnection:
    import duckdb

    if not path.is_file():
        raise NotFoundError("no such file", where=path)
    try:
        return duckdb.connect(str(path), read_only=True, config=dict(config))
    except duckdb.Error as error:
        raise SourceError(f"cannot be opened: {_advice(first_line(error))}", where=path) from None


def _sibling_files(path: Path) -> dict[str, Path]:
    """Return the other DuckDB files in the same folder, keyed by the name under which dbt attaches them."""
    return {each.stem.lower(): each for each in database_files(path.parent)[:MOST_FILES] if each.name != path.name}


def _used_databases(connection: duckdb.DuckDBPyConnection, siblings: Mapping[str, Path]) -> list[str]:
    """Return the database names that views use, except those that are also schema names."""
    import duckdb

    try:
        views = connection.execute("select lower(sql) from duckdb_views() where not internal").fetchall()
        schemas = connection.execute("select lower(schema_name) from duckdb_schemas()").fetchall()
    except duckdb.Error:  # a macro in the file shadows a function that is used here, which `structure` reports
        return []
    texts = [str(row[0]) for row in views]
    own = {str(row[0]) for row in schemas}
    return [
        name
        for name in siblings
        if name not in own and any(f"{name}." in text or f"{quote(name)}." in text for text in texts)
    ]


def _with_attached(path: Path, files: Mapping[str, Path]) -> OpenedDatabase:
    import duckdb

    connection = _connected(path, HARDENED)
    attached, problems = [], []
    for name, file in files.items():
        literal = str(file).replace("'", "''")
        try:
            connection.execute(f"attach '{literal}' as {quote(name)} (read_only)")
        except duckdb.Error as error:
            problems.append(f"{file.name}, which views read: cannot be opened: {_advice(first_line(error))}")
        else:
            attached.append(f"{name}:{stamp_of(file)}")
    # Attaching needs access to files, so this access is disabled only now.
    for setting, value in NO_FILES.items():
        connection.execute(f"set {setting} = {value}")
    return OpenedDatabase(connection, tuple(attached), tuple(problems))


def _advice(message: str) -> str:
    """Append advice to the engine's error message."""
    import duckdb

    lowered = message.lower()
    if "could not set lock" in lowered or "conflicting lock" in lowered:
        return "another process is writing to it; end that process, or scan a copy of the file"
    if "version number" in lowered or "storage version" in lowered or "serialization version" in lowered:
        return (
            f"it was written by another version of DuckDB than {duckdb.__version__} can read ({message});"
            " try `pip install -U duckdb`, or write it again with"
            " ATTACH 'copy.duckdb' (STORAGE_VERSION 'v1.0.0') and COPY FROM DATABASE"
        )
    if "replaying wal" in lowered:
        return (
            f"whoever wrote to it last did not close it, and its log cannot be read ({message});"
            " open it once for writing, with the DuckDB that wrote it"
        )
    if "encrypt" in lowered or "decrypt" in lowered:
        return f"it is encrypted ({message}); scan a copy that is not"
    if "not a valid duckdb" in lowered or "magic bytes" in lowered:
        return "it is no DuckDB database"
    return message
