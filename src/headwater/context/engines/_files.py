"""Reads folders of data files. Each file, sheet and SQLite table becomes a table named after its path.

Each file is loaded once into a temporary database, which is then profiled and queried. Queries therefore have no access
to files, and a hostile file can affect only its own loading.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.context.catalog import Column, Engine, ForeignKey, Key, Origin, Table, TableKind, TableName
from headwater.context.engines import _duckdb_profile, _sheets, _sqlite, _stage
from headwater.context.engines._base import QueryLimitReached, QueryRefused, QueryResult, ReadLimits, Structure
from headwater.context.engines._duckdb_gate import QueryGuard, first_line, shared_parser
from headwater.context.engines._duckdb_query import HARDENED, NO_FILES, run_query, within
from headwater.context.engines._duckdb_types import kind_of
from headwater.context.engines._walk import FileKind, FolderFile, digest, find_files, is_sqlite, opened, path_of
from headwater.errors import SourceError, UserError

if TYPE_CHECKING:
    import duckdb

_QUOTED = re.compile(r'"(?:[^"]|"")*"(?:\."(?:[^"]|"")*")*')
"""A quoted name in SQL, with its schema."""
_DESCRIPTOR = re.compile(r"/(proc/self|dev)/fd/\d+")


@dataclass(frozen=True)
class _TableOrigin:
    """The origin of a table: a file, a converted sheet, or a table in an SQLite file."""

    file: FolderFile
    sheet: Path | None = None
    sqlite: _sqlite.SQLiteTable | None = None


class FilesReader:
    """A folder of data files, or one file in a folder."""

    engine = Engine.FILES

    def __init__(self, name: str, path: Path) -> None:
        """Create the temporary database. No file is read yet."""
        self.name = name
        self.location = str(path)
        self._root = path if path.is_dir() else path.parent
        self._only = None if path.is_dir() else path.name
        self._scratch = Path(tempfile.mkdtemp(prefix="headwater-files-"))
        self._parts: dict[TableName, _TableOrigin] = {}
        self._quoted: dict[str, TableName] = {}
        self._folded: dict[str, TableName] = {}
        self._staging = threading.Lock()
        self._staged: dict[TableName, str | None] = {}
        self._running: set[duckdb.DuckDBPyConnection] = set()
        self._connection = _new_database(":memory:", self._scratch)

    @property
    def version(self) -> str:
        """The version of the library that reads the files."""
        import duckdb

        return f"duckdb {duckdb.__version__}"

    def fingerprint(self) -> str:
        """A digest of the names, sizes and modification times of all files."""
        found = find_files(self._root, self._only)
        parts = [f"{file.path}\0{file.stamp}" for file in found.files]
        return hashlib.sha256("\n".join([self.version, *parts, *found.problems]).encode()).hexdigest()[:32]

    def structure(self) -> Structure:
        """Find the tables. Their columns are only known after profiling."""
        found = find_files(self._root, self._only)
        problems = [*found.problems, *self._open_files(found.files)]
        keys: list[Key] = []
        foreign_keys: list[ForeignKey] = []
        for name, part in self._parts.items():
            if part.sqlite is not None:
                self._declared(name, part, keys, foreign_keys)
        tables = tuple(
            Table(name, TableKind.FILE, (), path=part.file.path) for name, part in sorted(self._parts.items())
        )
        return Structure(tables, tuple(keys), tuple(foreign_keys), tuple(problems))

    def content(self, table: Table, before: Table) -> str | None:
        """Return a fingerprint if the file has not changed. Its content is compared only if its stamp differs."""
        part = self._parts[table.name]
        stamp, _, known = (before.fingerprint or "").partition("|")
        if stamp == part.file.stamp:
            return before.fingerprint
        with opened(self._root, part.file.path) as descriptor:
            same = digest(descriptor) == known
        return f"{part.file.stamp}|{known}" if same else None

    def profile(self, table: Table, seconds: float) -> Table:
        """Load the file and profile it."""
        import duckdb

        part = self._parts[table.name]
        try:
            with self._cursor() as cursor, within(cursor, seconds):
                note = self._stage(cursor, table.name, seconds)
                described = cursor.execute(f"describe {table.name.sql}").fetchall()
                columns = tuple(
                    Column(line[0], position, line[1], kind_of(line[1])) for position, line in enumerate(described)
                )
                found = replace(table, columns=columns, problem=note)
                measured = _duckdb_profile.profile(cursor, found, table.name.sql)
        except QueryLimitReached as error:  # the table gets no fingerprint, so that the next scan tries again
            return replace(table, problem=f"not read: {error}")
        except (duckdb.Error, sqlite3.Error, UserError) as error:
            measured = replace(table, problem=f"not read: {_DESCRIPTOR.sub(part.file.path, first_line(error))}")
        if measured.rows == _stage.ROWS:
            measured = replace(measured, rows=None, problem=f"only the first {_stage.ROWS:,} rows are read")
        try:
            with opened(self._root, part.file.path) as descriptor:
                return replace(measured, fingerprint=f"{part.file.stamp}|{digest(descriptor)}")
        except UserError as error:
            return replace(table, problem=f"not read: {error}")

    def ask(self, sql: str, seconds: float) -> Sequence[tuple[Any, ...]]:
        """Run trusted SQL, after loading the files that it names."""
        with self._cursor() as cursor, within(cursor, seconds):
            for quoted in _QUOTED.findall(sql):
                if (name := self._quoted.get(quoted)) is not None:
                    self._stage(cursor, name, seconds)
            return cursor.execute(sql).fetchall()

    def query(self, sql: str, limits: ReadLimits) -> QueryResult:
        """Load the files that the query names into a separate database, and run it there without access to files."""
        import duckdb

        parsed = QueryGuard(shared_parser(), {}).check(sql)
        table_names = {name for _, name in parsed.uses.tables}
        paths = {name.partition("#")[0] for name in table_names}
        files = find_files(self._root, self._only).files
        self._open_files([file for file in files if file.path.lower() in paths])
        path = Path(tempfile.mkdtemp(dir=self._scratch)) / "query.duckdb"
        try:
            with _new_database(str(path), path.parent) as filling, within(filling, limits.seconds):
                for name in self._parts:
                    if name.name.lower() in table_names:
                        self._read(filling, name, limits.seconds)
            with duckdb.connect(str(path), read_only=True, config={**HARDENED, **NO_FILES}) as connection:
                return run_query(connection, parsed.sql, limits)
        except duckdb.Error as error:
            reason = _DESCRIPTOR.sub("a file", first_line(error))
            raise QueryRefused(f"a file that it names cannot be read: {reason}") from None
        finally:
            shutil.rmtree(path.parent, ignore_errors=True)

    def cancel(self) -> None:
        """Interrupt the queries of all other threads."""
        for cursor in tuple(self._running):
            cursor.interrupt()

    def close(self) -> None:
        """Remove the temporary database."""
        self._connection.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _open_files(self, files: Sequence[FolderFile]) -> list[str]:
        """Find the tables in the files, and return any problems."""
        problems: list[str] = []
        # each workbook is read in a separate process
        with ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="open") as pool:
            for file, (parts, found) in zip(files, pool.map(self._opened_parts, files), strict=True):
                problems += found
                for suffix, part in parts:
                    self._add(TableName(self.name, "", file.path + suffix), part, problems)
        return problems

    def _opened_parts(self, file: FolderFile) -> tuple[list[tuple[str, _TableOrigin]], list[str]]:
        """Return the tables in a file, and any problems."""
        problems: list[str] = []
        try:
            return list(self._parts_of(file, problems)), problems
        except (UserError, sqlite3.Error) as error:
            return [], [*problems, f"{file.path}: {first_line(error)}"]

    def _parts_of(self, file: FolderFile, problems: list[str]) -> Iterable[tuple[str, _TableOrigin]]:
        """Return the tables in a file, each with the suffix that its name adds to the file's path."""
        if file.kind is FileKind.WORKBOOK:
            return self._sheets_of(file, problems)
        if file.kind is FileKind.SQLITE:
            return self._tables_of(file)
        return [("", _TableOrigin(file))]

    def _sheets_of(self, file: FolderFile, problems: list[str]) -> list[tuple[str, _TableOrigin]]:
        folder = Path(tempfile.mkdtemp(dir=self._scratch))
        with opened(self._root, file.path) as descriptor:
            book = _sheets.convert(descriptor, folder)
        problems += [f"{file.path}: {book.problem}"] if book.problem else []
        problems += [f"{file.path}#{sheet.name}: {sheet.problem}" for sheet in book.sheets if sheet.problem]
        is_single = len(book.sheets) == 1
        return [
            ("" if is_single else f"#{sheet.name}", _TableOrigin(file, sheet=sheet.csv))
            for sheet in book.sheets
            if sheet.csv
        ]

    def _tables_of(self, file: FolderFile) -> list[tuple[str, _TableOrigin]]:
        with opened(self._root, file.path) as descriptor:
            if not is_sqlite(descriptor):
                raise SourceError("is not SQLite", fix="if it is a DuckDB file, scan it as a separate source")
            with _sqlite.open_sqlite(descriptor, 60) as connection:
                return [(f"#{table.name}", _TableOrigin(file, sqlite=table)) for table in _sqlite.tables_of(connection)]

    def _add(self, name: TableName, part: _TableOrigin, problems: list[str]) -> None:
        # DuckDB ignores case in names, but file systems do not.
        twin = self._folded.setdefault(name.name.lower(), name)
        if twin != name:
            problems.append(f"{name.name}: differs from {twin.name} in case only, and is left out")
        else:
            self._parts[name] = part
            self._quoted[name.sql] = name

    def _declared(self, name: TableName, part: _TableOrigin, keys: list[Key], foreign_keys: list[ForeignKey]) -> None:
        """Add the keys that a table in an SQLite file declares."""
        table = part.sqlite
        assert table is not None
        if table.key:
            keys.append(Key(name, table.key, Origin.DECLARED))
        for columns, to_table, to_columns in table.foreign:
            target = TableName(self.name, "", f"{part.file.path}#{to_table}")
            target_part = self._parts.get(target)
            target_columns = to_columns or (target_part.sqlite.key if target_part and target_part.sqlite else ())
            if target_part is not None and len(target_columns) == len(columns):
                foreign_keys.append(ForeignKey(name, columns, target, target_columns, Origin.DECLARED))

    def _stage(self, cursor: duckdb.DuckDBPyConnection, name: TableName, seconds: float) -> str | None:
        with self._staging:
            known = name in self._staged
        if not known:
            note = self._read(cursor, name, seconds)
            with self._staging:
                self._staged[name] = note
        return self._staged[name]

    def _read(self, cursor: duckdb.DuckDBPyConnection, name: TableName, seconds: float) -> str | None:
        """Load a table from its file into the cursor's database, and return a note about omitted content."""
        part = self._parts[name]
        if part.sheet is not None:
            return _stage.stage_csv(cursor, str(part.sheet), name.sql).note
        with opened(self._root, part.file.path) as descriptor:
            if part.sqlite is None:
                note = _stage.stage(cursor, path_of(descriptor), part.file, name.sql).note
                return None if note is None else _DESCRIPTOR.sub(part.file.path, note)
            with _sqlite.open_sqlite(descriptor, seconds) as source:
                _sqlite.copy_table(source, part.sqlite, cursor, name.sql)
        return None

    @contextmanager
    def _cursor(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._connection.cursor() as cursor:
            self._running.add(cursor)
            try:
                yield cursor
            finally:
                self._running.discard(cursor)


def _new_database(path: str, scratch: Path) -> duckdb.DuckDBPyConnection:
    """Create a database that may read files. Only trusted SQL runs in this database.

    Data that does not fit into memory is written to the folder ``scratch``. Tables are not stored in a database file,
    because writing a small table to a file takes as long as profiling it.
    """
    import duckdb

    config = HARDENED | {"temp_directory": str(scratch), "python_enable_replacements": "true"}
    return duckdb.connect(path, config=config)
