"""Combines the results of set operations such as unions."""

from __future__ import annotations

from headwater.context.lineage._columns import Opening, Resolved, ScopeRelation, add_edges
from headwater.context.lineage._form import EdgeKind, SetOperation
from headwater.context.lineage._scope import Gaps


def combined(body: SetOperation, branches: list[Resolved], gaps: Gaps) -> Resolved:
    """Return the result of a set operation. Its columns are named as in the first branch."""
    first = branches[0]
    result = Resolved(rows=dict(first.rows), openings=list(first.openings), offsets=first.offsets)
    result.outputs = [dict(edges) for edges in first.outputs]
    # a column and its output share one set of edges, so that both are updated together
    for name, edges in first.columns.items():
        position = next((index for index, other in enumerate(first.outputs) if other is edges), None)
        result.columns[name] = dict(edges) if position is None else result.outputs[position]
    if body.operator in ("except", "intersect"):
        for branch in branches[1:]:
            for edges in (*branch.columns.values(), branch.rows):
                add_edges(result.rows, edges, EdgeKind.FILTER, None)
    else:
        _unite(result, branches, body.by_name, gaps)
    if body.operator != "union all":
        for edges in list(result.columns.values()):
            add_edges(result.rows, edges, EdgeKind.GROUP_KEY, None)
    return result


def _unite(result: Resolved, branches: list[Resolved], by_name: bool, gaps: Gaps) -> None:
    certain = not any(branch.openings for branch in branches)
    if certain and not by_name and len({len(branch.outputs) for branch in branches}) > 1:
        gaps.note("the branches of a union have different numbers of columns", -1)
    for branch in branches[1:]:
        add_edges(result.rows, branch.rows, EdgeKind.PASSED, None)
        if by_name or not certain:
            _unite_by_name(result, branch)
        else:
            for output, edges in zip(result.outputs, branch.outputs, strict=False):
                add_edges(output, edges, EdgeKind.PASSED, None)
    result.openings = _united_openings(branches)


def _unite_by_name(result: Resolved, branch: Resolved) -> None:
    known = ScopeRelation("", branch)
    for name in result.columns:
        edges = known.certain(name) or known.possible(name)
        if edges:
            add_edges(result.columns[name], edges, EdgeKind.PASSED, None)
    for name, edges in branch.columns.items():
        if name not in result.columns:
            result.columns[name] = dict(edges)
            result.outputs.append(result.columns[name])


def _united_openings(branches: list[Resolved]) -> list[Opening]:
    """Unite the branches' openings. If no branch has more than one opening, they become a single one."""
    opened = [branch.openings for branch in branches if branch.openings]
    if all(len(openings) == 1 for openings in opened) and opened:
        origins = dict.fromkeys(origin for (opening,) in opened for origin in opening.origins)
        left_out = frozenset.intersection(*(opening.left_out for (opening,) in opened))
        return [Opening(tuple(origins), left_out)]
    return [opening for openings in opened for opening in openings]
