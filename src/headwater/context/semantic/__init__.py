"""Implements the semantic layer: the meaning of columns, as YAML that users edit, and a compiler from queries to SQL.

A *semantic source* is a table (or a query) with its grain, columns, joins, segments and measures. Each source is one
YAML file in the project's ``context/semantic``. A query requests measures by dimension, subject to filters::

    layer = read_layer(Path("context/semantic")).layer
    query = MetricQuery(measures=("revenue",), dimensions=("customers.segment",))
    compiled = compile_query(layer, query, SqlDialect.DUCKDB)
    compiled.sql, compiled.columns, compiled.notes

**Meaning of a result.** One rule covers every case. For each measure, take the rows of its own source, left-join the
sources that the query's dimensions and filters name, and keep the rows for which every filter is true. A source row
is then counted *once* in each group that matches its dimension values, and the measure aggregates the rows in each
group. Therefore:

- A join never multiplies a row (fan-out). Measures of several sources are each aggregated at their own grain before
  their groups are joined (chasm trap). Groups are joined null-safely, so there is one null group.
- Rows whose key is null or matches nothing stay in the null group.
- A filter applies to every measure. On the many side of a join, it keeps the rows that have a match, and the result
  includes a note. A filter that cannot reach a measure's source is an error, and is never ignored.
- With a dimension on the many side (customers by the status of their orders), a row counts once in each of its groups.
- The aggregate of zero rows is null, and their count is 0. ``include_empty`` adds groups without rows.
- An ambiguous path is an error that lists all candidates and how to specify each.

Dimensions and measures are given by name and never as SQL. Filters are written in a small language of comparisons
(``_expression``). They are parsed, checked against an allowlist, and regenerated in the engine's dialect, so that no
query text reaches the SQL.
"""

from headwater.context.semantic._check import LayerFault, check_sources
from headwater.context.semantic._compile import compile_query
from headwater.context.semantic._expression import NameReference
from headwater.context.semantic._layer import SemanticLayer
from headwater.context.semantic._model import (
    Aggregation,
    Cardinality,
    Join,
    Keep,
    LayerColumn,
    Measure,
    Segment,
    SemanticSource,
    SnapshotRule,
)
from headwater.context.semantic._query import METRIC_TIME, Compiled, CompiledColumn, Grain, MetricQuery, SqlDialect
from headwater.context.semantic._read import LoadedLayer, parse_source, read_layer

__all__ = [
    "METRIC_TIME",
    "Aggregation",
    "Cardinality",
    "Compiled",
    "CompiledColumn",
    "Grain",
    "Join",
    "Keep",
    "LayerColumn",
    "LayerFault",
    "LoadedLayer",
    "Measure",
    "MetricQuery",
    "NameReference",
    "Segment",
    "SemanticLayer",
    "SemanticSource",
    "SnapshotRule",
    "SqlDialect",
    "check_sources",
    "compile_query",
    "parse_source",
    "read_layer",
]
