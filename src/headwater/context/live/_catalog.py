"""Provides the catalog of a project with the current state of its databases."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from headwater.context._index import Index
from headwater.context.catalog import Catalog, DataSource, Engine, ForeignKey, Key, Table, TableName, read_catalog
from headwater.context.engines import MOST_FILES, Structure, database_files, name_of, open_reader, stamp_of
from headwater.errors import UserError

_PROFILE_SEC = 20.0
_SERVERS = (Engine.POSTGRES, Engine.CLICKHOUSE)


@dataclass(frozen=True)
class _ReadStructure:
    """The structure of a source, with a stamp that shows whether it is current.

    For a DuckDB file, the stamp is that of the file. For a server, it is a digest of the structure.
    """

    stamp: str
    structure: Structure


class LiveCatalog:
    """The scanned catalog, updated from DuckDB files that have changed since the scan or were never scanned.

    Args:
        index: The index, which contains a catalog if sources were scanned.
    """

    def __init__(self, index: Index) -> None:
        self._index = index
        self._scanned: tuple[tuple[int, int], Catalog] = ((0, 0), Catalog())
        self._read: dict[str, _ReadStructure] = {}
        self._servers: dict[str, _ReadStructure] = {}
        self._profiles: dict[tuple[TableName, str], Table] = {}
        self._key: object = None
        self._catalog = Catalog()

    def catalog(self, dbt_folder: Path | None) -> Catalog:
        """Return the catalog. It is the same object until something changes.

        DuckDB files in the project's folder, in its dbt project's folder, and in their direct subfolders are sources,
        whether or not they were scanned. If a file cannot be read because dbt is writing to it, the last known state is
        used, and a problem is added to the source.
        """
        scanned = self._scanned_catalog()
        sources = [*scanned.sources, *self._unscanned(scanned, dbt_folder)]
        stamps = {
            source.name: stamp_of(self._index.project / source.location)
            for source in sources
            if source.engine is Engine.DUCKDB
        }
        stamps |= {name: read.stamp for name, read in self._servers.items()}
        key = (self._scanned[0], tuple(stamps.items()))
        if key != self._key:
            self._catalog = self._merged(scanned, sources, stamps)
            busy = any(source.problems and self._is_unread(source, stamps) for source in self._catalog.sources)
            # A file that could not be read is tried again by the next call, even if it has not changed since.
            self._key = None if busy else key
        return self._catalog

    def reread(self) -> None:
        """Read tables and columns from servers again. No other method connects to servers.

        Tables whose columns have not changed keep their profiles. If a server cannot be reached, its last known state
        is used, and a problem is added to the source.
        """
        scanned = self._scanned_catalog()
        for source in scanned.sources:
            if source.engine in _SERVERS:
                before = _part(scanned, source.name)
                try:
                    now = _keep_profiles(_joined(_structure(source, self._index.project), before), before)
                except UserError as error:
                    now = replace(before, problems=(*source.problems, f"{error}; what follows is older"))
                self._servers[source.name] = _ReadStructure(_digest(now), now)

    def with_profile(self, table: Table) -> Table:
        """Return a table with its current profile.

        Tables on servers and in folders of data files keep the profile from the last scan.
        """
        source = self._catalog.source(table.name.source)
        if source is None or source.engine is Engine.FILES:
            return table
        if source.engine in _SERVERS:
            return table if table.profiled_rows or table.problem else self._profile(source, table)
        stamp = stamp_of(self._index.project / source.location)
        known = self._scanned_catalog().source(source.name)
        if table.profiled_rows and known is not None and known.fingerprint == stamp:
            return table
        if (table.name, stamp) not in self._profiles:
            measured = self._profile(source, table)
            # Profiles of earlier states are dropped, because they would otherwise accumulate with every change to the
            # file.
            self._profiles = {key: old for key, old in self._profiles.items() if key[1] == stamp}
            self._profiles[table.name, stamp] = measured
        return self._profiles[table.name, stamp]

    def _profile(self, source: DataSource, table: Table) -> Table:
        reader = open_reader(source.name, source.location, self._index.project)
        try:
            return reader.profile(table, _PROFILE_SEC)
        finally:
            reader.close()

    def is_of_scan(self, table: Table) -> bool:
        """Return whether a server's table has the profile from the last scan, which may be outdated."""
        source = self._catalog.source(table.name.source)
        return source is not None and source.engine in _SERVERS and table in self._scanned_catalog().tables

    def _scanned_catalog(self) -> Catalog:
        try:
            status = self._index.catalog.stat()
        except (FileNotFoundError, NotADirectoryError):
            self._scanned = ((0, 0), Catalog())
            return self._scanned[1]
        stamp = (status.st_mtime_ns, status.st_size)
        if stamp != self._scanned[0]:
            self._scanned = (stamp, read_catalog(self._index.catalog))
            self._servers.clear()
        return self._scanned[1]

    def _unscanned(self, scanned: Catalog, dbt_folder: Path | None) -> Iterator[DataSource]:
        """Yield the DuckDB files that no scan has read."""
        known = {(self._index.project / source.location).resolve() for source in scanned.sources}
        taken_names = {source.name for source in scanned.sources}
        folders = dict.fromkeys((self._index.project, dbt_folder or self._index.project))
        found = [path for folder in folders for path in database_files(folder, below=True)]
        for path in found[:MOST_FILES]:
            if (real := path.resolve()) not in known:
                known.add(real)
                name = name_of(str(path))
                while name in taken_names:
                    name += "_2"
                taken_names.add(name)
                yield DataSource(name, Engine.DUCKDB, str(path))

    def _is_unread(self, source: DataSource, stamps: dict[str, str]) -> bool:
        read = self._read.get(source.name)
        is_file = source.name in stamps and source.name not in self._servers
        return is_file and (read is None or read.stamp != stamps[source.name])

    def _merged(self, scanned: Catalog, sources: list[DataSource], stamps: dict[str, str]) -> Catalog:
        merged: list[DataSource] = []
        tables: list[Table] = []
        keys: list[Key] = []
        references: list[ForeignKey] = []
        for source in sources:
            before = _part(scanned, source.name)
            if source.name not in stamps or source.fingerprint == stamps[source.name]:
                part = before
            elif source.name in self._servers:
                part = self._servers[source.name].structure
                source = replace(source, problems=part.problems)
            else:
                source, part = self._current(source, before, stamps[source.name])
            merged.append(source)
            tables += part.tables
            keys += part.keys
            references += part.foreign_keys
        return Catalog(
            tuple(merged),
            tuple(sorted(tables, key=lambda table: table.name)),
            tuple(sorted(keys, key=lambda key: (key.table, not key.primary, key.columns))),
            tuple(sorted(references, key=lambda key: (key.table, key.columns, key.to_table))),
        )

    def _current(self, source: DataSource, before: Structure, stamp: str) -> tuple[DataSource, Structure]:
        """Return a file's current structure. Tables whose columns have not changed keep their profiles."""
        read = self._read.get(source.name)
        if read is None or read.stamp != stamp:
            try:
                read = _ReadStructure(stamp, _structure(source, self._index.project))
            except UserError as error:
                last = read.structure if read is not None else before
                return replace(source, problems=(f"{error}; what follows is older",)), last
            self._read[source.name] = read
        return replace(source, problems=read.structure.problems), _joined(read.structure, before)


