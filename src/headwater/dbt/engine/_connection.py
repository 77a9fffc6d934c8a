"""Connects a build to DuckDB. The build writes one warehouse, and reads raw tables and the tables of a clean build."""

from __future__ import annotations

import secrets
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from headwater.dbt.engine._built import Columns, RelationContent
from headwater.dbt.engine._injection import RAW, inject_in_memory
from headwater.dbt.engine._plan import Name
from headwater.errors import RequestError

STORED = "stored"
"""The database with the tables that an earlier run left, from which a later run starts."""
_LOOK_SEC = 0.1


@dataclass(frozen=True)
class BuildLimits:
    """Limits on a build.

    Attributes:
        statement_sec: The time limit of one statement. A model or test that takes longer fails.
    """

    memory_mb: int = 2048
    threads: int = 2
    statement_sec: float = 120.0


class StatementError(RequestError):
    """Raised if the engine refuses a statement, or if the statement takes too long. The message is one line."""


def check_text(sql: str) -> None:
    """Raise `StatementError` for text that every database rejects and that would break DuckDB's Python binding."""
    try:
        sql.encode()
    except UnicodeEncodeError:
        raise StatementError("contains half a character (a lone surrogate)") from None


class DuckDBConnection:
    """A connection through which SQL can access only the connection's databases.

    Args:
        database: The name by which the project refers to its warehouse.
        raw: The file with the raw tables.
        file: The warehouse file to write, or None for a warehouse in memory.
        base: A file that contains every relation of a clean build as a table. Unchanged relations are read from it.
        scratch: The folder for data that does not fit into memory.
        inject: Trusted SQL that changes the raw tables, in memory.
        given_file: Another warehouse whose tables can be read.
        stored_file: A warehouse that need not be trusted, whose tables `take` copies.
    """

    def __init__(
        self,
        database: str,
        raw: Path,
        *,
        file: Path | None = None,
        base: Path | None = None,
        scratch: Path | None = None,
        limits: BuildLimits | None = None,
        inject: Sequence[str] = (),
        given_file: Path | None = None,
        stored_file: Path | None = None,
    ) -> None:
        self.database = database
        self._limits = limits or BuildLimits()
        self._base = f"base_{secrets.token_hex(16)}"  # a project's SQL cannot guess this name
        settings: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": f"{self._limits.memory_mb}MB",
            "threads": self._limits.threads,
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            # Contents are compared regardless of the order of rows, and keeping the order takes memory.
            "preserve_insertion_order": "false",
        }
        self._connection = duckdb.connect(":memory:", config=settings)
        self._watch = _StatementTimer(self._connection.interrupt)
        weakref.finalize(self, self._watch.end)  # this stops the timer even if the connection is never closed
        run = self._connection.execute
        run("set TimeZone = 'UTC'")
        run("set enable_progress_bar = false")
        run(f"set temp_directory = {_text(str(scratch))}" if scratch else "set temp_directory = ''")
        run(f"attach {_text(str(raw))} as {self._base if inject else RAW}{'_raw' if inject else ''} (read_only)")
        if inject:
            inject_in_memory(self._connection, f"{self._base}_raw", inject)
        if base is not None:
            run(f"attach {_text(str(base))} as {self._base} (read_only)")
        if given_file is not None:
            run(f"attach {_text(str(given_file))} as {self._base}_given (read_only)")
        run(f'attach {_text(str(file) if file else ":memory:")} as "{database}"')
        run(f"attach ':memory:' as {STORED}")
        run(f'use "{database}"')
        # Otherwise, DuckDB would look up unknown tables among the variables of this program.
        run("set python_enable_replacements = false")
        if stored_file is not None:
            # The file is untrusted, so even opening it must not reach any other file.
            run(f"set allowed_paths = [{_text(str(stored_file))}, {_text(f'{stored_file}.wal')}]")
        # Attaching files needs external access, so it is disabled only now. SQL cannot enable it again once the
        # configuration is locked.
        run("set enable_external_access = false")
        if stored_file is not None:
            self._attach_untrusted(stored_file)
        run("set lock_configuration = true")
        self._schemas: set[str] = set()
        self._stored_schemas: set[str] = set()

    def _attach_untrusted(self, file: Path) -> None:
        try:
            self._connection.execute(f"attach {_text(str(file))} as {self._base}_stored (read_only)")
        except duckdb.Error as error:
            raise StatementError(f"the stored tables cannot be read: {_line(error)}") from None

    def close(self) -> None:
        """Write pending data, and close the connection."""
        self._watch.end()
        self._connection.close()

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Run a statement within the time limit.

        Raises:
            StatementError: The engine refuses the statement, or the statement exceeds the limit.
        """
        check_text(sql)
        with self._within():
            return self._connection.execute(sql).fetchall()

    def create(self, name: Name, sql: str) -> RelationContent:
        """Create a table from a SELECT, and return the table's content."""
        self._make_schema(name.schema)
        self.rows(f"create or replace table {name.within(self.database)} as (\n{sql}\n)")
        return self.content(name.within(self.database))

    def pass_through(self, name: Name, original: Name, *, in_given_warehouse: bool = False) -> None:
        """Create a view of a table in the clean build or in the given warehouse."""
        self._make_schema(name.schema)
        table = original.within(f"{self._base}_given" if in_given_warehouse else self._base)
        self.rows(f"create or replace view {name.within(self.database)} as select * from {table}")

    def keep(self, name: Name, original: Name) -> None:
        """Make a table of the clean build a stored table."""
        self._make_stored_schema(name)
        self.rows(f"create or replace view {name.within(STORED)} as select * from {original.within(self._base)}")

    def keep_part(self, name: Name, original: Name, condition: str) -> RelationContent:
        """Make rows of a table of the clean build a stored table, and return the table's content."""
        return self.store(name, f"select * from {original.within(self._base)} where {condition}")

    def store(self, name: Name, sql: str) -> RelationContent:
        """Create a stored table from a SELECT, and return the table's content."""
        self._make_stored_schema(name)
        self.rows(f"create or replace table {name.within(STORED)} as (\n{sql}\n)")
        return self.content(name.within(STORED))

    def take(self, names: Iterable[Name]) -> dict[Name, RelationContent]:
        """Copy tables from the stored file, and return the content of each one that exists. Views do not count."""
        catalog = f"{self._base}_stored"
        existing = self._tables(catalog)
        return {name: self.store(name, f"from {name.within(catalog)}") for name in names if name.key in existing}

    def take_changed(self, names: Sequence[Name]) -> dict[Name, RelationContent]:
        """Copy tables from the stored file as `take` does, except those with the same rows in the given warehouse."""
        stored, given = f"{self._base}_stored", f"{self._base}_given"
        shared_names = self._tables(given) & self._tables(stored)
        same = {
            name
            for name in names
            if name.key in shared_names
            and self.content(name.within(stored)).same_rows(self.content(name.within(given)))
        }
        return self.take(name for name in names if name not in same)

    def _tables(self, catalog: str) -> set[tuple[str, str]]:
        """Return the lower-case schema and name of each table of an attached database."""
        found = self.rows(f"select schema_name, table_name from duckdb_tables() where database_name = {_text(catalog)}")
        return {(schema.lower(), table.lower()) for schema, table in found}

    def _make_stored_schema(self, name: Name) -> None:
        quoted = '"' + name.schema.replace('"', '""') + '"'
        self.rows(f"create schema if not exists {STORED}.{quoted}")
        self._stored_schemas.add(quoted)

    def drop(self, name: Name) -> None:
        """Remove a table."""
        self.rows(f"drop table {name.within(self.database)}")

    def content(self, relation: str) -> RelationContent:
        """Return the content of a relation."""
        columns = self.columns(f"select * from {relation}")
        names = ", ".join('"' + name.replace('"', '""') + '"' for name, _ in sorted(columns))
        hashed = f"select hash({names}) as h from {relation}"
        # Sums do not depend on the order of rows and, unlike XOR, do not cancel out duplicates. The second hash
        # makes an accidental collision improbable.
        sums = "count(*), sum(h::hugeint), sum(hash(h, 1)::hugeint)"
        rows, first, second = self.rows(f"select {sums} from ({hashed})")[0]
        return RelationContent(columns=columns, rows=rows, digest=f"{first or 0:x}-{second or 0:x}")

    def reset(self) -> None:
        """Drop everything in the warehouse, and the stored tables."""
        for schema in self._schemas:
            quoted = schema.replace('"', '""')
            self.rows(f'drop schema "{self.database}"."{quoted}" cascade')
        self._schemas.clear()
        for schema in self._stored_schemas:
            self.rows(f"drop schema {STORED}.{schema} cascade")
        self._stored_schemas.clear()

    def columns(self, sql: str) -> Columns:
        """Return the names and types of the columns that a SELECT returns."""
        return tuple((str(row[0]), str(row[1])) for row in self.rows(f"describe {sql}"))

    def _make_schema(self, schema: str) -> None:
        if schema.lower() not in self._schemas:
            quoted = schema.replace('"', '""')
            self.rows(f'create schema if not exists "{self.database}"."{quoted}"')
            self._schemas.add(schema.lower())

    @contextmanager
    def _within(self) -> Iterator[None]:
        self._watch.begin(self._limits.statement_sec)
        try:
            yield
        except duckdb.Error as error:
            if self._watch.was_late:
                raise StatementError(f"takes longer than {self._limits.statement_sec:g} s") from None
            raise StatementError(_line(error)) from error
        finally:
            self._watch.stop()


class _StatementTimer:
    """Interrupts statements that take too long, using one thread for all statements on a connection."""

    def __init__(self, interrupt: Callable[[], None]) -> None:
        self.was_late = False
        self._interrupt = interrupt
        self._deadline: float | None = None
        self._lock = threading.Lock()
        self._ended = threading.Event()
        threading.Thread(target=self._look, daemon=True).start()

    def begin(self, seconds: float) -> None:
        """Record that a statement begins."""
        with self._lock:
            self.was_late = False
            self._deadline = time.monotonic() + seconds

    def stop(self) -> None:
        """Record that the current statement has ended."""
        with self._lock:
            self._deadline = None

    def end(self) -> None:
        """Record that no more statements will follow."""
        self._ended.set()

    def _look(self) -> None:
        while not self._ended.wait(_LOOK_SEC):
            with self._lock:
                if self._deadline is not None and time.monotonic() > self._deadline:
                    # The lock is held, so that the interrupt cannot reach the next statement.
                    self.was_late, self._deadline = True, None
                    self._interrupt()


def _line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:400] if lines else type(error).__name__


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
