"""Resolves a query's reduced form (``_form``) against the columns of the relations that the query reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from headwater.context.lineage._columns import (
    BaseRelation,
    Edges,
    Resolved,
    ScopeRelation,
    add_edges,
    base_resolved,
    renamed,
    within,
)
from headwater.context.lineage._form import (
    ROWS,
    Cte,
    EdgeKind,
    Expression,
    FromItem,
    Inner,
    Pivot,
    Predicate,
    QueryForm,
    Select,
    SetOperation,
    Star,
    TableFunction,
    TableRef,
)
from headwater.context.lineage._pivots import pivoted
from headwater.context.lineage._scope import Gaps, SelectScope
from headwater.context.lineage._set_operations import combined
from headwater.context.lineage._stars import star_columns, star_openings

Tables = Callable[[tuple[str, ...]], BaseRelation]
_EPHEMERAL = "__dbt__cte__"
_MAX_ROUNDS = 6


class Resolver:
    """Resolves one query.

    Args:
        tables: Returns the relation for a table's name, which is split into parts.
        lateral: Whether an output may refer to earlier outputs, as some dialects allow.

    Attributes:
        gaps: The parts that could not be resolved.
    """

    def __init__(self, tables: Tables, lateral: bool) -> None:
        self._tables = tables
        self._lateral = lateral
        self.gaps = Gaps()

    def resolve(self, query: QueryForm) -> Resolved:
        """Return the columns and rows of the query."""
        return self._query(query, {}, None)

    def _query(self, query: QueryForm, ctes: Mapping[str, Resolved], outer: SelectScope | None) -> Resolved:
        if query.ctes:
            known = dict(ctes)
            for cte in query.ctes:
                known[cte.name] = self._cte(cte, known, outer)
            ctes = known
        if isinstance(query.body, Select):
            return self._select(query.body, query.predicates, ctes, outer)
        branches = [self._query(branch, ctes, outer) for branch in query.body.branches]
        result = combined(query.body, branches, self.gaps)
        scope = SelectScope(ctes, outer, self.gaps, [ScopeRelation("", result)], outputs=result.outputs)
        self._predicates(query.predicates, scope, result.rows)
        return result

    def _cte(self, cte: Cte, ctes: dict[str, Resolved], outer: SelectScope | None) -> Resolved:
        body = cte.query.body
        if not (cte.recursive and isinstance(body, SetOperation)):
            return renamed(self._query(cte.query, ctes, outer), cte.names)
        inner = dict(ctes)
        result = renamed(self._query(body.branches[0], inner, outer), cte.names)
        size = -1
        for _ in range(_MAX_ROUNDS):  # the loop ends when a round adds no edges
            if size == _size(result):
                break
            size = _size(result)
            inner[cte.name] = result
            result = renamed(self._query(cte.query, inner, outer), cte.names)
        return result

    # selects

    def _select(
        self, select: Select, limits: list[Predicate], ctes: Mapping[str, Resolved], outer: SelectScope | None
    ) -> Resolved:
        scope = SelectScope(ctes, outer, self.gaps)
        result = Resolved(outputs=scope.outputs)
        for relation in select.relations:
            self._add_relation(relation, scope, result.rows)
        for output in select.outputs:
            if isinstance(output, Star):
                self._expand(output, scope, result)
            else:
                edges = self._edges(output.expression, scope)
                self._put(result, scope, output.name, edges, output.expression.offset)
        scope.aliases = result.columns  # in every dialect, the clauses after the outputs may use the outputs' names
        self._predicates(select.predicates, scope, result.rows)
        self._predicates(limits, scope, result.rows)
        if select.keyed:
            for name, edges in list(result.columns.items()):
                keys = {source: chain for source, chain in edges.items() if source[2] < EdgeKind.AGGREGATED}
                add_edges(result.rows, keys, EdgeKind.GROUP_KEY, result.offsets.get(name))
        return result

    def _expand(self, star: Star, scope: SelectScope, result: Resolved) -> None:
        replaced = {output.name: output.expression for output in star.replaced}
        for name, edges in star_columns(star, scope):
            if name in replaced:
                edges = self._edges(replaced[name], scope)
            self._put(result, scope, star.renamed.get(name, name), edges, star.offset)
        result.openings += star_openings(star, scope)

    def _put(self, result: Resolved, scope: SelectScope, name: str, edges: Edges, offset: int) -> None:
        if name not in result.columns:
            result.columns[name] = edges
            result.offsets[name] = offset
        result.outputs.append(edges)
        if self._lateral:
            scope.aliases[name] = edges

    def _predicates(self, predicates: list[Predicate], scope: SelectScope, rows: Edges) -> None:
        for predicate in predicates:
            add_edges(rows, self._edges(predicate.expression, scope), predicate.kind, None)

    # relations

    def _add_relation(self, relation: FromItem, scope: SelectScope, rows: Edges) -> None:
        known = self._known(relation, scope)
        filters = relation.join in ("semi", "anti")
        add_edges(rows, known.resolved.rows, EdgeKind.FILTER if filters else EdgeKind.PASSED, None)
        self._merge(relation, known, scope, rows)
        scope.relations.append(known)
        if relation.condition is not None:
            add_edges(rows, self._edges(relation.condition, scope), EdgeKind.JOIN_KEY, None)
        known.hidden = filters

    def _known(self, relation: FromItem, scope: SelectScope) -> ScopeRelation:
        source = relation.source
        parts: tuple[str, ...] = ()
        fallback: Edges | None = None
        if isinstance(source, TableRef):
            parts = source.parts
            resolved = self._table(source, scope)
        elif isinstance(source, QueryForm):
            resolved = self._query(source, scope.ctes, scope)  # a lateral query may refer to the relations before it
        else:
            resolved, fallback = self._function(source, relation.names, scope)
            add_edges(resolved.rows, next(iter(resolved.outputs), {}), EdgeKind.FILTER, relation.offset)
        if not isinstance(source, TableFunction):
            resolved = renamed(resolved, relation.names)
        for pivot in relation.pivots:
            resolved = self._pivoted(pivot, ScopeRelation(relation.alias, resolved, parts, fallback), scope)
            fallback = None
        return ScopeRelation(relation.alias, resolved, parts, fallback)

    def _table(self, table: TableRef, scope: SelectScope) -> Resolved:
        if len(table.parts) == 1:
            name = table.parts[0]
            if name.startswith(_EPHEMERAL):  # dbt gives this name to a compiled ephemeral model
                return base_resolved(self._tables((name[len(_EPHEMERAL) :],)))
            if name in scope.ctes:
                return scope.ctes[name]
        return base_resolved(self._tables(table.parts))

    def _function(
        self, function: TableFunction, names: tuple[str, ...], scope: SelectScope
    ) -> tuple[Resolved, Edges | None]:
        edges = self._edges(function.expression, scope)
        columns = dict.fromkeys((*names, *function.columns[len(names) :]), edges)
        return Resolved(columns, outputs=[edges] * len(columns)), edges if function.open else None

    def _merge(self, relation: FromItem, known: ScopeRelation, scope: SelectScope, rows: Edges) -> None:
        """Merge the columns named in USING. The columns from both sides become one column."""
        names = relation.using
        if names == (ROWS,):
            before = {name for other in scope.relations for name in other.names()}
            names = tuple(name for name in known.names() if name in before)
            if known.is_open or any(other.is_open for other in scope.relations):
                self.gaps.note("natural join with a table whose columns are not known", relation.offset)
        for name in names:
            left = scope.merged.get(name)
            if left is None:
                left = scope.column(name, relation.offset, ()) or {}
            right = known.certain(name) or known.possible(name) or {}
            both: Edges = {}
            add_edges(both, left, EdgeKind.PASSED, None)
            add_edges(both, right, EdgeKind.PASSED, None)
            add_edges(rows, both, EdgeKind.JOIN_KEY, relation.offset)
            scope.merged[name] = {"right": right, "full": within(both, (name,))}.get(relation.join, left)

    def _pivoted(self, pivot: Pivot, known: ScopeRelation, scope: SelectScope) -> Resolved:
        inner = SelectScope(scope.ctes, scope.outer, self.gaps, [known])
        expressions = [self._edges(expression, inner) for expression in pivot.expressions]
        keys = [] if pivot.label else [self._edges(key, inner) for key in pivot.keys]
        return renamed(pivoted(pivot, known.resolved, expressions, keys), pivot.aliases)

    # expressions

    def _edges(self, expression: Expression, scope: SelectScope) -> Edges:
        edges: Edges = {}
        for use in expression.uses:
            step: int | None = expression.offset
            if use.kind >= EdgeKind.FILTER:
                step = use.offset
            elif expression.plain:
                step = None
            add_edges(edges, scope.edges_into_column(use), use.kind, step)
        for inner in expression.inner:
            self._add_inner(inner, scope, edges, expression.offset)
        return edges

    def _add_inner(self, inner: Inner, scope: SelectScope, edges: Edges, step: int) -> None:
        result = self._query(inner.query, scope.ctes, scope)
        first = next(iter(result.columns.values()), {})
        if not inner.exists:
            add_edges(edges, first, inner.kind, step)
        chosen = {key: chain for key, chain in result.rows.items() if key[2] >= EdgeKind.FILTER}
        add_edges(edges, chosen, inner.kind if inner.kind >= EdgeKind.FILTER else EdgeKind.PASSED, step)
        if inner.exists or inner.kind >= EdgeKind.FILTER:
            rows = {key: chain for key, chain in result.rows.items() if key[2] < EdgeKind.FILTER}
            add_edges(edges, rows, inner.kind, step)


def _size(resolved: Resolved) -> int:
    return len(resolved.rows) + sum(map(len, resolved.columns.values()))
