"""Reads the structure of a Postgres database from its system catalog, using only built-in functions and types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from headwater.context.catalog import Column, ForeignKey, Key, Origin, Table, TableKind, TableName
from headwater.context.engines._base import Structure
from headwater.context.engines._postgres_types import kind_of

if TYPE_CHECKING:
    import psycopg

_KINDS = {
    "r": TableKind.TABLE,
    "p": TableKind.TABLE,
    "v": TableKind.VIEW,
    "m": TableKind.MATERIALIZED_VIEW,
    "f": TableKind.EXTERNAL,
}
_TABLES = """
    select c.oid, n.nspname, c.relname, c.relkind::text, c.reltuples::bigint, obj_description(c.oid, 'pg_class'),
           case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
           has_table_privilege(c.oid, 'select')
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
      and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and has_schema_privilege(n.oid, 'usage')
    order by 2, 3
"""
_COLUMNS = """
    select a.attrelid, a.attname, format_type(a.atttypid, a.atttypmod), t.typtype::text, not a.attnotnull,
           pg_get_expr(d.adbin, d.adrelid), col_description(a.attrelid, a.attnum)
    from pg_attribute a join pg_type t on t.oid = a.atttypid join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f')
    order by a.attrelid, a.attnum
"""
_CONSTRAINTS = """
    select k.conrelid, k.contype::text, k.conname, k.confrelid,
           array(select a.attname::text from unnest(k.conkey) with ordinality as u(number, place)
                 join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.number order by u.place),
           array(select a.attname::text from unnest(k.confkey) with ordinality as u(number, place)
                 join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.number order by u.place)
    from pg_constraint k where k.contype in ('p', 'u', 'f') and k.conparentid = 0 order by k.conrelid, k.conname
"""


@dataclass(frozen=True)
class _FoundTable:
    """A table, and whether the role may read from it."""

    table: Table
    readable: bool


def read_structure(connection: psycopg.Connection[tuple[Any, ...]], source: str) -> Structure:
    """Read the tables, columns and constraints of all schemas that the role may see."""
    columns: dict[int, list[Column]] = {}
    for number, name, native, type_type, nullable, default, comment in connection.execute(_COLUMNS):
        table_columns = columns.setdefault(number, [])
        table_columns.append(
            Column(name, len(table_columns), native, kind_of(native, type_type), nullable, default, comment)
        )
    found: dict[int, _FoundTable] = {}
    for number, schema, name, kind, estimate, comment, definition, readable in connection.execute(_TABLES):
        table = Table(
            TableName(source, schema, name),
            _KINDS[kind],
            tuple(columns.get(number, ())),
            # The estimate is -1 until the table is first analyzed.
            rows=estimate if estimate >= 0 else None,
            rows_exact=False,
            comment=comment,
            definition=definition,
            problem=None if readable else "not profiled: the role may not select from it",
        )
        found[number] = _FoundTable(table, readable)
    keys: list[Key] = []
    foreign_keys: list[ForeignKey] = []
    for one in _constraints(connection, found):
        (keys if isinstance(one, Key) else foreign_keys).append(one)  # type: ignore[arg-type]  # by its own class
    return Structure(tuple(one.table for one in found.values()), tuple(keys), tuple(foreign_keys))


def _constraints(
    connection: psycopg.Connection[tuple[Any, ...]], tables: Mapping[int, _FoundTable]
) -> Iterator[Key | ForeignKey]:
    for number, kind, name, to_number, columns, to_columns in connection.execute(_CONSTRAINTS):
        one, other = tables.get(number), tables.get(to_number)
        if one is None:
            continue
        if kind != "f":
            yield Key(one.table.name, tuple(columns), Origin.DECLARED, primary=kind == "p", name=name)
        elif other is not None:
            yield ForeignKey(
                one.table.name, tuple(columns), other.table.name, tuple(to_columns), Origin.DECLARED, name=name
            )
