"""Changes raw tables, either in an in-memory database over the clean ones or in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import duckdb

from headwater.dbt.engine._fresh import quoted, write_afresh
from headwater.errors import RequestError

RAW = "raw"


def tables_of(statements: Sequence[str]) -> set[tuple[str, str]]:
    """Return the schema and name of each table that the statements change.

    Raises:
        RequestError: A statement is not an INSERT, UPDATE, DELETE, ALTER, CREATE or DROP, or its table has no schema.
    """
    import sqlglot
    from sqlglot import exp

    found = set()
    for sql in statements:
        try:
            parsed = sqlglot.parse(sql, read="duckdb")
        except sqlglot.errors.SqlglotError as error:
            raise RequestError(" ".join(str(error).split())[:200], where="inject") from None
        for statement in parsed:
            if statement is None:
                continue
            changes = (exp.Insert, exp.Update, exp.Delete, exp.Alter, exp.Create, exp.Drop)
            table = statement.this.find(exp.Table) if isinstance(statement, changes) and statement.this else None
            if table is None or not table.db:
                raise RequestError(
                    f"`{sql.strip()[:60]}` … should change one table, named <schema>.<table>", where="inject"
                )
            found.add((table.db, table.name))
    return found


def inject_in_memory(connection: duckdb.DuckDBPyConnection, original: str, statements: Sequence[str]) -> None:
    """Create the database ``raw`` in memory. Tables that the statements change are copied, and the others become views.

    Raises:
        RequestError: A statement fails.
    """
    touched = tables_of(statements)
    connection.execute(f"attach ':memory:' as {RAW}")
    rows = connection.execute(
        "select schema_name, table_name from duckdb_tables() where database_name = ?", [original]
    ).fetchall()
    for schema, name in rows:
        kind = "table" if (schema, name) in touched else "view"
        connection.execute(f'create schema if not exists {RAW}."{schema}"')
        connection.execute(f'create {kind} {RAW}."{schema}"."{name}" as select * from {original}."{schema}"."{name}"')
    run_statements(connection, statements)


def inject_in_file(file: Path, statements: Sequence[str]) -> None:
    """Change the raw tables in a file.

    The file is rewritten, so that nothing in it shows which rows were changed.

    Raises:
        RequestError: A statement fails.
    """
    connection = duckdb.connect()
    try:
        connection.execute("set TimeZone = 'UTC'")
        connection.execute(f"attach '{quoted(file)}' as {RAW}")
        run_statements(connection, statements)
        connection.execute(f"checkpoint {RAW}")
    finally:
        connection.close()
    write_afresh(file)


def run_statements(connection: duckdb.DuckDBPyConnection, statements: Sequence[str]) -> None:
    """Run statements on the database ``raw``."""
    connection.execute(f"use {RAW}")
    for sql in statements:
        try:
            connection.execute(sql)
        except duckdb.Error as error:
            raise RequestError(f"{str(error).splitlines()[0]}: `{sql.strip()[:80]}`", where="inject") from None
    connection.execute("use memory")