def _structure(source: DataSource, root: Path) -> Structure:
    reader = open_reader(source.name, source.location, root)
    try:
        return reader.structure()
    finally:
        reader.close()


def _digest(structure: Structure) -> str:
    tables = [(table.name, table.profiled_rows, _columns(table)) for table in structure.tables]
    parts = (tables, structure.keys, structure.foreign_keys, structure.problems)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _keep_profiles(now: Structure, before: Structure) -> Structure:
    """Keep the scanned row counts and profiles of tables whose columns have not changed."""
    old = {table.name: table for table in before.tables}
    tables = (
        known if (known := old.get(table.name)) is not None and _columns(known) == _columns(table) else table
        for table in now.tables
    )
    return replace(now, tables=tuple(tables))


def _columns(table: Table) -> list[tuple[str, str]]:
    return [(column.name, column.native_type) for column in table.columns]


def _part(catalog: Catalog, source: str) -> Structure:
    return Structure(
        tuple(table for table in catalog.tables if table.name.source == source),
        tuple(key for key in catalog.keys if key.table.source == source),
        tuple(key for key in catalog.foreign_keys if key.table.source == source),
    )


def _joined(now: Structure, before: Structure) -> Structure:
    """Add the keys that a scan inferred to the declared ones, if the columns of these keys still exist."""
    columns = {table.name: {column.name for column in table.columns} for table in now.tables}
    old = {table.name: table for table in before.tables}
    declared = {key.table for key in now.keys}
    keys = [key for key in before.keys if key.table not in declared and columns.get(key.table, set()) >= {*key.columns}]
    referring = {(key.table, key.columns) for key in now.foreign_keys}
    references = [
        key
        for key in before.foreign_keys
        if (key.table, key.columns) not in referring
        and columns.get(key.table, set()) >= {*key.columns}
        and columns.get(key.to_table, set()) >= {*key.to_columns}
    ]
    tables = [_with_profiles(table, old.get(table.name)) for table in now.tables]
    return Structure(tuple(tables), (*now.keys, *keys), (*now.foreign_keys, *references), now.problems)


def _with_profiles(table: Table, before: Table | None) -> Table:
    """Keep the values from an old profile for searching. A table is profiled again before its profile is shown."""
    if before is None or _columns(table) != _columns(before):
        return table
    columns = tuple(
        replace(column, profile=old.profile) for column, old in zip(table.columns, before.columns, strict=True)
    )
    return replace(table, columns=columns)
