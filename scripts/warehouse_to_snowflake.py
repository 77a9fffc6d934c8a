"""Load the raw tables of a warehouse into a Snowflake database, where dbt finds them with ``--target snowflake``.

    headwater build warehouse --out company
    export SNOWFLAKE_ACCOUNT=… SNOWFLAKE_USER=… SNOWFLAKE_PASSWORD=… SNOWFLAKE_WAREHOUSE=… SNOWFLAKE_DATABASE=…
    python scripts/warehouse_to_snowflake.py company/raw.duckdb

The project's profile reads the same variables. The database is created if it does not exist, and existing tables are
replaced. With ``SNOWFLAKE_HOST`` and ``SNOWFLAKE_PORT`` the connection goes to an emulator on this machine, over HTTP;
docs/snowflake.md has its commands. This needs the packages ``duckdb`` and ``snowflake-connector-python``.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import duckdb
import snowflake.connector

_COLUMNS = """
select schema_name, table_name, list(column_name order by column_index), list(data_type order by column_index)
from duckdb_columns() where schema_name like 'raw%' group by all order by all
"""
_TYPES = {"TIMESTAMP": "timestamp_ntz", "DOUBLE": "double", "VARCHAR": "varchar"}
_PARQUET = "file_format = (type = parquet use_logical_type = true) match_by_column_name = case_insensitive"


def connect() -> Any:
    """Connect with the settings from the environment variables."""
    options = {name: os.environ.get(f"SNOWFLAKE_{name.upper()}") for name in ("account", "user", "password", "role")}
    options |= {name: os.environ.get(f"SNOWFLAKE_{name.upper()}") for name in ("warehouse", "host", "port")}
    if options["host"]:
        options |= {"protocol": "http"}
    return snowflake.connector.connect(**{name: value for name, value in options.items() if value})


def load(raw: duckdb.DuckDBPyConnection, cursor: Any, database: str) -> tuple[int, int]:
    """Copy all raw tables, and return the numbers of tables and rows.

    Names are not quoted, so they are upper case in Snowflake, as the project's SQL expects.
    """
    cursor.execute(f"create database if not exists {database}")
    tables, rows = raw.execute(_COLUMNS).fetchall(), 0
    for schema, table, names, types in tables:
        columns = ", ".join(f"{name} {_TYPES.get(type_, type_)}" for name, type_ in zip(names, types, strict=True))
        cursor.execute(f"create schema if not exists {database}.{schema}")
        cursor.execute(f"use schema {database}.{schema}")
        cursor.execute(f"create or replace table {table} ({columns})")
        rows += _copy(raw, cursor, f"{schema}.{table}", table)
    return len(tables), rows


def _copy(raw: duckdb.DuckDBPyConnection, cursor: Any, source: str, table: str) -> int:
    """Copy the rows of a table through its own stage, and return their number."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{table}.parquet"
        raw.execute(f"copy {source} to '{file}' (format parquet)")
        cursor.execute("create or replace temporary stage headwater_load")
        cursor.execute(f"put 'file://{file}' @headwater_load auto_compress = false")
    cursor.execute(f"copy into {table} from @headwater_load {_PARQUET}")
    return int(cursor.execute(f"select count(*) from {table}").fetchone()[0])


def main() -> None:
    """Load the file given on the command line."""
    with duckdb.connect(sys.argv[1], read_only=True) as raw, connect() as snow, snow.cursor() as cursor:
        tables, rows = load(raw, cursor, os.environ.get("SNOWFLAKE_DATABASE", "mooring"))
    print(f"{tables} tables, {rows:,} rows")


if __name__ == "__main__":
    main()
