"""Decides whether values are equal within the strict grader's tolerances, using SQL that makes values comparable."""

from __future__ import annotations

from enum import StrEnum

RELATIVE = 1e-6
ABSOLUTE = 1e-9
_INTEGERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "BIGNUM")
_UNSIGNED = ("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT")
_NUMBERS = (*_INTEGERS, *_UNSIGNED, "FLOAT", "DOUBLE", "BOOLEAN")
_TIMES = ("DATE", "TIMESTAMP", "TIMESTAMP WITH TIME ZONE", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS")


class ValueKind(StrEnum):
    """The kind of a value, which determines how it is compared.

    Values of different kinds are equal only if both are NULL.
    """

    NUMBER = "number"
    TIME = "time"
    TEXT = "text"
    NESTED = "nested"


def kind_of(data_type: str) -> ValueKind:
    """Return the kind of a DuckDB type."""
    if data_type.endswith("]") or data_type.startswith(("STRUCT", "MAP", "UNION", "LIST", "ARRAY")):
        return ValueKind.NESTED
    if data_type in _NUMBERS or data_type.startswith("DECIMAL"):
        return ValueKind.NUMBER
    return ValueKind.TIME if data_type in _TIMES else ValueKind.TEXT


def canonical(column: str, kind: ValueKind) -> str:
    """Return SQL that converts a value to a double or a text, such that equal values have equal results."""
    match kind:
        case ValueKind.NUMBER:
            return f"({column}::double + 0.0)"  # -0.0 becomes 0.0
        case ValueKind.TIME:
            # A date equals midnight on that date, and 'infinity' cannot be converted to microseconds.
            return f"case when isfinite({column}) then epoch_us({column})::varchar else {column}::varchar end"
        case ValueKind.NESTED:
            return f"to_json({column})::varchar"
        case ValueKind.TEXT:
            return f"{column}::varchar"
