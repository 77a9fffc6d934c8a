"""Defines the catalog's models, which describe what was read and measured in the sources.

The models are frozen and do no I/O. Table names are hashable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Literal

Value = str | int | float | bool | None
"""A value from the data, as a JSON value. Other types (dates, decimals, lists) become text in the engine's format."""


class Engine(StrEnum):
    """The engine that answers queries about a source."""

    DUCKDB = "duckdb"
    POSTGRES = "postgres"
    CLICKHOUSE = "clickhouse"
    FILES = "files"


class TypeKind(StrEnum):
    """The type of a column, in a vocabulary that is the same for all engines."""

    BOOLEAN = "boolean"
    INTEGER = "integer"
    DECIMAL = "decimal"
    FLOAT = "float"
    TEXT = "text"
    DATE = "date"
    TIME = "time"
    TIMESTAMP = "timestamp"
    INTERVAL = "interval"
    UUID = "uuid"
    BINARY = "binary"
    JSON = "json"
    NESTED = "nested"
    OTHER = "other"

    @property
    def is_number(self) -> bool:
        """Return whether values of the type have a mean and quartiles."""
        return self in (TypeKind.INTEGER, TypeKind.DECIMAL, TypeKind.FLOAT)

    @property
    def is_time(self) -> bool:
        """Return whether values of the type are points in time, which can be grouped by day or month."""
        return self in (TypeKind.DATE, TypeKind.TIMESTAMP)


class TableKind(StrEnum):
    """The kind of a table."""

    TABLE = "table"
    VIEW = "view"
    MATERIALIZED_VIEW = "materialized_view"
    EXTERNAL = "external"
    FILE = "file"


class Origin(StrEnum):
    """Whether a key was declared or inferred."""

    DECLARED = "declared"
    INFERRED = "inferred"


@dataclass(frozen=True, order=True, slots=True)
class TableName:
    """A table's full name. In ClickHouse, ``schema`` is the database. For a folder of files, it is empty."""

    source: str
    schema: str
    name: str

    def __str__(self) -> str:
        return f"{self.source}:{self.schema}.{self.name}" if self.schema else f"{self.source}:{self.name}"

    @property
    def qualified(self) -> str:
        """The unquoted name without the source, for display only. Use ``sql`` in queries."""
        return f"{self.schema}.{self.name}" if self.schema else self.name

    @property
    def sql(self) -> str:
        """The schema and name in double quotes, for use in SQL."""
        parts = (self.schema, self.name) if self.schema else (self.name,)
        return ".".join(quote(part) for part in parts)


def quote(identifier: str) -> str:
    """Quote an identifier for DuckDB or Postgres, but not for ClickHouse, which escapes names differently."""
    return '"' + identifier.replace('"', '""') + '"'


@dataclass(frozen=True, slots=True)
class Frequency:
    """A value, and the number of profiled rows that contain it."""

    value: Value
    count: int


@dataclass(frozen=True, slots=True)
class Range:
    """The smallest and the largest value. Long texts are truncated."""

    min: Value
    max: Value


