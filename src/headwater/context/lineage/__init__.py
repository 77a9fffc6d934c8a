"""Lineage of tables and columns of a dbt project, from its files alone, kept up to date in milliseconds.

>>> from headwater.context.lineage import LineageIndex
>>> index = LineageIndex.open("path/to/project")   # maps the cache into memory, if there is one
>>> index.refresh()                                 # follows the files: parses what changed, resolves what that touches
>>> index.save()                                    # for the next session
>>> index.upstream("orders.amount")                 # what feeds this column
>>> index.downstream("stg_payments.amount")         # what it feeds
>>> index.impact("stg_payments.amount")             # … with the tests, exposures and metrics that would notice
>>> index.path("raw.payments.amount", "orders.amount")
>>> index.column("orders.amount")                   # type, description, edges with expression, file and line
>>> index.diff("orders.amount", "revenue.total")    # common ancestors, and what happens to them on either way only
>>> index.contract()                                # what is declared against what is built
>>> index.unresolved                                # what could not be traced, and why

An `Edge` goes from a column to a column that is made of it. Its `Kind` says how: passed through, renamed, transformed
or aggregated for values; filter, join key or group key for what decides which rows there are. The latter end at the
model's rows, written `orders.*`: they are behind all of its columns. Every edge carries the expressions on its way,
each with file and line of the model's own source.

How it works: a model is rendered (`headwater.dbt`), parsed once by SQLGlot, and reduced to a small form that
holds only names, scopes and kinds. Forms are kept by content hash. Resolving goes through models in the order of their
dependencies, the columns of each being the schema of the next; it touches only models whose own form or whose parents'
columns changed. The graph is a handful of integer arrays in one file that is mapped, not read, when an index is opened.

What cannot be resolved is listed, never dropped and never guessed: SQL that does not parse, a star over a table whose
columns nobody declares, a name that two tables could have. Give `tables` (from a catalog) and most of it goes away.
"""

from __future__ import annotations

from headwater.context.lineage._answers import (
    ColumnDetails,
    ColumnName,
    Common,
    Condition,
    Contract,
    Difference,
    Edge,
    Finding,
    Impact,
    NamedTest,
    Path,
    Refreshed,
    Relation,
    RelationTrace,
    Step,
    Summary,
    Trace,
    Unresolved,
    to_json,
)
from headwater.context.lineage._counts import counts_line
from headwater.context.lineage._form import Kind
from headwater.context.lineage._index import LineageIndex
from headwater.context.lineage._names import find_name

__all__ = [
    "ColumnDetails",
    "ColumnName",
    "Common",
    "Condition",
    "Contract",
    "Difference",
    "Edge",
    "Finding",
    "Impact",
    "Kind",
    "LineageIndex",
    "NamedTest",
    "Path",
    "Refreshed",
    "Relation",
    "RelationTrace",
    "Step",
    "Summary",
    "Trace",
    "Unresolved",
    "counts_line",
    "find_name",
    "to_json",
]
