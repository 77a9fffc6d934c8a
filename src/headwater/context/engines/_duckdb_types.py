"""Maps DuckDB's types to the catalog's types."""

from __future__ import annotations

from headwater.context.catalog import TypeKind

_KINDS = {
    "BOOLEAN": TypeKind.BOOLEAN,
    "FLOAT": TypeKind.FLOAT,
    "DOUBLE": TypeKind.FLOAT,
    "VARCHAR": TypeKind.TEXT,
    "DATE": TypeKind.DATE,
    "INTERVAL": TypeKind.INTERVAL,
    "UUID": TypeKind.UUID,
    "BLOB": TypeKind.BINARY,
    "JSON": TypeKind.JSON,
    "VARIANT": TypeKind.JSON,
} | dict.fromkeys(
    (
        *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"),
        *("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"),
    ),
    TypeKind.INTEGER,
)


def kind_of(native: str) -> TypeKind:
    """Return the catalog's type for a DuckDB type."""
    if native.endswith("]") or native.startswith(("STRUCT(", "MAP(", "UNION(")):
        return TypeKind.NESTED
    base = native.partition("(")[0].strip()
    if base.startswith("TIMESTAMP"):
        return TypeKind.TIMESTAMP
    if base.startswith("TIME"):
        return TypeKind.TIME
    if base == "DECIMAL":
        return TypeKind.DECIMAL
    if base == "ENUM":
        return TypeKind.TEXT
    return _KINDS.get(base, TypeKind.OTHER)
