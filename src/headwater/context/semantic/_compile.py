"""Compiles a query to SQL: resolves names, aggregates each source at its own grain, and joins groups null-safely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlglot import exp

from headwater.context.semantic._dialects import column, name, to_sql, truncated
from headwater.context.semantic._expression import NameReference, bind
from headwater.context.semantic._fact import Fact, groups
from headwater.context.semantic._graph import Shape
from headwater.context.semantic._layer import SemanticLayer
from headwater.context.semantic._measures import GROUPS, Measures
from headwater.context.semantic._model import Measure
from headwater.context.semantic._query import Compiled, CompiledColumn, MetricQuery, SqlDialect
from headwater.context.semantic._query_names import QueryCondition, QueryDimension, conditions, dimensions
from headwater.context.semantic._rows import ResolvedColumn, SourceRows, unique
from headwater.context.semantic._spine import SourcePaths, spine
from headwater.errors import NotFoundError, RequestError


def compile_query(layer: SemanticLayer, query: MetricQuery, dialect: SqlDialect) -> Compiled:
    """Return the SQL of a query.

    Raises:
        UserError: A name is unknown or ambiguous, or a condition is not allowed. The error says what to write instead.
    """
    return _Compiler(layer, query, dialect).compiled()


class _Compiler:
    def __init__(self, layer: SemanticLayer, query: MetricQuery, dialect: SqlDialect) -> None:
        if not query.measures and not query.dimensions:
            raise RequestError("the query names no measure or dimension", fix="name a measure or a dimension")
        if query.limit is not None and query.limit < 0:
            raise RequestError(f"{query.limit} is negative", where="limit")
        self._layer = layer
        self._query = query
        self._dialect = dialect
        self._notes: dict[str, None] = {}
        self._dimensions = dimensions(layer, query)
        self._conditions = conditions(layer, query)
        self._measures = Measures(layer)
        self._columns: list[tuple[CompiledColumn, exp.Expr]] = [
            (self._answered(each), column(each.alias, GROUPS)) for each in self._dimensions
        ]
        for text in query.measures:
            self._add_measure(text)
        self._having = [self._bound_having(text) for text in query.having]

    def compiled(self) -> Compiled:
        relations, paths = self._relations()
        select = exp.Select(expressions=[exp.alias_(value, name(each.name)) for each, value in self._columns])
        select = select.from_(exp.alias_(exp.Table(this=name(relations[-1][0])), name(GROUPS), table=True), copy=False)
        if self._having:
            select = select.where(*self._having, copy=False)
        if order := self._order():
            select = select.order_by(*order, copy=False)
        if self._query.limit is not None:
            select = select.limit(self._query.limit, copy=False)
        for alias, relation in relations:
            select = select.with_(exp.TableAlias(this=name(alias)), as_=relation, copy=False)
        return Compiled(
            sql=to_sql(select, self._dialect),
            dialect=self._dialect,
            columns=tuple(each for each, _ in self._columns),
            notes=tuple(self._notes),
            database=self._database(paths),
        )

    # Select list

    def _answered(self, dimension: QueryDimension) -> CompiledColumn:
        about = dimension.column.description if dimension.column else None
        return CompiledColumn(dimension.alias, str(dimension.reference), False, dimension.type, about)

    def _add_measure(self, text: str) -> None:
        source, measure = self._measures.find(text, f"measure {text}")
        reference = str(NameReference((source.name,), measure.name))
        if any(each.reference == reference and each.measure for each, _ in self._columns):
            raise RequestError("is requested twice", where=f"measure {text}", fix="remove one of them")
        taken_names = [each.name for each, _ in self._columns]
        short = (
            measure.name if measure.name.lower() not in map(str.lower, taken_names) else f"{source.name}.{measure.name}"
        )
        answered = CompiledColumn(unique(short, taken_names), reference, True, None, measure.description)
        self._columns.append((answered, self._measures.expression(source, measure)))

    def _bound_having(self, text: str) -> exp.Expr:
        where = f"having {text!r}"
        tree = self._layer.parsed(text, where)
        return exp.paren(bind(tree, lambda each: self._in_answer(each, where)), copy=False)

    def _in_answer(self, reference: NameReference, where: str) -> exp.Expr:
        """Return a column of the result, or a measure that the result does not include."""
        if found := self._result_column(str(reference)):
            return found.copy()
        try:
            source, measure = self._layer.measure(reference, where)
        except NotFoundError as error:
            fix = f"{error.fix}; or a column of the answer: {', '.join(each.name for each, _ in self._columns)}"
            raise NotFoundError(error.what, where=error.where, fix=fix) from None
        return self._measures.expression(source, measure)

    def _result_column(self, text: str) -> exp.Expr | None:
        called = [value for each, value in self._columns if each.name == text]
        called += [value for each, value in self._columns if each.reference == text]
        return called[0] if called else None

    def _order(self) -> list[exp.Expr]:
        """Return the requested order, with the dimensions appended to break ties. Nulls always come last."""
        keys: list[tuple[exp.Expr, bool]] = []
        for text in self._query.order_by:
            called, space, direction = text.strip().rpartition(" ")
            descending = direction.lower() == "desc" and bool(space)
            called = called.strip() if space and direction.lower() in ("asc", "desc") else text.strip()
            value = self._result_column(called)
            if value is None:
                names = ", ".join(each.name for each, _ in self._columns)
                raise NotFoundError("no such column", where=f"order by {text}", fix=f"the answer has {names}")
            keys.append((value, descending))
        keys += [(value, False) for each, value in self._columns if not each.measure]
        return [exp.Ordered(this=value.copy(), desc=desc, nulls_first=False) for value, desc in keys]

    # Relations

    def _relations(self) -> tuple[list[tuple[str, exp.Query]], list[SourcePaths]]:
        """Return the common table expressions with their names. The last one has one row per group."""
        by_source: dict[str, dict[str, Measure]] = {}
        for (source, measure), alias in self._measures.aggregations.items():
            by_source.setdefault(source, {})[alias] = measure
        if not by_source:
            paths, members = self._members()
            return self._with_unique_names([("members", members)]), [paths]
        parts: list[tuple[str, exp.Query]] = []
        all_paths = []
        for source, measures in by_source.items():
            rows = SourceRows(self._layer, self._layer.sources[source], self._dialect)
            paths = self._paths(rows)
            all_paths.append(paths)
            parts.append((f"{source}_groups", groups(self._fact(rows, paths, measures), self._layer, self._dialect)))
        self._check_conformed(all_paths)
        if self._query.include_empty and self._dimensions:
            parts.append(("all_groups", spine(self._layer, all_paths, self._dialect)))
        relations = self._with_unique_names(parts)
        if len(relations) > 1:
            measure_sets = [set(measures) for measures in by_source.values()]
            relations += self._with_unique_names([("all_measures", self._combined(relations, measure_sets))], relations)
        return relations, all_paths

    def _paths(self, rows: SourceRows) -> SourcePaths:
        founds = {each: self._dimension(rows, each) for each in self._dimensions}
        filters = []
        for condition in self._conditions:
            where = f"filter {condition.text!r} for the measures of {rows.source.name}"
            filters.append((condition, {own: rows.find(reference, where) for own, reference in condition.names}))
        return SourcePaths(rows.source, founds, filters)

    def _dimension(self, rows: SourceRows, dimension: QueryDimension) -> ResolvedColumn:
        reference, start = dimension.reference, rows.source.name
        where = f"dimension {reference} for the measures of {start}"
        found = rows.find(reference, where)
        if found.column.hidden:
            raise RequestError(f"{reference} is hidden", where=where, fix="only expressions and joins can use it")
        if found.shape is Shape.SHARED and len(reference.labels) == 1:
            way = [step.name for step in found.path]
            full = NameReference(tuple(way[-2:]), reference.name)
            raise RequestError(
                f"rows of {start} have no {reference}, they only share {way[-2]} with it",
                where=where,
                fix=f"group by a column of {way[-2]}, or write {full} to count a row of {start} in each "
                f"{reference.name} that it shares",
            )
        if found.shape is not Shape.TO_ONE:
            self._notes[
                f"A row of {start} counts once in each {reference} that it meets: these groups overlap and do not add "
                f"up to the total."
            ] = None
        return found

    def _fact(self, rows: SourceRows, paths: SourcePaths, measures: dict[str, Measure]) -> Fact:
        values = {}
        for dimension, found in paths.dimensions.items():
            value = rows.value(found, str(dimension.reference))
            values[dimension.alias] = truncated(value, dimension.grain) if dimension.grain else value
        where = [self._filter(rows, condition, founds) for condition, founds in paths.conditions]
        return Fact(rows, values, where, measures)

    def _filter(
        self, rows: SourceRows, condition: QueryCondition, founds: Mapping[NameReference, ResolvedColumn]
    ) -> exp.Expr:
        if many := [found for found in founds.values() if found.shape is not Shape.TO_ONE]:
            way = " → ".join([rows.source.name, *(step.name for step in many[0].path)])
            self._notes[f"Rows of {rows.source.name} are kept where one of theirs has {condition.text} ({way})."] = None
        values = {own: rows.value(found, condition.text) for own, found in founds.items()}
        return bind(condition.tree, lambda each: values[each].copy())

    def _members(self) -> tuple[SourcePaths, exp.Query]:
        """Return the dimensions' values, from a source that contains them or reaches them through to-one joins."""
        source_names: list[str] = []
        for dimension in self._dimensions:
            for source in (
                self._layer.sources_named(dimension.reference.labels[-1]) if dimension.reference.labels else []
            ):
                rows = SourceRows(self._layer, source, self._dialect)
                if all(rows.meets_one(each.reference) for each in self._dimensions):
                    paths = self._paths(rows)
                    fact = self._fact(rows, paths, {})
                    return paths, rows.select(fact.dimensions, fact.where, distinct=True)
                source_names.append(source.name)
        raise RequestError(
            f"no source reaches all dimensions ({', '.join(source_names)})", fix="name a measure to group by them"
        )

    def _check_conformed(self, all_paths: Sequence[SourcePaths]) -> None:
        """Check that each dimension means the same column for the measures of all sources."""
        for dimension in self._dimensions:
            founds = {paths.source.name: paths.dimensions[dimension] for paths in all_paths}
            columns = {f"{found.source.name}.{found.column.name}": start for start, found in founds.items()}
            if len(columns) > 1 and dimension.column is not None:
                columns_text = ", ".join(f"{each} for the measures of {source}" for each, source in columns.items())
                raise RequestError(
                    f"is {columns_text}", where=f"dimension {dimension.reference}", fix="query them separately"
                )

    def _combined(self, relations: Sequence[tuple[str, exp.Query]], measure_sets: Sequence[set[str]]) -> exp.Query:
        """Unite the groups of all sources, with each measure taken from its own source. Joins would lose null groups.

        The first branch determines the type of each column. Columns that are missing from this branch get their types
        from a subquery without rows.
        """
        aliases = list(self._measures.aggregations.values())
        owner = {alias: relation for (relation, _), has in zip(relations, measure_sets, strict=False) for alias in has}
        stacked = []
        for number, (relation, _) in enumerate(relations):
            values: list[exp.Expr] = [column(each.alias, relation) for each in self._dimensions]
            for alias in aliases:
                nothing = _nothing(alias, owner[alias]) if number == 0 else exp.null()
                value = column(alias, relation) if owner[alias] == relation else nothing
                values.append(exp.alias_(value, name(alias)))
            stacked.append(exp.Select(expressions=values).from_(exp.Table(this=name(relation)), copy=False))
        union = exp.union(*stacked, distinct=False, copy=False).subquery(name("stacked"), copy=False)
        keys = [column(each.alias, "stacked") for each in self._dimensions]
        selected = [
            exp.alias_(self._stacked_value(measure, alias), name(alias))
            for (_, measure), alias in self._measures.aggregations.items()
        ]
        select = exp.Select(expressions=[*keys, *selected]).from_(union, copy=False)
        return select.group_by(*(key.copy() for key in keys), copy=False) if keys else select

    @staticmethod
    def _stacked_value(measure: Measure, alias: str) -> exp.Expr:
        value: exp.Expr = exp.Max(this=column(alias, "stacked"))
        counts = measure.agg is not None and measure.agg.counts
        return exp.Coalesce(this=value, expressions=[exp.Literal.number(0)]) if counts else value

    def _with_unique_names(
        self, parts: Sequence[tuple[str, exp.Query]], before: Sequence[tuple[str, exp.Query]] = ()
    ) -> list[tuple[str, exp.Query]]:
        """Name the queries without colliding with the names of the tables that they read."""
        taken_names = {each.name for _, query in (*parts, *before) for each in query.find_all(exp.Table)}
        taken_names |= {alias for alias, _ in before}
        found = []
        for alias, query in parts:
            chosen = unique(alias, taken_names)
            taken_names.add(chosen)
            found.append((chosen, query))
        return found

    def _database(self, all_paths: Sequence[SourcePaths]) -> str | None:
        databases = {paths.source.database for paths in all_paths}
        if len(databases) > 1:
            raise RequestError(
                f"the measures are in several databases ({', '.join(map(str, databases))})", fix="query them separately"
            )
        return databases.pop()


def _nothing(alias: str, relation: str) -> exp.Expr:
    query = exp.Select(expressions=[column(alias, relation)]).from_(exp.Table(this=name(relation)), copy=False)
    return exp.Subquery(this=query.limit(0, copy=False))
