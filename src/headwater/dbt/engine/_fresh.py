"""Writes DuckDB files without traces of earlier content, such as blocks from a dropped catalog or rows that moved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

_OLD, _NEW = "old_file", "new_file"


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """Yield a path for a new file. At the end of the block, the new file replaces ``file``.

    DuckDB keeps the old bytes of dropped or updated data in free blocks until they are overwritten.
    """
    new = file.with_name(f".{file.name}.new")
    new.unlink(missing_ok=True)
    try:
        yield new
        new.replace(file)
    finally:
        for path in (new, new.with_name(f"{new.name}.wal")):
            path.unlink(missing_ok=True)


def write_afresh(file: Path) -> None:
    """Rewrite a file that contains tables, with the rows in each table sorted by value.

    Without sorting, the rows that were added or updated last would be at the end of a table.
    """
    with replacing(file) as new:
        connection = duckdb.connect(config={"memory_limit": "1GB", "threads": 2})
        try:
            connection.execute("set enable_progress_bar = false")
            connection.execute(f"set temp_directory = '{quoted(file.with_name(f'.{file.name}.tmp'))}'")
            connection.execute(f"attach '{quoted(file)}' as {_OLD} (read_only)")
            connection.execute(f"attach '{quoted(new)}' as {_NEW}")
            connection.execute(f"copy from database {_OLD} to {_NEW} (schema)")
            tables = connection.execute(
                "select schema_name, table_name from duckdb_tables() where database_name = ? order by all", [_OLD]
            ).fetchall()
            for schema, name in tables:
                table = f'"{schema}"."{name}"'
                connection.execute(f"insert into {_NEW}.{table} select * from {_OLD}.{table} order by all")
            connection.execute(f"detach {_OLD}")
            connection.execute(f"checkpoint {_NEW}")
            connection.execute(f"detach {_NEW}")
        finally:
            connection.close()


def quoted(path: Path) -> str:
    """Escape a path for use inside an SQL string."""
    return str(path).replace("'", "''")
