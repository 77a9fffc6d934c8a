"""Writes SQL that differs between engines (names, literals, casts to text), and queries that run on several engines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from headwater.context.catalog import Column, Engine, Table, TypeKind, quote

_WITHOUT_ORDER = (TypeKind.JSON, TypeKind.NESTED, TypeKind.OTHER)
_STATE = "AggregateFunction("


@dataclass(frozen=True)
class EngineSql:
    """Builds SQL expressions for one engine.

    Attributes:
        engine: The engine.
    """

    engine: Engine

    def name(self, identifier: str) -> str:
        """Quote a name. In ClickHouse, backslashes must be escaped as well."""
        return quote(identifier.replace("\\", "\\\\") if self.engine is Engine.CLICKHOUSE else identifier)

    def table(self, table: Table) -> str:
        """Return the qualified name of a table."""
        parts = (table.name.schema, table.name.name) if table.name.schema else (table.name.name,)
        return ".".join(map(self.name, parts))

    def literal(self, value: object) -> str:
        """Return a value from YAML as a literal."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int | float):
            return repr(value)
        text = str(value)
        if self.engine is Engine.CLICKHOUSE:
            text = text.replace("\\", "\\\\")
        return "'" + text.replace("'", "''") + "'"

    def text(self, expression: str) -> str:
        """Cast an expression to text. Null stays null."""
        if self.engine is Engine.CLICKHOUSE:
            return f"toString({expression})"
        return f"cast({expression} as {'text' if self.engine is Engine.POSTGRES else 'varchar'})"

    def value(self, column: Column, of: str = "") -> str:
        """Return a column as an expression that can be grouped, sorted and compared.

        Args:
            column: The column.
            of: The alias of the table.
        """
        name = f"{of}.{self.name(column.name)}" if of else self.name(column.name)
        if self.engine in (Engine.DUCKDB, Engine.FILES) or column.kind not in _WITHOUT_ORDER:
            return name
        return self.text(f"finalizeAggregation({name})" if column.native_type.startswith(_STATE) else name)

    def values(self, columns: Iterable[Column]) -> str:
        """Return columns as a select list."""
        return ", ".join(map(self.value, columns))

    def distinct_count(self, column: Column) -> str:
        """Return an expression for the exact number of distinct values, not counting null.

        In ClickHouse, ``count(distinct)`` may be an estimate.
        """
        value = self.value(column)
        return f"uniqExact({value})" if self.engine is Engine.CLICKHOUSE else f"count(distinct {value})"

    def except_distinct(self) -> str:
        """Return the set operator that yields the rows of one query that another query does not return."""
        return "except distinct" if self.engine is Engine.CLICKHOUSE else "except"

    def orphans(self, table: Table, column: str, other: Table, to: str) -> str:
        """Return a query that counts the rows whose value in ``column`` does not occur in ``other.to``.

        Rows in which ``column`` is null are not counted.
        """
        name, key = self.name(column), self.name(to)
        return (
            f"select count(*) from {self.table(table)} where {name} is not null"
            f" and {name} not in (select {key} from {self.table(other)} where {key} is not null)"
        )
