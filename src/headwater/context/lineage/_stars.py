"""Expands ``*`` and ``table.*`` in a select."""

from __future__ import annotations

import re
from collections.abc import Iterator

from headwater.context.lineage._columns import Edges, Opening, ScopeRelation, add_edges
from headwater.context.lineage._form import Star
from headwater.context.lineage._scope import Gaps, SelectScope
from headwater.dbt.jinja import OverBudgetError, safe_pattern


def star_columns(star: Star, scope: SelectScope) -> Iterator[tuple[str, Edges]]:
    """Yield the known columns, with their names in the source relations and their edges."""
    pattern = _pattern(star, scope.gaps)
    left_out = set(star.left_out)
    seen: set[str] = set()
    for known in _relations(star, scope):
        for name in known.names():
            merged = name in scope.merged and not star.table
            if name in left_out or (merged and name in seen) or (pattern and not pattern.search(name)):
                continue
            seen.add(name)
            source = scope.merged[name] if merged else known.certain(name) or {}
            edges: Edges = {}
            add_edges(edges, source, star.kind, star.offset if star.kind else None)
            yield name, edges


def star_openings(star: Star, scope: SelectScope) -> Iterator[Opening]:
    """Yield the openings that may contain unknown columns."""
    left_out = set(star.left_out)
    for known in _relations(star, scope):
        if known.fallback is not None:
            yield Opening((), frozenset(left_out))
        for opening in known.resolved.openings:
            hidden = opening.left_out | left_out | {output.name for output in star.replaced} | set(star.renamed)
            yield Opening(opening.origins, hidden)


def _relations(star: Star, scope: SelectScope) -> list[ScopeRelation]:
    relations = scope.relations
    if star.table:
        relations = [known for known in relations if known.is_named(star.table)]
        if not relations:
            scope.gaps.note(f"{'.'.join(star.table)}.* {_missing(star, scope)}", star.offset)
    return [known for known in relations if not known.hidden]


def _missing(star: Star, scope: SelectScope) -> str:
    if any(known.certain(star.table[-1]) is not None for known in scope.relations):
        return "brings in the fields of a struct, which are not known"
    return "names no table of its query"


def _pattern(star: Star, gaps: Gaps) -> re.Pattern[str] | None:
    if not star.pattern:
        return None
    try:
        return safe_pattern(star.pattern)
    except OverBudgetError as error:
        gaps.note(f"COLUMNS({star.pattern!r}) {error}", star.offset)
        return None
