"""Builds queries for the rows of one source, joined to the other sources that a query names."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import SqlglotError

from headwater.context._sql_bounds import parse
from headwater.context.semantic._dialects import column, name, nullable
from headwater.context.semantic._expression import NameReference, bind
from headwater.context.semantic._graph import JoinPath, Shape
from headwater.context.semantic._layer import SemanticLayer
from headwater.context.semantic._model import LayerColumn, SemanticSource
from headwater.context.semantic._query import METRIC_TIME, SqlDialect
from headwater.errors import AmbiguousNameError, NotFoundError, RequestError, UserError


@dataclass(frozen=True)
class ResolvedColumn:
    """A column that a query names, and the path to it."""

    path: JoinPath
    shape: Shape
    source: SemanticSource
    column: LayerColumn


class SourceRows:
    """Builds the query for one source's rows. Each path that is used becomes one join.

    Args:
        layer: The layer in which names are looked up.
        source: The source of the rows.
        dialect: The dialect of the SQL.
        aliases: The query's other names for this source.
    """

    def __init__(
        self, layer: SemanticLayer, source: SemanticSource, dialect: SqlDialect, aliases: frozenset[str] = frozenset()
    ) -> None:
        self.source = source
        self._layer = layer
        self._dialect = dialect
        self._aliases = aliases | {source.name}
        self._instances: dict[JoinPath, str] = {(): source.name}
        self._used: dict[JoinPath, dict[str, None]] = {(): {}}

    @property
    def many(self) -> bool:
        """Return whether the joins can repeat a row."""
        return any(not path[-1].to_one for path in self._instances if path)

    def find(self, reference: NameReference, where: str) -> ResolvedColumn:
        """Find the column that a name means when it is used in this source. No joins are added yet.

        Raises:
            UserError: No path or more than one leads to the column, or the column is hidden.
        """
        if reference == NameReference((), METRIC_TIME):
            return self._metric_time(where)
        shape, paths = self._layer.graph.paths(self.source.name, self._aliases, reference)
        if not paths:
            raise self._layer.unreachable(reference, self.source.name, where)
        if len(paths) > 1:
            raise self._ambiguous(reference, paths, where)
        source = self._layer.sources[paths[0][-1].end if paths[0] else self.source.name]
        found = source.column(reference.name)
        assert found is not None  # paths end only at sources that have the column
        return ResolvedColumn(paths[0], shape, source, found)

    def meets_one(self, reference: NameReference) -> bool:
        """Return whether exactly one path leads to the referenced column, and all of its joins are to-one."""
        if not reference.labels:
            return self.source.default_time is not None
        shape, paths = self._layer.graph.paths(self.source.name, self._aliases, reference)
        return len(paths) == 1 and shape is Shape.TO_ONE

    def value(self, column: ResolvedColumn, where: str) -> exp.Expr:
        """Return the value of a found column, and add the joins that it needs."""
        return self._column(column.path, column.source, column.column.name, where)

    def expression(self, tree: exp.Expr, where: str) -> exp.Expr:
        """Bind an expression of this source. It may use the source's columns and those of sources with to-one joins."""
        return bind(tree, lambda reference: self._named_here(reference, where))

    def select(self, values: Mapping[str, exp.Expr], where: Sequence[exp.Expr], *, distinct: bool) -> exp.Select:
        """Return the query that selects the given values, which must already be bound."""
        joins = [(path, self._condition(path)) for path in self._instances if path]
        select = exp.Select(expressions=[exp.alias_(value, name(alias)) for alias, value in values.items()])
        if distinct:
            select.set("distinct", exp.Distinct())
        select = select.from_(self._relation(()), copy=False)
        for path, condition in joins:
            select = select.join(self._relation(path), on=condition, join_type="left", copy=False)
        return select.where(*(exp.paren(each) for each in where), copy=False) if where else select

    def _condition(self, path: JoinPath) -> exp.Expr:
        step, where = path[-1], f"the join of {path[-1].start} to {path[-1].end}"
        start, end = self._layer.sources[step.start], self._layer.sources[step.end]
        pairs = (
            (self._column(path[:-1], start, left, where), self._column(path, end, right, where))
            for left, right in step.keys
        )
        return exp.and_(*(exp.EQ(this=left, expression=right) for left, right in pairs))

    def _column(
        self, path: JoinPath, source: SemanticSource, text: str, where: str, active: tuple[str, ...] = ()
    ) -> exp.Expr:
        """Return a column of the source at the end of a path. A computed column is expanded to its expression."""
        found = source.column(text)
        if found is None:
            raise NotFoundError(f"{source.name} has no column {text}", where=where, fix="add it to its columns")
        if text in active:
            raise RequestError(f"{source.name}.{text} is computed from itself", where=where, fix="break the cycle")
        if found.expr is not None:
            own = f"{source.name}.{text}"
            tree = self._layer.parsed(found.expr, own)
            return exp.paren(
                bind(tree, lambda each: self._column(path, source, _bare(each, own), own, (*active, text))), copy=False
            )
        return column(text, self._instance(path, text))

    def _instance(self, path: JoinPath, text: str) -> str:
        """Return the alias of the source at the end of a path, and record that the query uses this column there."""
        if path not in self._instances:
            if path[:-1] not in self._instances:
                self._instance(path[:-1], path[-1].keys[0][0])
            self._instances[path] = unique(path[-1].name, self._instances.values())
            self._used[path] = {}
        self._used[path][text] = None
        return self._instances[path]

    def _named_here(self, reference: NameReference, where: str) -> exp.Expr:
        if not reference.labels:
            return self._column((), self.source, reference.name, where)
        found = self.find(reference, where)
        if found.shape is not Shape.TO_ONE:
            raise RequestError(
                f"{reference} has many values for a row of {self.source.name}", where=where, fix="use to-one joins"
            )
        return self.value(found, where)

    def _metric_time(self, where: str) -> ResolvedColumn:
        default = self.source.default_time
        found = self.source.column(default) if default else None
        if found is None:
            raise RequestError(f"{self.source.name} has no {METRIC_TIME}", where=where, fix="give it a default_time")
        return ResolvedColumn((), Shape.TO_ONE, self.source, found)

    def _ambiguous(self, reference: NameReference, paths: tuple[JoinPath, ...], where: str) -> UserError:
        path_texts = [" → ".join([self.source.name, *(step.name for step in path)]) for path in paths]
        choices = [str(choice) for choice in _choices(reference, self.source.name, paths)]
        if len(set(choices)) == len(choices):
            choices_text = "; ".join(
                f"write {choice} for {path}" for choice, path in zip(choices, path_texts, strict=True)
            )
        else:
            choices_text = f"{'; '.join(path_texts)}; give their joins a role or an inverse to tell them apart"
        return AmbiguousNameError(
            f"{reference} can be reached from {self.source.name} in {len(paths)} ways: {choices_text}", where=where
        )

    def _relation(self, path: JoinPath) -> exp.Expr:
        source = self._layer.sources[path[-1].end] if path else self.source
        alias = self._instances[path]
        relation = relation_of(source, self._dialect)
        many = bool(path) and not path[-1].to_one
        if not many and (not path or self._dialect is not SqlDialect.CLICKHOUSE):
            return exp.alias_(relation, name(alias), table=True)
        values = [
            exp.alias_(nullable(column(each, "t"), self._dialect), name(each), copy=False) for each in self._used[path]
        ]
        inner = exp.Select(expressions=values).from_(exp.alias_(relation, name("t"), table=True), copy=False)
        if many:  # duplicates of the used columns would be removed later anyway
            inner.set("distinct", exp.Distinct())
        return inner.subquery(name(alias), copy=False)


