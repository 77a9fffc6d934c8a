"""Checks untrusted SQL, which must be a single SELECT that reads declared relations and calls only pure functions."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.context.engines._base import QueryRefused
from headwater.context.engines._duckdb_gate import QueryGuard, QueryParser
from headwater.dbt.engine import Plan, StatementError, check_text

_SYSTEM = ("duckdb_", "pg_", "pragma_", "sqlite_")
"""The prefixes of DuckDB's own relations that need no schema."""


class SelectGuard:
    """Decides whether a statement must not run.

    Args:
        trusted: The clean project. A statement from the clean project needs no check if it still reads the same
            relations.
    """

    def __init__(self, trusted: Plan | None = None) -> None:
        self._gate = QueryGuard(QueryParser(), {})
        self._trusted = set(_statements(trusted)) if trusted else set()

    def objection(self, sql: str, relations: frozenset[tuple[str, str]]) -> str:
        """Return the reason why the SQL must not run, or an empty string if it may run.

        Args:
            sql: The rendered SQL of a model or test.
            relations: The lower-case schemas and names of the relations to which ``ref`` and ``source`` resolved.
        """
        if (sql, relations) in self._trusted:
            return ""
        try:
            check_text(sql)
            parsed = self._gate.check(sql)
        except (StatementError, QueryRefused) as refused:
            return str(refused)
        uses = parsed.uses
        for name in sorted(uses.table_functions):
            if name.startswith(_SYSTEM):
                return f"the table function {name}() is not allowed: it reads the catalog"
        if uses.shows:
            return "DESCRIBE, SHOW and SUMMARIZE are not allowed: they read without ref() or source()"
        for schema, name in sorted(uses.tables):
            # Where the CTE is not visible in the statement, the same name can refer to a relation in DuckDB.
            if not schema and name in uses.ctes and not name.startswith(_SYSTEM):
                continue
            if (schema, name) not in relations:
                return f"reads {f'{schema}.' if schema else ''}{name} without ref() or source()"
        return ""


def _statements(plan: Plan) -> Iterator[tuple[str, frozenset[tuple[str, str]]]]:
    names = {uid: name.key for uid, name in plan.sources.items()}
    names |= {uid: step.relation.key for uid, step in plan.steps.items()}
    for step in plan.steps.values():
        yield step.sql, frozenset(names[uid] for uid in step.inputs)
    for test in plan.tests.values():
        yield test.query, frozenset(names[uid] for uid in test.inputs)
