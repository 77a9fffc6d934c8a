"""Judges SQL of strangers: one SELECT, of relations that it declares, with functions that only compute."""

from __future__ import annotations

from collections.abc import Collection

from headwater.context.engines._base import QueryRefused
from headwater.context.engines._duckdb_gate import Gate, Parser


class Guard:
    """Says why a statement is not run."""

    def __init__(self) -> None:
        self._gate = Gate(Parser(), {})

    def objection(self, sql: str, relations: Collection[tuple[str, str]]) -> str:
        """Return why this SQL is not run; empty if it may be.

        Args:
            sql: As a model or test has it.
            relations: Schema and name, in lower case, of what it refers to by ``ref`` and ``source``.
        """
        try:
            parsed = self._gate.check(sql)
        except QueryRefused as refused:
            return str(refused)
        for schema, name in sorted(parsed.uses.tables):
            if schema and (schema, name) not in relations:
                return f"reads {schema}.{name} without ref() or source()"
        return ""
