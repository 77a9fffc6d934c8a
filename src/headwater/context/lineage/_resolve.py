"""Resolves the small form of a query against the columns of what it reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from headwater.context.dbt.jinja import OverBudgetError, safe_pattern
from headwater.context.lineage._form import (
    ROWS,
    Cte,
    Expression,
    Function,
    Gap,
    Inner,
    Kind,
    Output,
    Pivot,
    Predicate,
    Query,
    Relation,
    Select,
    SetOperation,
    Star,
    Table,
    Use,
)
from headwater.context.lineage._scope import (
    Base,
    Edges,
    Known,
    Opening,
    Resolved,
    add_edges,
    base_resolved,
)

Tables = Callable[[tuple[str, ...]], Base]
_EPHEMERAL = "__dbt__cte__"
_MAX_ROUNDS = 6


@dataclass(slots=True)
class _Scope:
    """Names within one select.

    Attributes:
        merged: Columns that joins with USING have made one.
        aliases: Outputs so far, for dialects and clauses that may name them.
    """

    ctes: Mapping[str, Resolved]
    outer: _Scope | None
    relations: list[Known] = field(default_factory=list)
    merged: dict[str, Edges] = field(default_factory=dict)
    aliases: dict[str, Edges] = field(default_factory=dict)
    outputs: list[Edges] = field(default_factory=list)


class Resolver:
    """Resolves one query.

    Args:
        tables: Says what a table's name, in parts, stands for.
        lateral: Whether an output may name those before it, as some dialects let it.

    Attributes:
        gaps: What could not be resolved.
    """

    def __init__(self, tables: Tables, lateral: bool) -> None:
        self._tables = tables
        self._lateral = lateral
        self.gaps: list[Gap] = []

    def resolve(self, query: Query) -> Resolved:
        """Return what the query gives."""
        return self._query(query, {}, None)

    def _gap(self, reason: str, offset: int) -> None:
        gap = Gap(reason, offset)
        if gap not in self.gaps:
            self.gaps.append(gap)

    def _query(self, query: Query, ctes: Mapping[str, Resolved], outer: _Scope | None) -> Resolved:
        if query.ctes:
            known = dict(ctes)
            for cte in query.ctes:
                known[cte.name] = self._cte(cte, known, outer)
            ctes = known
        if isinstance(query.body, Select):
            return self._select(query.body, query.predicates, ctes, outer)
        result = self._set_operation(query.body, ctes, outer)
        scope = _Scope(ctes, outer, [Known("", result)], outputs=result.outputs)
        self._predicates(query.predicates, scope, result.rows)
        return result

    def _cte(self, cte: Cte, ctes: dict[str, Resolved], outer: _Scope | None) -> Resolved:
        body = cte.query.body
        if not (cte.recursive and isinstance(body, SetOperation)):
            return _renamed(self._query(cte.query, ctes, outer), cte.names)
        inner = dict(ctes)
        result = _renamed(self._query(body.branches[0], inner, outer), cte.names)
        size = -1
        for _ in range(_MAX_ROUNDS):  # until going round adds nothing
            if size == _size(result):
                break
            size = _size(result)
            inner[cte.name] = result
            result = _renamed(self._query(cte.query, inner, outer), cte.names)
        return result

    # set operations

    def _set_operation(self, body: SetOperation, ctes: Mapping[str, Resolved], outer: _Scope | None) -> Resolved:
        branches = [self._query(branch, ctes, outer) for branch in body.branches]
        first = branches[0]
        result = Resolved(rows=dict(first.rows), openings=list(first.openings), offsets=first.offsets)
        result.outputs = [dict(edges) for edges in first.outputs]
        for name, edges in first.columns.items():  # a column shares its edges with the output that it is
            position = next((index for index, other in enumerate(first.outputs) if other is edges), None)
            result.columns[name] = dict(edges) if position is None else result.outputs[position]
        if body.operator in ("except", "intersect"):
            for branch in branches[1:]:
                for edges in (*branch.columns.values(), branch.rows):
                    add_edges(result.rows, edges, Kind.FILTER, None)
        else:
            self._unite(result, branches, body.by_name)
        if body.operator != "union all":
            for edges in list(result.columns.values()):
                add_edges(result.rows, edges, Kind.GROUP_KEY, None)
        return result

    def _unite(self, result: Resolved, branches: list[Resolved], by_name: bool) -> None:
        certain = not any(branch.openings for branch in branches)
        if certain and not by_name and len({len(branch.outputs) for branch in branches}) > 1:
            self._gap("the branches of a union have different numbers of columns", -1)
        for branch in branches[1:]:
            add_edges(result.rows, branch.rows, Kind.PASSED, None)
            if by_name or not certain:
                self._unite_by_name(result, branch)
            else:
                for mine, edges in zip(result.outputs, branch.outputs, strict=False):
                    add_edges(mine, edges, Kind.PASSED, None)
        result.openings = _united_openings(branches)

    @staticmethod
    def _unite_by_name(result: Resolved, branch: Resolved) -> None:
        known = Known("", branch)
        for name in result.columns:
            edges = known.certain(name) or known.possible(name)
            if edges:
                add_edges(result.columns[name], edges, Kind.PASSED, None)
        for name, edges in branch.columns.items():
            if name not in result.columns:
                result.columns[name] = dict(edges)
                result.outputs.append(result.columns[name])

    # selects

    def _select(
        self, select: Select, limits: list[Predicate], ctes: Mapping[str, Resolved], outer: _Scope | None
    ) -> Resolved:
        scope = _Scope(ctes, outer)
        result = Resolved(outputs=scope.outputs)
        for relation in select.relations:
            self._add_relation(relation, scope, result.rows)
        for output in select.outputs:
            if isinstance(output, Star):
                self._expand(output, scope, result)
            else:
                edges = self._edges(output.expression, scope)
                self._put(result, scope, output.name, edges, output.expression.offset)
        scope.aliases = result.columns  # clauses behind the outputs may name them in any dialect
        self._predicates(select.predicates, scope, result.rows)
        self._predicates(limits, scope, result.rows)
        if select.keyed:
            for name, edges in list(result.columns.items()):
                keys = {source: chain for source, chain in edges.items() if source[2] < Kind.AGGREGATED}
                add_edges(result.rows, keys, Kind.GROUP_KEY, result.offsets.get(name))
        return result

    def _put(self, result: Resolved, scope: _Scope, name: str, edges: Edges, offset: int) -> None:
        if name not in result.columns:
            result.columns[name] = edges
            result.offsets[name] = offset
        result.outputs.append(edges)
        if self._lateral:
            scope.aliases[name] = edges

    def _predicates(self, predicates: list[Predicate], scope: _Scope, rows: Edges) -> None:
        for predicate in predicates:
            add_edges(rows, self._edges(predicate.expression, scope), predicate.kind, None)

    # relations

    def _add_relation(self, relation: Relation, scope: _Scope, rows: Edges) -> None:
        known = self._known(relation, scope)
        filters = relation.join in ("semi", "anti")
        add_edges(rows, known.resolved.rows, Kind.FILTER if filters else Kind.PASSED, None)
        self._merge(relation, known, scope, rows)
        scope.relations.append(known)
        if relation.condition is not None:
            add_edges(rows, self._edges(relation.condition, scope), Kind.JOIN_KEY, None)
        known.hidden = filters

    def _known(self, relation: Relation, scope: _Scope) -> Known:
        source = relation.source
        parts: tuple[str, ...] = ()
        fallback: Edges | None = None
        if isinstance(source, Table):
            parts = source.parts
            resolved = self._table(source, scope)
        elif isinstance(source, Query):
            resolved = self._query(source, scope.ctes, scope)  # a lateral one may name what stands before it
        else:
            resolved, fallback = self._function(source, relation.names, scope)
            add_edges(resolved.rows, next(iter(resolved.outputs), {}), Kind.FILTER, relation.offset)
        if not isinstance(source, Function):
            resolved = _renamed(resolved, relation.names)
        for pivot in relation.pivots:
            resolved = self._pivoted(pivot, Known(relation.alias, resolved, parts, fallback), scope)
            fallback = None
        return Known(relation.alias, resolved, parts, fallback)

    def _table(self, table: Table, scope: _Scope) -> Resolved:
        if len(table.parts) == 1:
            name = table.parts[0]
            if name.startswith(_EPHEMERAL):  # how dbt compiles an ephemeral model
                return base_resolved(self._tables((name[len(_EPHEMERAL) :],)))
            if name in scope.ctes:
                return scope.ctes[name]
        return base_resolved(self._tables(table.parts))

    def _function(self, function: Function, names: tuple[str, ...], scope: _Scope) -> tuple[Resolved, Edges | None]:
        edges = self._edges(function.expression, scope)
        columns = dict.fromkeys((*names, *function.columns[len(names) :]), edges)
        return Resolved(columns, outputs=[edges] * len(columns)), edges if function.open else None

    def _merge(self, relation: Relation, known: Known, scope: _Scope, rows: Edges) -> None:
        """Join by equal names: such a column is one behind it."""
        names = relation.using
        if names == (ROWS,):
            before = {name for other in scope.relations for name in other.names()}
            names = tuple(name for name in known.names() if name in before)
            if known.is_open or any(other.is_open for other in scope.relations):
                self._gap("natural join with a table whose columns are not known", relation.offset)
        for name in names:
            left = scope.merged.get(name)
            if left is None:
                left = self._unqualified(name, scope, relation.offset, ()) or {}
            right = known.certain(name) or known.possible(name) or {}
            both: Edges = {}
            add_edges(both, left, Kind.PASSED, None)
            add_edges(both, right, Kind.PASSED, None)
            add_edges(rows, both, Kind.JOIN_KEY, relation.offset)
            scope.merged[name] = {"right": right, "full": _within(both, (name,))}.get(relation.join, left)

    def _pivoted(self, pivot: Pivot, known: Known, scope: _Scope) -> Resolved:
        inner = _Scope(scope.ctes, scope.outer, [known])
        base = known.resolved
        kept = pivot.groups or tuple(name for name in base.columns if name not in pivot.consumed)
        made = Resolved({name: base.columns.get(name) or {} for name in kept}, dict(base.rows))
        expressions = [self._edges(expression, inner) for expression in pivot.expressions]
        for index, name in enumerate(pivot.names):
            made.columns[name] = expressions[index % len(expressions)] if expressions else {}
        if pivot.label:
            made.columns[pivot.label] = {}
        if not pivot.groups:
            gone = frozenset((*pivot.consumed, *made.columns))
            made.openings = [Opening(one.origins, one.left_out | gone) for one in base.openings]
        made.outputs = list(made.columns.values())
        for edges in expressions if pivot.label else ():  # a row for each column that is not null
            add_edges(made.rows, edges, Kind.FILTER, None)
        if not pivot.label:
            groups = [made.columns[name] for name in kept]
            for edges in (*groups, *(self._edges(key, inner) for key in pivot.keys)):
                add_edges(made.rows, edges, Kind.GROUP_KEY, None)
        return made

    # stars

    def _expand(self, star: Star, scope: _Scope, result: Resolved) -> None:
        relations = scope.relations
        if star.table:
            relations = [known for known in relations if _is_named(known, star.table)]
            if not relations:
                self._gap(f"{'.'.join(star.table)}.* names no table of its query", star.offset)
        pattern = self._pattern(star)
        replaced = {output.name: output for output in star.replaced}
        left_out = set(star.left_out)
        seen: set[str] = set()
        for known in relations:
            if known.hidden:
                continue
            for name in known.names():
                merged = name in scope.merged and not star.table
                if name in left_out or (merged and name in seen) or (pattern and not pattern.search(name)):
                    continue
                seen.add(name)
                self._put_star(star, replaced.get(name), name, known, scope, result)
            if known.fallback is not None:
                result.openings.append(Opening((), frozenset(left_out)))
            for opening in known.resolved.openings:
                gone = opening.left_out | left_out | set(replaced) | set(star.renamed)
                result.openings.append(Opening(opening.origins, gone))

    def _put_star(
        self, star: Star, replacement: Output | None, name: str, known: Known, scope: _Scope, result: Resolved
    ) -> None:
        if replacement is not None:
            edges = self._edges(replacement.expression, scope)
        else:
            source = scope.merged[name] if name in scope.merged and not star.table else known.certain(name) or {}
            edges = {}
            add_edges(edges, source, star.kind, star.offset if star.kind else None)
        self._put(result, scope, star.renamed.get(name, name), edges, star.offset)

    def _pattern(self, star: Star) -> re.Pattern[str] | None:
        if not star.pattern:
            return None
        try:
            return safe_pattern(star.pattern)
        except OverBudgetError as error:
            self._gap(f"COLUMNS({star.pattern!r}) {error}", star.offset)
            return None

    # expressions

    def _edges(self, expression: Expression, scope: _Scope) -> Edges:
        edges: Edges = {}
        for use in expression.uses:
            step: int | None = expression.offset
            if use.kind >= Kind.FILTER:
                step = use.offset
            elif expression.plain:
                step = None
            add_edges(edges, self._use(use, scope), use.kind, step)
        for inner in expression.inner:
            self._add_inner(inner, scope, edges, expression.offset)
        return edges

    def _add_inner(self, inner: Inner, scope: _Scope, edges: Edges, step: int) -> None:
        result = self._query(inner.query, scope.ctes, scope)
        first = next(iter(result.columns.values()), {})
        if not inner.exists:
            add_edges(edges, first, inner.kind, step)
        chosen = {key: chain for key, chain in result.rows.items() if key[2] >= Kind.FILTER}
        add_edges(edges, chosen, inner.kind if inner.kind >= Kind.FILTER else Kind.PASSED, step)
        if inner.exists or inner.kind >= Kind.FILTER:
            rows = {key: chain for key, chain in result.rows.items() if key[2] < Kind.FILTER}
            add_edges(edges, rows, inner.kind, step)

    def _use(self, use: Use, scope: _Scope) -> Edges:
        parts = use.parts
        if parts[0] == "":
            return self._positional(parts[1], scope)
        if parts[-1] == ROWS:
            return self._rows(parts[:-1], scope)
        if len(parts) == 1:
            found = self._unqualified(parts[0], scope, use.offset, parts)
        else:
            found = self._qualified(parts, scope, use.offset)
        return found or {}

    @staticmethod
    def _positional(number: str, scope: _Scope) -> Edges:
        index = int(number) - 1 if number.isdigit() else -1
        return scope.outputs[index] if 0 <= index < len(scope.outputs) else {}

    @staticmethod
    def _rows(table: tuple[str, ...], scope: _Scope) -> Edges:
        rows: Edges = {}
        for known in scope.relations:
            if not table or _is_named(known, table):
                add_edges(
                    rows, {key: way for key, way in known.resolved.rows.items() if key[1] == ROWS}, Kind.PASSED, None
                )
        return rows

    def _qualified(self, parts: tuple[str, ...], scope: _Scope, offset: int) -> Edges | None:
        at: _Scope | None = scope
        while at is not None:
            for depth in range(len(parts) - 1, 0, -1):
                for known in at.relations:
                    if _is_named(known, parts[:depth]):
                        return self._column_of(known, parts[depth], parts[depth + 1 :], offset)
            at = at.outer
        struct = self._unqualified(parts[0], scope, offset, parts)
        return None if struct is None else _within(struct, parts[1:])

    def _column_of(self, known: Known, name: str, fields: tuple[str, ...], offset: int) -> Edges | None:
        edges = known.certain(name)
        if edges is None:
            edges = known.possible(name)
        if edges is None:
            whole = known.certain(known.alias)  # a field of an unrolled struct: item.field
            if whole is not None:
                return _within(whole, (name,))
            self._gap(f"{known.alias}.{name}: no such column", offset)
            return None
        return _within(edges, fields)

    def _unqualified(self, name: str, scope: _Scope, offset: int, written: tuple[str, ...]) -> Edges | None:
        """Find a column by its name alone, in this select or around it."""
        at: _Scope | None = scope
        maybe: list[Known] = []
        while at is not None:
            found = self._certain(name, at, offset)
            if found is not None:
                return found
            maybe = maybe or [known for known in at.relations if not known.hidden and known.possible(name) is not None]
            at = at.outer
        whole = next((known for known in scope.relations if known.alias == name), None)
        if whole is not None:
            return _whole_row(whole)
        if len(maybe) == 1:
            return maybe[0].possible(name)
        if maybe:
            candidates = " or ".join(sorted(known.alias or "a query" for known in maybe))
            self._gap(
                f"{'.'.join(written) or name}: may be a column of {candidates}, whose columns are not known", offset
            )
        elif not _is_undecided(scope):
            self._gap(f"{'.'.join(written) or name}: no such column in what the query reads", offset)
        else:
            self._gap(f"{'.'.join(written) or name}: not found; more than one star it could come through", offset)
        return None

    def _certain(self, name: str, scope: _Scope, offset: int) -> Edges | None:
        if name in scope.merged:
            return scope.merged[name]
        found = [(known, edges) for known in scope.relations if (edges := known.certain(name)) is not None]
        visible = [pair for pair in found if not pair[0].hidden] or found
        if len(visible) > 1:
            candidates = " or ".join(sorted(known.alias or "a query" for known, _ in visible))
            self._gap(f"{name}: ambiguous, a column of {candidates}", offset)
            return {}
        if visible:
            return visible[0][1]
        return scope.aliases.get(name)


def _is_named(known: Known, name: tuple[str, ...]) -> bool:
    if len(name) == 1:
        return known.alias == name[0]
    return len(known.parts) >= len(name) and known.parts[-len(name) :] == name


def _is_undecided(scope: _Scope) -> bool:
    at: _Scope | None = scope
    while at is not None:
        if any(known.is_open for known in at.relations):
            return True
        at = at.outer
    return False


def _within(edges: Edges, fields: tuple[str, ...]) -> Edges:
    """Return edges to a column, or to a field of it."""
    if not fields:
        return edges
    made: Edges = {}
    add_edges(made, edges, Kind.TRANSFORMED, None)
    return made


def _whole_row(known: Known) -> Edges:
    made: Edges = {}
    for name in known.names():
        add_edges(made, known.certain(name) or {}, Kind.TRANSFORMED, None)
    return made or dict(known.fallback or {})


def _renamed(resolved: Resolved, names: tuple[str, ...]) -> Resolved:
    """Return a result whose first columns have other names."""
    if not names:
        return resolved
    columns = dict(zip(names, resolved.outputs, strict=False))
    if len(names) < len(resolved.outputs):
        columns |= dict(list(resolved.columns.items())[len(names) :])
    offsets = dict(zip(names, resolved.offsets.values(), strict=False))
    return Resolved(columns, resolved.rows, resolved.openings, resolved.outputs, offsets)


def _united_openings(branches: list[Resolved]) -> list[Opening]:
    """A column that nobody knows comes from every branch that is open; if each is open in one way, they are one."""
    opened = [branch.openings for branch in branches if branch.openings]
    if all(len(openings) == 1 for openings in opened) and opened:
        origins = dict.fromkeys(origin for (opening,) in opened for origin in opening.origins)
        left_out = frozenset.intersection(*(opening.left_out for (opening,) in opened))
        return [Opening(tuple(origins), left_out)]
    return [opening for openings in opened for opening in openings]


def _size(resolved: Resolved) -> int:
    return len(resolved.rows) + sum(map(len, resolved.columns.values()))
