"""The semantic layer: what the columns mean, as YAML that people edit, and a compiler from a query to SQL.

A *semantic source* is a table (or a query) with its grain, columns, joins, segments and measures; one YAML file each
in the project's ``context/semantic``. A query asks for measures by dimensions under filters::

    layer = read_layer(Path("context/semantic")).layer
    compiled = compile_query(layer, Query(measures=("revenue",), dimensions=("customers.segment",)), Dialect.DUCKDB)
    compiled.sql, compiled.columns, compiled.notes

**What an answer is.** One rule decides every case. For each measure, take the rows of its own source, left-join
whatever the query's dimensions and filters name, and keep what every filter holds true for. A row of the source then
belongs to each group of dimension values that it meets, *once*; the measure aggregates the rows of its group. So:

- a join never multiplies a row (fan-out), and measures of several sources are aggregated each at its own grain before
  their groups meet (chasm trap); groups meet null-safely: there is one group for null;
- rows whose key is null, or names nothing, stay: in the group of null;
- a filter holds for every measure. Where it lies on the many side it keeps the rows that have a match, and says so;
  where it cannot reach a measure's source it is an error, never ignored;
- a dimension on the many side (customers by the status of their orders) counts a row once in each of its groups;
- the aggregate of no rows is null, and a count of none is 0; ``include_empty`` adds the groups that have no rows;
- two ways to get somewhere are an error that lists both and what to write for each.

Dimensions and measures have names, never SQL. Filters are a small language of comparisons (``_expression``): parsed,
checked against a list of what is allowed, and written anew for the engine; nothing of a query's text reaches SQL.
"""

from headwater.context.semantic._check import Fault, check_sources
from headwater.context.semantic._compile import compile_query
from headwater.context.semantic._expression import Reference
from headwater.context.semantic._layer import SemanticLayer
from headwater.context.semantic._model import (
    Aggregation,
    Cardinality,
    Column,
    Join,
    Keep,
    Measure,
    Segment,
    SemanticSource,
    Snapshot,
)
from headwater.context.semantic._query import METRIC_TIME, Answered, Compiled, Dialect, Grain, Query
from headwater.context.semantic._read import LayerRead, parse_source, read_layer

__all__ = [
    "METRIC_TIME",
    "Aggregation",
    "Answered",
    "Cardinality",
    "Column",
    "Compiled",
    "Dialect",
    "Fault",
    "Grain",
    "Join",
    "Keep",
    "LayerRead",
    "Measure",
    "Query",
    "Reference",
    "Segment",
    "SemanticLayer",
    "SemanticSource",
    "Snapshot",
    "check_sources",
    "compile_query",
    "parse_source",
    "read_layer",
]
