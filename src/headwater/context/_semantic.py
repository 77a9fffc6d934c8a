"""Compiles semantic-layer queries for the engine of the source that runs them."""

from __future__ import annotations

from dataclasses import dataclass

from headwater.context._ask import pick_source
from headwater.context.catalog import Catalog, Engine
from headwater.context.engines import QueryResult
from headwater.context.semantic import Compiled, MetricQuery, SemanticLayer, SqlDialect, compile_query

_DIALECTS = {
    Engine.DUCKDB: SqlDialect.DUCKDB,
    Engine.FILES: SqlDialect.DUCKDB,
    Engine.POSTGRES: SqlDialect.POSTGRES,
    Engine.CLICKHOUSE: SqlDialect.CLICKHOUSE,
}


@dataclass(frozen=True)
class MetricResult:
    """A compiled query and its rows."""

    compiled: Compiled
    answer: QueryResult


def compile_for_source(
    catalog: Catalog, layer: SemanticLayer, query: MetricQuery, source: str | None = None
) -> Compiled:
    """Compile a query in the dialect of the source that will run it."""
    database = source or _database(layer, query, catalog)
    chosen = pick_source(catalog, database)
    return compile_query(layer, query, _DIALECTS[chosen.engine])


def _database(layer: SemanticLayer, query: MetricQuery, catalog: Catalog) -> str | None:
    """Return the database that the query's semantic sources name. The dialect does not affect it."""
    if len(catalog.sources) < 2:
        return None
    return compile_query(layer, query, SqlDialect.DUCKDB).database
