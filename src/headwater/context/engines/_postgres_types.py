"""Maps Postgres types to the catalog's types, and to the DuckDB types used for profiling."""

from __future__ import annotations

import re

from headwater.context.catalog import TypeKind

_KINDS = {
    "boolean": TypeKind.BOOLEAN,
    "smallint": TypeKind.INTEGER,
    "integer": TypeKind.INTEGER,
    "bigint": TypeKind.INTEGER,
    "oid": TypeKind.INTEGER,
    "real": TypeKind.FLOAT,
    "double precision": TypeKind.FLOAT,
    "text": TypeKind.TEXT,
    "character varying": TypeKind.TEXT,
    "character": TypeKind.TEXT,
    "name": TypeKind.TEXT,
    "citext": TypeKind.TEXT,
    "date": TypeKind.DATE,
    "interval": TypeKind.INTERVAL,
    "uuid": TypeKind.UUID,
    "bytea": TypeKind.BINARY,
    "json": TypeKind.JSON,
    "jsonb": TypeKind.JSON,
}
_DECIMAL = re.compile(r"numeric\((\d+),(\d+)\)")
_MEASURED = {
    TypeKind.BOOLEAN: "BOOLEAN",
    TypeKind.INTEGER: "BIGINT",
    TypeKind.FLOAT: "DOUBLE",
    TypeKind.DATE: "DATE",
    TypeKind.TIMESTAMP: "TIMESTAMP",
    TypeKind.TIME: "TIME",
    TypeKind.UUID: "UUID",
    TypeKind.INTERVAL: "INTERVAL",
}


def kind_of(native: str, type_type: str) -> TypeKind:
    """Return the catalog's type for a native type.

    Args:
        native: The type as ``format_type`` writes it.
        type_type: The value of ``pg_type.typtype``, which is ``e`` for an enumeration.
    """
    if native.endswith("[]"):
        return TypeKind.NESTED
    if type_type == "e":
        return TypeKind.TEXT
    base = re.sub(r"\(.*?\)", "", native).strip()
    if base.startswith("timestamp"):
        return TypeKind.TIMESTAMP
    if base.startswith("time "):
        return TypeKind.TIME
    if base == "numeric":
        return TypeKind.DECIMAL
    return _KINDS.get(base, TypeKind.NESTED if type_type == "c" else TypeKind.OTHER)


def measured_as(native: str, kind: TypeKind) -> str:
    """Return the DuckDB type used to profile a column, which is text if DuckDB has no counterpart."""
    if kind is TypeKind.DECIMAL:
        match = _DECIMAL.fullmatch(native)
        return f"DECIMAL({match[1]},{match[2]})" if match and int(match[1]) <= 38 else "DOUBLE"
    if native.startswith("time with time zone"):
        return "VARCHAR"
    return _MEASURED.get(kind, "VARCHAR")
