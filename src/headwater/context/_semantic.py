"""Compile queries of a project's semantic layer for the engine of their source."""

from __future__ import annotations

from dataclasses import dataclass

from headwater.context._ask import pick_source
from headwater.context.catalog import Catalog, Engine
from headwater.context.engines import Answer
from headwater.context.semantic import Compiled, Dialect, Query, SemanticLayer, compile_query

_DIALECTS = {
    Engine.DUCKDB: Dialect.DUCKDB,
    Engine.FILES: Dialect.DUCKDB,
    Engine.POSTGRES: Dialect.POSTGRES,
    Engine.CLICKHOUSE: Dialect.CLICKHOUSE,
}


@dataclass(frozen=True)
class Asked:
    """A compiled query and its rows."""

    compiled: Compiled
    answer: Answer


def compile_for(catalog: Catalog, layer: SemanticLayer, query: Query, source: str | None = None) -> Compiled:
    """Compile a query in the dialect of the source that will run it."""
    database = source or _database(layer, query, catalog)
    chosen = pick_source(catalog, database)
    return compile_query(layer, query, _DIALECTS[chosen.engine])


def _database(layer: SemanticLayer, query: Query, catalog: Catalog) -> str | None:
    """Return the database that the query's semantic sources name; any dialect serves to find it."""
    if len(catalog.sources) < 2:
        return None
    return compile_query(layer, query, Dialect.DUCKDB).database