def relation_of(source: SemanticSource, dialect: SqlDialect) -> exp.Expr:
    """Return a source's table, or its SQL as a subquery.

    Raises:
        RequestError: The SQL is not one query in the engine's dialect, or the table's name has too many parts.
    """
    if source.sql is None:
        parts = source.table_parts
        if not 1 <= len(parts) <= 3 or not all(parts):
            raise RequestError("table: write [catalog.][schema.]name, or a list of these parts", where=source.name)
        fields = dict(zip(("this", "db", "catalog"), (name(part) for part in reversed(parts)), strict=False))
        return exp.Table(**fields)
    try:
        statements = parse(source.sql, dialect.value)
    except SqlglotError as error:
        raise RequestError(f"sql: {str(error).splitlines()[0]}", where=source.name, fix="correct it") from None
    query = statements[0] if len(statements) == 1 else None
    if not isinstance(query, exp.Query) or any(query.find_all(exp.Into, exp.Lock, exp.DDL, exp.DML, exp.Command)):
        raise RequestError("sql: write one SELECT", where=source.name)
    return exp.Subquery(this=query)


def unique(text: str, taken_names: Collection[str]) -> str:
    """Return a name, with a number appended if the name is taken. Case is ignored, because engines may fold it."""
    folded = {each.lower() for each in taken_names}
    candidates = (text if number == 1 else f"{text}_{number}" for number in itertools.count(1))
    return next(candidate for candidate in candidates if candidate.lower() not in folded)


def _bare(reference: NameReference, where: str) -> str:
    if reference.labels:
        raise RequestError(
            f"{reference} is not a column of the same source, and a computed column can use no others", where=where
        )
    return reference.name


def _choices(reference: NameReference, start: str, paths: Sequence[JoinPath]) -> Iterator[NameReference]:
    """Yield the shortest unambiguous name for each path, if a name can distinguish the path from the others."""
    name_paths = [(start, *(step.name for step in path)) for path in paths]
    for each in name_paths:
        tails = (each[-length:] for length in range(1, len(each) + 1))
        tail = next((tail for tail in tails if sum(other[-len(tail) :] == tail for other in name_paths) == 1), each)
        yield NameReference(tail, reference.name)
