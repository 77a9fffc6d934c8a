"""Computes how ``PIVOT`` and ``UNPIVOT`` change a relation."""

from __future__ import annotations

from headwater.context.lineage._columns import Edges, Opening, Resolved, add_edges
from headwater.context.lineage._form import EdgeKind, Pivot


def pivoted(pivot: Pivot, base: Resolved, expressions: list[Edges], keys: list[Edges]) -> Resolved:
    """Return the result of a pivot, given the edges into the pivot's expressions and keys."""
    kept_columns = pivot.groups or tuple(name for name in base.columns if name not in pivot.consumed)
    pivoted_columns = Resolved({name: base.columns.get(name) or {} for name in kept_columns}, dict(base.rows))
    for index, name in enumerate(pivot.names):
        pivoted_columns.columns[name] = expressions[index % len(expressions)] if expressions else {}
    if pivot.label:
        pivoted_columns.columns[pivot.label] = {}
    if not pivot.groups:
        removed = frozenset((*pivot.consumed, *pivoted_columns.columns))
        pivoted_columns.openings = [Opening(one.origins, one.left_out | removed) for one in base.openings]
    pivoted_columns.outputs = list(pivoted_columns.columns.values())
    if pivot.label:
        for edges in expressions:  # an unpivot produces one row for each column that is not null
            add_edges(pivoted_columns.rows, edges, EdgeKind.FILTER, None)
    else:
        for edges in (*(pivoted_columns.columns[name] for name in kept_columns), *keys):
            add_edges(pivoted_columns.rows, edges, EdgeKind.GROUP_KEY, None)
    return pivoted_columns
