"""Generates semantic sources from the catalog: tables, their columns, keys and references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from headwater.context.catalog import Catalog, ForeignKey, Key, Origin, Table, TableName
from headwater.context.semantic._model import (
    MAX_NAME,
    Aggregation,
    Cardinality,
    Join,
    LayerColumn,
    Measure,
    SemanticSource,
)


@dataclass(frozen=True)
class CatalogSources:
    """Sources, keyed by table, and one line for each name that a layer cannot represent."""

    sources: dict[TableName, SemanticSource]
    left_out: list[str]


def from_catalog(catalog: Catalog, source_names: Mapping[TableName, str] | None = None) -> CatalogSources:
    """Return a source for each table that has columns.

    Args:
        catalog: The scanned sources.
        source_names: Source names for some of the tables. Any other table keeps its own name, preceded by the schema if
            the name is not unique.
    """
    left_out = [
        f"{table.name.qualified!r}: {column.name!r}: a name with control characters, or of more than 256"
        for table in catalog.tables
        for column in table.columns
        if not _is_name(column.name)
    ]
    tables = [table for table in catalog.tables if any(map(_is_name, (column.name for column in table.columns)))]
    strange = [table for table in tables if not (_is_name(table.name.name) and _is_name(str(table.name)))]
    left_out += [f"{table.name.qualified!r}: a name with control characters, or of more than 256" for table in strange]
    names = _names([table for table in tables if table not in strange], source_names or {})
    references: dict[TableName, list[ForeignKey]] = {}
    for key in catalog.foreign_keys:
        if key.to_table in names and all(map(_is_name, (*key.columns, *key.to_columns))):
            references.setdefault(key.table, []).append(key)
    keys = {key.table: key for key in reversed(catalog.keys) if key.primary and all(map(_is_name, key.columns))}
    several = len(catalog.sources) > 1
    sources = {
        table.name: _source(table, names, keys.get(table.name), references.get(table.name, []), several)
        for table in tables
        if table.name in names
    }
    return CatalogSources(sources, left_out)


def _is_name(text: str) -> bool:
    return 0 < len(text) <= MAX_NAME and text.isprintable()


def _names(tables: Collection[Table], source_names: Mapping[TableName, str]) -> dict[TableName, str]:
    free = [table.name for table in tables if table.name not in source_names]
    short = Counter(name.name.lower() for name in free)
    middle = Counter(name.qualified.lower() for name in free)
    taken_names = {name.lower() for name in source_names.values()}

    def call(name: TableName) -> str:
        if short[name.name.lower()] == 1 and name.name.lower() not in taken_names:
            return name.name
        return (name.qualified if middle[name.qualified.lower()] == 1 else str(name).replace(":", ".")).replace(
            ".", "_"
        )

    return {name: call(name) for name in free} | dict(source_names)


def _source(
    table: Table, names: Mapping[TableName, str], key: Key | None, references: Sequence[ForeignKey], several: bool
) -> SemanticSource:
    parts = tuple(part for part in (table.name.schema, table.name.name) if part)
    columns = [column for column in table.columns if _is_name(column.name)]
    times = [column.name for column in columns if column.kind.is_time]
    name = names[table.name]
    return SemanticSource(
        name=name,
        description=table.comment,
        database=table.name.source if several else None,
        table=parts if any("." in part for part in parts) else ".".join(parts),
        grain=key.columns if key else (),
        default_time=times[0] if len(times) == 1 else None,
        columns=tuple(LayerColumn(name=each.name, type=each.kind, description=each.comment) for each in columns),
        joins=_joins(table.name, names, references),
        measures=(
            Measure(name=f"{name[: MAX_NAME - 6]}_count", agg=Aggregation.COUNT, description=f"Rows of {name}."),
        ),
    )


def _joins(table: TableName, names: Mapping[TableName, str], references: Sequence[ForeignKey]) -> tuple[Join, ...]:
    counts = Counter(key.to_table for key in references)
    joins: dict[tuple[str, str], Join] = {}
    for key in references:
        role = (key.role or _role(key)) if counts[key.to_table] > 1 or key.to_table == table else None
        join = Join(
            to=names[key.to_table],
            keys=dict(zip(key.columns, key.to_columns, strict=True)),
            cardinality=Cardinality.ONE_TO_ONE if key.one_to_one else Cardinality.MANY_TO_ONE,
            role=role,
            inverse=f"{names[table]}_by_{role}"[:MAX_NAME] if role else None,
            description="; ".join(key.evidence.reasons) if key.evidence and key.origin is Origin.DECLARED else None,
        )
        joins.setdefault((join.to, role or ""), join)
    return tuple(joins.values())


def _role(key: ForeignKey) -> str:
    """Return the role implied by the name of the key's column, such as ``buyer`` for ``buyer_id``."""
    name = key.columns[-1]
    for ending in ("_id", "_key", "_code", "_sk", "_fk"):
        if name.lower().endswith(ending) and len(name) > len(ending):
            return name[: -len(ending)]
    return name
