"""Inserts ephemeral models as CTEs into the SQL that reads them, under the names that dbt gives them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from headwater.dbt.engine._plan import Ephemeral

_WITH = re.compile(r"(?:\s|--[^\n]*\n|/\*.*?\*/)*with\s+(recursive\s+)?", re.IGNORECASE | re.DOTALL)


class Ephemerals:
    """Inserts ephemeral models into SQL that refers to them."""

    def __init__(self, models: Mapping[str, Ephemeral]) -> None:
        self._models = models

    def inputs(self, parents: tuple[str, ...]) -> tuple[str, ...]:
        """Return the parents, with each ephemeral model replaced by the relations that it reads."""
        found: dict[str, None] = {}
        for uid in parents:
            if uid in self._models:
                found |= dict.fromkeys(self.inputs(self._models[uid].parents))
            else:
                found[uid] = None
        return tuple(found)

    def inlined(self, sql: str, parents: tuple[str, ...]) -> str:
        """Return SQL in which the ephemeral models that it reads are added as CTEs before its own CTEs."""
        needed = self._needed(parents, {})
        if not needed:
            return sql
        ctes = []
        for uid in needed:
            model = self._models[uid]
            ctes.append(f"{_cte(model.name)} as (\n{self._renamed(model.sql, model.parents)}\n)")
        return with_ctes(self._renamed(sql, parents), ctes)

    def _renamed(self, sql: str, parents: tuple[str, ...]) -> str:
        for uid in parents:
            if uid in self._models:
                sql = sql.replace(self._models[uid].relation, _cte(self._models[uid].name))
        return sql

    def _needed(self, parents: tuple[str, ...], needed: dict[str, None]) -> dict[str, None]:
        for uid in parents:
            if uid in self._models and uid not in needed:
                self._needed(self._models[uid].parents, needed)
                needed[uid] = None
        return needed


def _cte(name: str) -> str:
    return f"__dbt__cte__{name}"


def with_ctes(sql: str, ctes: list[str]) -> str:
    """Insert CTEs before the SQL's existing CTEs."""
    joined = ", ".join(ctes)
    own = _WITH.match(sql)
    if own is None:
        return f"with {joined}\n{sql}"
    return f"with {own[1] or ''}{joined}, {sql[own.end() :]}"
