"""Traces tables and columns through a dbt project using only its files, and updates within milliseconds.

    >>> from headwater.context.lineage import LineageIndex
    >>> index = LineageIndex.open("path/to/project")  # maps the cache into memory, if it exists
    >>> index.refresh()                               # parses changed files and resolves what they affect
    >>> index.save()                                  # stores the index for the next session
    >>> index.upstream("orders.amount")               # the columns that feed this one
    >>> index.downstream("stg_payments.amount")       # the columns that it feeds
    >>> index.impact("stg_payments.amount")           # also the affected tests, exposures and metrics
    >>> index.path("raw.payments.amount", "orders.amount")
    >>> index.column("orders.amount")                 # type, description, edges with expression, file and line
    >>> index.diff("orders.amount", "revenue.total")  # common ancestors, and where the two paths differ
    >>> index.contract()                              # compares declarations with what is built
    >>> index.unresolved                              # what could not be traced, and why

An `Edge` leads from a column to a column that is derived from it. Its `EdgeKind` classifies the derivation. A value is
passed through, renamed, transformed or aggregated, while a filter, join key or group key decides which rows exist. An
edge of one of the latter kinds ends at the model's rows, written `orders.*`, and thus affects all of its columns. Every
edge lists the expressions along it, each with its file and line in the model's source.

A model is rendered (`headwater.dbt`), parsed once by SQLGlot, and reduced to a form that contains only scopes, names
and the ways in which expressions use them. Forms are cached by content hash. Models are resolved in the order of their
dependencies, so that a model's columns are known before its readers are resolved. A model is resolved again only if its
own form or its parents' columns have changed. The graph is a set of integer arrays in one file, which is memory-mapped
when an index is opened.

Whatever cannot be resolved is reported instead of dropped or guessed. Examples are SQL that does not parse, a star over
a table whose columns are not declared, and a name that could belong to two tables. Passing the `tables` of a catalog
resolves most of these cases.
"""

from __future__ import annotations

from headwater.context.lineage._answers import (
    ColumnDetails,
    ColumnName,
    ColumnTrace,
    Common,
    Contract,
    ContractFinding,
    Edge,
    Impact,
    LineageDifference,
    LineagePath,
    LineageRelation,
    LineageStep,
    LineageSummary,
    NamedTest,
    RefreshResult,
    RelationTrace,
    RowCondition,
    Unresolved,
    to_json,
)
from headwater.context.lineage._counts import counts_line
from headwater.context.lineage._form import EdgeKind
from headwater.context.lineage._index import LineageIndex
from headwater.context.lineage._names import find_name

__all__ = [
    "ColumnDetails",
    "ColumnName",
    "ColumnTrace",
    "Common",
    "Contract",
    "ContractFinding",
    "Edge",
    "EdgeKind",
    "Impact",
    "LineageDifference",
    "LineageIndex",
    "LineagePath",
    "LineageRelation",
    "LineageStep",
    "LineageSummary",
    "NamedTest",
    "RefreshResult",
    "RelationTrace",
    "RowCondition",
    "Unresolved",
    "counts_line",
    "find_name",
    "to_json",
]
