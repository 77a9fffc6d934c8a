"""Represents relations and columns in templates. Templates can access their names, but no other Python attributes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

_FOLD_TO_UPPER = frozenset({"snowflake", "oracle", "exasol"})
_BACKTICKS = frozenset({"bigquery", "databricks", "spark", "hive", "mysql", "clickhouse", "doris", "starrocks"})


@dataclass(frozen=True)
class Relation:
    """The value of ``ref``, ``source`` and ``this``, which prints as the quoted name of the table.

    Attributes:
        type: ``table``, ``view`` or ``cte``.
        quote_character: The quotation mark of the project's dialect.
    """

    database: str | None
    schema: str | None
    identifier: str | None
    type: str = "table"
    quote_character: str = '"'

    @classmethod
    def create(
        cls,
        database: str | None = None,
        schema: str | None = None,
        identifier: str | None = None,
        type: str | None = None,  # noqa: A002 - dbt's name
        **_others: Any,
    ) -> Relation:
        """Create a relation, as ``api.Relation.create`` does."""
        return cls(_text(database), _text(schema), _text(identifier), type or "table")

    @property
    def name(self) -> str | None:
        """The identifier of the relation."""
        return self.identifier

    @property
    def table(self) -> str | None:
        """The identifier of the relation."""
        return self.identifier

    @property
    def is_table(self) -> bool:
        """Return whether the relation is a table."""
        return self.type == "table"

    @property
    def is_view(self) -> bool:
        """Return whether the relation is a view."""
        return self.type == "view"

    @property
    def is_cte(self) -> bool:
        """Return whether the relation is an ephemeral model."""
        return self.type == "cte"

    def include(self, database: bool = True, schema: bool = True, identifier: bool = True) -> Relation:
        """Return the relation with some parts of its name omitted."""
        return replace(
            self,
            database=self.database if database else None,
            schema=self.schema if schema else None,
            identifier=self.identifier if identifier else None,
        )

    def quote(self, **_parts: Any) -> Relation:
        """Return the relation unchanged, because names are always quoted."""
        return self

    def without_identifier(self) -> Relation:
        """Return the schema of the relation."""
        return self.include(identifier=False)

    def incorporate(self, path: Any = None, type: str | None = None, **_others: Any) -> Relation:  # noqa: A002 - dbt's
        """Return the relation with some parts replaced."""
        parts = {key: str(value) for key, value in (path or {}).items() if key in ("database", "schema", "identifier")}
        return replace(self, type=type or self.type, **parts)

    def render(self) -> str:
        """Return the quoted name of the relation."""
        return str(self)

    def __str__(self) -> str:
        mark = self.quote_character
        parts = (self.database, self.schema, self.identifier)
        return ".".join(f"{mark}{part.replace(mark, mark * 2)}{mark}" for part in parts if part)

    @property
    def key(self) -> str:
        """The name without quotes, in lower case."""
        return ".".join(part for part in (self.database, self.schema, self.identifier) if part).lower()


@dataclass(frozen=True)
class ApiColumn:
    """A column, as returned by ``adapter.get_columns_in_relation``."""

    name: str
    dtype: str = "text"
    quote_character: str = '"'

    @classmethod
    def translate_type(cls, dtype: str) -> str:
        """Return the type unchanged, because it is already the warehouse's name for the type."""
        return str(dtype)

    @property
    def column(self) -> str:
        """The name of the column."""
        return self.name

    @property
    def data_type(self) -> str:
        """The type of the column."""
        return self.dtype

    @property
    def quoted(self) -> str:
        """The quoted name of the column."""
        return f"{self.quote_character}{self.name}{self.quote_character}"

    def is_string(self) -> bool:
        """Return whether the column's type is text."""
        return any(word in self.dtype.lower() for word in ("char", "text", "string"))

    def is_number(self) -> bool:
        """Return whether the column's type is a number."""
        return self.is_numeric() or self.is_integer() or self.is_float()

    def is_numeric(self) -> bool:
        """Return whether the column's type is a decimal."""
        return any(word in self.dtype.lower() for word in ("numeric", "decimal", "number"))

    def is_integer(self) -> bool:
        """Return whether the column's type is an integer."""
        return "int" in self.dtype.lower()

    def is_float(self) -> bool:
        """Return whether the column's type is a float."""
        return any(word in self.dtype.lower() for word in ("float", "double", "real"))


def written(name: str, adapter: str) -> str:
    """Return the column's name for use in SQL, quoted if the unquoted name would mean another column."""
    plain = name.upper() if adapter in _FOLD_TO_UPPER else name.lower()
    mark = quote_character(adapter)
    return name if name == plain else f"{mark}{name}{mark}"


def quote_character(dialect: str) -> str:
    """Return the character that quotes names."""
    return "`" if dialect in _BACKTICKS else '"'


def _text(value: object) -> str | None:
    return None if value is None else str(value)
