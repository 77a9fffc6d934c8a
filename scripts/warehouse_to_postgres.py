"""Load the raw tables of a warehouse into a Postgres database, where dbt finds them with ``--target postgres``.

    headwater build warehouse --out company
    PGHOST=… PGUSER=… PGPASSWORD=… PGDATABASE=… python scripts/warehouse_to_postgres.py company/raw.duckdb

The address comes from libpq's own variables, which the project's profile reads as well. Existing tables are replaced.
This needs the packages ``duckdb`` and ``psycopg``.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

import duckdb
import psycopg

_CHUNK = 1 << 20
_TABLES = "select schema_name, table_name, sql from duckdb_tables() where schema_name like 'raw%' order by all"


def load(raw: duckdb.DuckDBPyConnection, postgres: psycopg.Connection) -> tuple[int, int]:
    """Copy all raw tables, and return the numbers of tables and rows."""
    tables, rows = raw.execute(_TABLES).fetchall(), 0
    for schema, table, sql in tables:
        postgres.execute(f"create schema if not exists {schema}".encode())
        postgres.execute(f"drop table if exists {schema}.{table} cascade".encode())
        postgres.execute(re.sub(r"\bDOUBLE\b", "double precision", sql).encode())
        rows += _copy(raw, postgres, f"{schema}.{table}")
    postgres.execute("analyze")
    return len(tables), rows


def _copy(raw: duckdb.DuckDBPyConnection, postgres: psycopg.Connection, table: str) -> int:
    """Copy the rows of a table. In both databases, CSV quotes an empty text and does not quote null."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as file, postgres.cursor() as cursor:
        raw.execute(f"copy {table} to '{file.name}' (format csv, header false)")
        with cursor.copy(f"copy {table} from stdin (format csv)".encode()) as copy, Path(file.name).open("rb") as rows:
            while chunk := rows.read(_CHUNK):
                copy.write(chunk)
        return cursor.rowcount


def main() -> None:
    """Load the file given on the command line."""
    with duckdb.connect(sys.argv[1], read_only=True) as raw, psycopg.connect(autocommit=True) as postgres:
        tables, rows = load(raw, postgres)
    print(f"{tables} tables, {rows:,} rows")


if __name__ == "__main__":
    main()
