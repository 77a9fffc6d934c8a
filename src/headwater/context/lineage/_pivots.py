"""Computes how ``PIVOT`` and ``UNPIVOT`` change a relation."""

from __future__ import annotations

from headwater.context.lineage._columns import Edges, Opening, Resolved, add_edges
from headwater.context.lineage._form import EdgeKind, Pivot


def pivoted(pivot: Pivot, base: Resolved, expressions: list[Edges], keys: list[Edges]) -> Resolved:
    """Return the result of a pivot, given the edges into the pivot's expressions and keys."""
    kept = pivot.groups or tuple(name for name in base.columns if name not in pivot.consumed)
    made = Resolved({name: base.columns.get(name) or {} for name in kept}, dict(base.rows))
    for index, name in enumerate(pivot.names):
        made.columns[name] = expressions[index % len(expressions)] if expressions else {}
    if pivot.label:
        made.columns[pivot.label] = {}
    if not pivot.groups:
        gone = frozenset((*pivot.consumed, *made.columns))
        made.openings = [Opening(one.origins, one.left_out | gone) for one in base.openings]
    made.outputs = list(made.columns.values())
    if pivot.label:
        for edges in expressions:  # an unpivot produces one row for each column that is not null
            add_edges(made.rows, edges, EdgeKind.FILTER, None)
    else:
        for edges in (*(made.columns[name] for name in kept), *keys):
            add_edges(made.rows, edges, EdgeKind.GROUP_KEY, None)
    return made
