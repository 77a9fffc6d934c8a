"""Scans sources into the catalog. Tables that have not changed since the last scan are not profiled again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from headwater.context.catalog import Catalog, DataSource, ForeignKey, Key, Table
from headwater.context.catalog.keys import infer_keys
from headwater.context.engines import SourceReader, Structure, engine_of, name_of, open_reader, without_password

_CANCEL_SEC = 0.05
_A = TypeVar("_A")
_B = TypeVar("_B")


@dataclass(frozen=True)
class ScanRequest:
    """A source to scan.

    Attributes:
        name: The source's name in the catalog.
        location: A path, which is relative if it is in the project, a URL without its password, or ``env:NAME``.
        secret: The location as given, if it contains a secret that must not be stored.
    """

    name: str
    location: str
    secret: str | None = None


class ScanProgress(Protocol):
    """Callbacks that report the progress of a scan."""

    def source(self, name: str, tables: int) -> None:
        """Called with the number of tables in a source, before they are scanned."""
        ...

    def table(self, table: Table, reused: bool) -> None:
        """Called when a table is finished. ``reused`` is true if the table had not changed."""
        ...

    def note(self, text: str) -> None:
        """Called with a message about any other step."""
        ...


class ScanInterrupted(KeyboardInterrupt):
    """Raised when the user interrupts a scan.

    ``catalog`` contains the tables scanned so far. The next scan can continue from it.
    """

    def __init__(self, catalog: Catalog) -> None:
        super().__init__()
        self.catalog = catalog


@dataclass
class _Scanned:
    """What a scan has read from a source so far."""

    source: DataSource
    tables: dict[str, Table] = field(default_factory=dict)
    keys: tuple[Key, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()


class _Workers:
    """Threads that query a source. Interrupting the scan cancels their queries."""

    def __init__(self, reader: SourceReader) -> None:
        self._reader = reader
        self._pool = ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="scan")
        self._futures: list[Future[Any]] = []

    def start(self, function: Callable[[_A], _B], items: Iterable[_A]) -> list[Future[_B]]:
        """Submit a call of a function for each item."""
        started = [self._pool.submit(function, item) for item in items]
        self._futures += started
        return started

    def map(self, function: Callable[[_A], _B], items: Iterable[_A]) -> Iterator[_B]:
        """Call a function with each item, and yield the results in the order of the items."""
        return (future.result() for future in self.start(function, items))

    def __enter__(self) -> Self:
        """Return this object."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Wait for the queries to finish. If an error occurred, cancel them first."""
        if kind is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            while not all(future.done() for future in self._futures):  # a worker may be about to start a query
                self._reader.cancel()
                time.sleep(_CANCEL_SEC)
        self._pool.shutdown()


def scan_request(text: str, root: Path, scanned_sources: Sequence[DataSource]) -> ScanRequest:
    """Parse a source in the form ``[NAME=]SOURCE``.

    Raises:
        UserError: The source does not exist.
    """
    name, equals, rest = text.partition("=")
    # A path can itself contain an equals sign.
    has_name = bool(equals) and name.isidentifier() and not (root / text).exists()
    location_text = rest if has_name else text
    engine_of(location_text, Path.cwd())
    location = without_password(location_text) if "://" in location_text else _relative(location_text, root)
    if location_text.startswith("env:"):
        location = location_text
    known = next((source.name for source in scanned_sources if source.location == location), None)
    chosen = name if has_name else known or _free(name_of(location_text), location, scanned_sources)
    return ScanRequest(chosen, location, location_text if "://" in location_text else None)


def scan(
    requests: Sequence[ScanRequest], root: Path, previous: Catalog, seconds: float, progress: ScanProgress
) -> Catalog:
    """Scan sources and return a catalog that includes them. The other sources in the catalog do not change.

    Args:
        requests: The sources to scan.
        root: The project's folder.
        previous: The catalog from the last scan.
        seconds: The time limit for profiling one table, in seconds.
        progress: Callbacks that report the scan's progress.

    Raises:
        UserError: A source cannot be opened.
        ScanInterrupted: The user interrupted the scan. The error contains the catalog so far.
    """
    catalog = previous
    for request in requests:
        reader = open_reader(request.name, request.secret or request.location, root)
        scanned = _Scanned(DataSource(request.name, reader.engine, request.location, reader.version))
        try:
            _scan_source(scanned, reader, previous, seconds, progress)
        except KeyboardInterrupt:
            raise ScanInterrupted(_merged(catalog, scanned)) from None
        finally:
            reader.close()
        catalog = _merged(catalog, scanned)
    return catalog


