"""Maps ClickHouse's types to the catalog's types."""

from __future__ import annotations

import re

from headwater.context.catalog import TypeKind

_WRAPPER = re.compile(r"(?:Nullable|LowCardinality)\((.*)\)")
_KINDS = (
    (r"U?Int\d+", TypeKind.INTEGER),
    (r"B?Float\d+", TypeKind.FLOAT),
    (r"Decimal.*", TypeKind.DECIMAL),
    (r"String|FixedString.*|Enum.*", TypeKind.TEXT),
    (r"Date|Date32", TypeKind.DATE),
    (r"DateTime.*", TypeKind.TIMESTAMP),
    (r"Time(64)?.*", TypeKind.TIME),
    (r"Interval.*", TypeKind.INTERVAL),
    (r"UUID", TypeKind.UUID),
    (r"Bool", TypeKind.BOOLEAN),
    (r"JSON.*|Object.*|Dynamic.*|Variant.*", TypeKind.JSON),
    (r"(Array|Map|Tuple|Nested)\(.*", TypeKind.NESTED),
)


def kind_of(native: str) -> TypeKind:
    """Return the catalog's type for a native type, ignoring wrappers such as ``Nullable``."""
    while match := _WRAPPER.fullmatch(native):
        native = match[1]
    return next((kind for pattern, kind in _KINDS if re.fullmatch(pattern, native)), TypeKind.OTHER)


def is_nullable(native: str) -> bool:
    """Return whether values of a native type may be null."""
    return "Nullable(" in native and kind_of(native) is not TypeKind.NESTED
