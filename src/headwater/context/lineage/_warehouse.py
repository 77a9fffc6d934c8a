"""Provides the columns of tables in the warehouse, as a catalog recorded them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from headwater.dbt import Node, NodeKind

Tables = Mapping[str, Sequence[str]]


class Warehouse:
    """The tables of the warehouse, which can be found by name or by dbt node.

    Args:
        tables: The columns of tables, keyed by name (``schema.table`` or longer).
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = {name.lower(): tuple(columns) for name, columns in tables.items()}
        self._by_name: dict[str, list[str]] = {}
        for name in self._tables:
            self._by_name.setdefault(name.rsplit(".", 1)[-1], []).append(name)

    def columns(self, name: str) -> tuple[str, ...]:
        """Return the columns of the table with exactly this name, or an empty tuple if the table is unknown."""
        return self._tables.get(name, ())

    def columns_of(self, node: Node) -> tuple[str, ...] | None:
        """Return the columns of a node's table, or None if the table is unknown or ambiguous."""
        keys = self._by_name.get(node.identifier.lower(), [])
        if node.schema and len(keys) > 1:
            keys = [key for key in keys if key.split(".")[-2:-1][0].endswith(node.schema.lower())]
        elif node.kind is NodeKind.SOURCE:
            keys = [key for key in keys if key.split(".")[-2:-1] in ([node.schema.lower()], [])]
        return self._tables[keys[0]] if len(keys) == 1 else None