def _scan_source(
    scanned: _Scanned, reader: SourceReader, previous: Catalog, seconds: float, progress: ScanProgress
) -> None:
    fingerprint = reader.fingerprint()
    before = {str(table.name): table for table in previous.tables if table.name.source == reader.name}
    known = previous.source(reader.name)
    unchanged = fingerprint is not None and known is not None and known.fingerprint == fingerprint
    if unchanged and known is not None and all(table.fingerprint for table in before.values()):
        progress.note(f"{reader.name}: has not changed")
        scanned.source = known
        scanned.tables = before
        scanned.keys = tuple(key for key in previous.keys if key.table.source == reader.name)
        scanned.foreign_keys = tuple(key for key in previous.foreign_keys if key.table.source == reader.name)
        return
    structure = reader.structure()
    progress.source(reader.name, len(structure.tables))
    for table, reused in _profile_tables(reader, structure, before, seconds):
        scanned.tables[str(table.name)] = table
        progress.table(table, reused)
    progress.note(f"{reader.name}: inferring keys")
    _add_keys(scanned, reader, structure, seconds)
    # the fingerprint is set last, so that an interrupted scan does not store it
    scanned.source = replace(scanned.source, fingerprint=fingerprint)


def _profile_tables(
    reader: SourceReader, structure: Structure, before: dict[str, Table], seconds: float
) -> Iterator[tuple[Table, bool]]:
    """Profile tables in parallel, and yield each one as it finishes."""
    with _Workers(reader) as workers:
        measured = workers.start(
            lambda table: _measure(reader, table, before.get(str(table.name)), seconds), structure.tables
        )
        for future in as_completed(measured):
            yield future.result()


def _measure(reader: SourceReader, table: Table, before: Table | None, seconds: float) -> tuple[Table, bool]:
    if before is not None and before.fingerprint and (same := reader.content(table, before)):
        return replace(_with_profiles(table, before), fingerprint=same), True
    if table.problem is not None:
        return table, False
    return reader.profile(table, seconds), False


def _with_profiles(table: Table, before: Table) -> Table:
    """Combine old profiles with new declarations, because declarations may have changed. Files have no declarations."""
    columns = before.columns
    if table.columns:
        pairs = zip(table.columns, before.columns, strict=True)
        columns = tuple(replace(column, profile=old.profile) for column, old in pairs)
    return replace(
        table,
        columns=columns,
        rows=before.rows,
        rows_exact=before.rows_exact,
        profiled_rows=before.profiled_rows,
        problem=before.problem,
    )


def _add_keys(scanned: _Scanned, reader: SourceReader, structure: Structure, seconds: float) -> None:
    with _Workers(reader) as workers:
        inferred = infer_keys(
            tuple(scanned.tables.values()),
            structure.keys,
            structure.foreign_keys,
            lambda sql: reader.ask(sql, seconds),
            workers.map,
        )
    scanned.tables = {str(table.name): table for table in inferred.tables}
    scanned.keys = (*structure.keys, *inferred.keys)
    scanned.foreign_keys = (*structure.foreign_keys, *inferred.foreign_keys)
    scanned.source = replace(scanned.source, problems=(*structure.problems, *inferred.problems))


def _merged(catalog: Catalog, scanned: _Scanned) -> Catalog:
    """Replace one source in the catalog."""
    name = scanned.source.name
    tables = [table for table in catalog.tables if table.name.source != name]
    keys = [key for key in catalog.keys if key.table.source != name]
    foreign_keys = [key for key in catalog.foreign_keys if key.table.source != name]
    sources = [source for source in catalog.sources if source.name != name]
    return Catalog(
        tuple(sorted((*sources, scanned.source), key=lambda source: source.name)),
        tuple(sorted((*tables, *scanned.tables.values()), key=lambda table: table.name)),
        tuple(sorted((*keys, *scanned.keys), key=lambda key: (key.table, not key.primary, key.columns))),
        tuple(sorted((*foreign_keys, *scanned.foreign_keys), key=lambda key: (key.table, key.columns, key.to_table))),
    )


def _relative(location_text: str, root: Path) -> str:
    path = Path(location_text).resolve()
    return path.relative_to(root.resolve()).as_posix() if path.is_relative_to(root.resolve()) else str(path)


def _free(name: str, location: str, scanned_sources: Sequence[DataSource]) -> str:
    used = {source.name for source in scanned_sources if source.location != location}
    number = 2
    chosen = name
    while chosen in used:
        chosen, number = f"{name}_{number}", number + 1
    return chosen