@dataclass(frozen=True, slots=True)
class Moments:
    """The mean, standard deviation and quartiles of a numeric column.

    Attributes:
        std: The sample standard deviation (n - 1).
        quartiles: The first quartile, the median and the third quartile.
        quartiles_exact: Whether the quartiles were computed from all values rather than a random sample.
    """

    mean: float | None
    std: float | None
    quartiles: tuple[float, float, float] | None
    quartiles_exact: bool


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """A column's profile, computed over the profiled rows of its table (``Table.profiled_rows``).

    Attributes:
        nulls: The number of null values.
        distinct: The number of distinct values, not counting null.
        distinct_exact: False if ``distinct`` is a HyperLogLog estimate, which is accurate to a few percent.
        frequent: The most frequent values, in descending order.
        frequent_exact: False if the counts come from a random sample of about 2,048 rows or are lower bounds from the
            engine. Values found in less than 1 % of the rows are then left out.
        frequent_complete: Whether ``frequent`` contains every distinct value.
        samples: A few arbitrary values.
    """

    nulls: int
    distinct: int
    distinct_exact: bool
    range: Range | None = None
    moments: Moments | None = None
    frequent: tuple[Frequency, ...] = ()
    frequent_exact: bool = True
    frequent_complete: bool = False
    samples: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        native_type: The type, in the engine's own notation.
        nullable: Whether the declaration allows null, regardless of the data.
        profile: The profile, or None if the column was not or could not be profiled.
    """

    name: str
    position: int
    native_type: str
    kind: TypeKind
    nullable: bool = True
    default: str | None = None
    comment: str | None = None
    profile: ColumnProfile | None = None

    def null_rate(self, rows: int) -> float | None:
        """Return the share of nulls among ``rows`` profiled rows."""
        return None if self.profile is None or rows == 0 else self.profile.nulls / rows


@dataclass(frozen=True, slots=True)
class Table:
    """A table, view, file or sheet.

    Attributes:
        rows: The number of rows, or None if they were not counted.
        rows_exact: False if ``rows`` is the engine's estimate.
        profiled_rows: The number of rows that were profiled, which is less than ``rows`` if a sample was used.
        definition: The SQL of a view.
        path: The path of a file, relative to the source's folder.
        fingerprint: A value that changes whenever the columns or the content change, or None if the engine cannot
            compute one cheaply.
        problem: One line that explains why the table, or a part of it, could not be read.
    """

    name: TableName
    kind: TableKind
    columns: tuple[Column, ...]
    rows: int | None = None
    rows_exact: bool = True
    profiled_rows: int = 0
    comment: str | None = None
    definition: str | None = None
    path: str | None = None
    fingerprint: str | None = None
    problem: str | None = None

    def column(self, name: str) -> Column | None:
        """Return the column with this name, or else one whose name differs only in case, or else None."""
        folded = [column for column in self.columns if column.name.lower() == name.lower()]
        return next((column for column in folded if column.name == name), folded[0] if folded else None)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence for an inferred key.

    Attributes:
        score: A score from 0 to 1. Only keys above a threshold are in the catalog.
        reasons: Short facts, such as ``"all 4,120 values are among orders.id"``.
    """

    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Key:
    """Columns that identify a row: a primary key or another unique key."""

    table: TableName
    columns: tuple[str, ...]
    origin: Origin
    primary: bool = True
    name: str | None = None
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """Columns whose values identify rows of another table or of the same table.

    Attributes:
        role: The role of the referenced row, if the column's name is more specific than the table's. For example, the
            role is ``billing`` if ``billing_address_id`` refers to ``address``.
        one_to_one: Whether at most one row refers to each referenced row.
    """

    table: TableName
    columns: tuple[str, ...]
    to_table: TableName
    to_columns: tuple[str, ...]
    origin: Origin
    name: str | None = None
    role: str | None = None
    one_to_one: bool = False
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class DataSource:
    """A database or folder that was scanned.

    Attributes:
        name: A short name, unique in the catalog, by which users and tools refer to the source.
        location: The path, or the URL without its password.
        version: The version of the server, or of the engine that read the source.
        problems: The parts that could not be read, one line each.
    """

    name: str
    engine: Engine
    location: str
    version: str = ""
    fingerprint: str | None = None
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Catalog:
    """The result of all scans. Tables, keys and foreign keys are sorted by name."""

    sources: tuple[DataSource, ...] = ()
    tables: tuple[Table, ...] = ()
    keys: tuple[Key, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    format: Literal[1] = 1

    @cached_property
    def by_name(self) -> Mapping[TableName, Table]:
        """The tables, keyed by their full names."""
        return {table.name: table for table in self.tables}

    def source(self, name: str) -> DataSource | None:
        """Return the source with this name."""
        return next((source for source in self.sources if source.name == name), None)

    def find(self, text: str) -> list[Table]:
        """Return the tables that match ``text``, which is ``[source:][schema.]name``, ignoring case.

        Only the most exact matches are returned. If there is more than one, the text is ambiguous.
        """
        lowered = text.lower()
        ranked = [(rank, table) for table in self.tables if (rank := _match(table.name, lowered)) is not None]
        best = min((rank for rank, _ in ranked), default=0)
        return [table for rank, table in ranked if rank == best]

    def primary_key(self, table: TableName) -> Key | None:
        """Return a table's declared or inferred primary key."""
        return next((key for key in self.keys if key.table == table and key.primary), None)

    def references(self, table: TableName) -> Iterator[ForeignKey]:
        """Yield a table's foreign keys."""
        return (key for key in self.foreign_keys if key.table == table)

    def referenced_by(self, table: TableName) -> Iterator[ForeignKey]:
        """Yield the foreign keys that refer to a table."""
        return (key for key in self.foreign_keys if key.to_table == table)


def _match(name: TableName, lowered: str) -> int | None:
    forms = (str(name), name.qualified, f"{name.source}:{name.name}", name.name)
    return next((rank for rank, form in enumerate(forms) if form.lower() == lowered), None)
