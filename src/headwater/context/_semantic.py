"""The semantic layer of a project: read beside its index, asked on the engine that the catalog names."""

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
    """A compiled query and the rows that it gave."""

    compiled: Compiled
    answer: Answer


def compile_for(catalog: Catalog, layer: SemanticLayer, query: Query, source: str | None = None) -> Compiled:
    """Compile a query in the dialect of the source that is to answer it."""
    database = source or _database(layer, query, catalog)
    chosen = pick_source(catalog, database)
    return compile_query(layer, query, _DIALECTS[chosen.engine])


def _database(layer: SemanticLayer, query: Query, catalog: Catalog) -> str | None:
    """Return the source that the query's own sources name; any dialect tells which they are."""
    if len(catalog.sources) < 2:
        return None
    return compile_query(layer, query, Dialect.DUCKDB).database
