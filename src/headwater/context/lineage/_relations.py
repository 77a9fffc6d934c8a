"""Reduces FROM clauses: tables, queries, functions, joins and pivots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sqlglot import exp

from headwater.context.lineage._expressions import Reducer, names_in
from headwater.context.lineage._form import (
    ColumnUse,
    EdgeKind,
    Expression,
    FromItem,
    LineageGap,
    Pivot,
    Predicate,
    QueryForm,
    Select,
    SelectOutput,
    Star,
    TableFunction,
    TableRef,
)

_FLATTENED = ("seq", "key", "path", "index", "value", "this", "col", "pos")


class RelationReducer(Reducer):
    """Reduces the items of FROM clauses."""

    def relations(self, tree: exp.Expr) -> list[FromItem]:
        """Reduce everything that a select reads from, including joins."""
        args = tree.args
        relations: list[FromItem] = []
        if args.get("from_") is not None:
            relations += self.relation(args["from_"].this)
        for join in args.get("joins") or ():
            relations += self._join(join)
        for lateral in args.get("laterals") or ():
            for relation in self.relation(lateral):
                relation.join = "inner"
                relations.append(relation)
        if relations and args.get("match") is not None:
            relations[-1] = self._matched(relations[-1], args["match"])
        return relations

    def relation(self, item: exp.Expr) -> Iterator[FromItem]:
        """Yield a FROM item, and the items joined to it inside the same parentheses."""
        from_items = list(self._bare(item))
        for pivot in item.args.get("pivots") or ():
            self._add_pivot(from_items[0], pivot)
        yield from from_items
        for join in item.args.get("joins") or ():
            yield from self._join(join)

    def _bare(self, item: exp.Expr) -> Iterator[FromItem]:
        if isinstance(item, exp.Final):  # ClickHouse's FINAL omits rows that have been replaced by newer ones
            item = item.this
        alias, names = self._alias(item)
        offset = self.offset(item)
        if isinstance(item, exp.Subquery) and isinstance(item.this, exp.Table):
            inner = list(self.relation(item.this))
            if alias and len(inner) == 1:
                inner[0].alias = alias
            yield from inner
        elif isinstance(item, exp.Query):
            yield FromItem(alias, self.query(item), names=names, offset=offset)
        elif isinstance(item, exp.Pivot):
            yield self._pivot_statement(item)
        elif isinstance(item, exp.Table) and isinstance(item.this, exp.Identifier | exp.Dot):
            parts = tuple(self.fold(part) for part in item.parts)
            yield FromItem(alias or parts[-1], TableRef(parts, offset), names=names, offset=offset)
        else:
            yield self._function(item, alias, names)

    def _alias(self, item: exp.Expr) -> tuple[str, tuple[str, ...]]:
        alias = item.args.get("alias")
        if not isinstance(alias, exp.TableAlias):
            return (self.fold(alias), ()) if isinstance(alias, exp.Identifier) else ("", ())
        name = self.fold(alias.this) if alias.this else ""
        return name, tuple(self.column_name(one) for one in alias.args.get("columns") or ())

    # joins

    def _join(self, join: exp.Join) -> Iterator[FromItem]:
        kind = str(join.args.get("kind") or "").lower()
        if kind == "array":
            yield self._array_join(join)
            return
        relations = list(self.relation(join.this))
        first = relations[0]
        first.join = kind if kind in ("semi", "anti") else str(join.args.get("side") or "").lower() or "inner"
        if using := join.args.get("using"):
            first.using = tuple(self.column_name(one) for one in using)
            if not isinstance(first.source, TableFunction):  # a function already has edges at its own offset
                first.offset = self.offset(using[0])
        if str(join.args.get("method") or "").upper() == "NATURAL":
            first.using = ("*",)
        condition = join.args.get("on")
        if condition is not None:  # a condition after parentheses belongs to the last relation in them
            last, reduced = relations[-1], self.expression(condition, EdgeKind.JOIN_KEY)
            if last.condition is not None:
                reduced.uses += last.condition.uses
                reduced.inner += last.condition.inner
            last.condition = reduced
        yield from relations

    def _array_join(self, join: exp.Join) -> FromItem:
        """Reduce ClickHouse's array join, which unnests each array under the array's name or an alias."""
        items = [join.this, *join.expressions]
        names = tuple(self.fold(item.alias_or_name) for item in items)
        expression = Expression([], [], self.offset(join.this))
        for item in items:
            expression.uses += self.expression(item, EdgeKind.TRANSFORMED).uses
        return FromItem("", TableFunction(expression, names), "inner", offset=expression.offset)

    def _matched(self, relation: FromItem, match: exp.Expr) -> FromItem:
        """Reduce ``MATCH_RECOGNIZE``. It returns each match's measures with the partition's columns or all columns."""
        args = match.args
        partition = args.get("partition_by") or []
        all_rows = "ALL ROWS" in str(args["rows"].name if args.get("rows") else "").upper()
        kept_outputs: list[SelectOutput | Star] = [
            SelectOutput(self.column_name(one), self.expression(one)) for one in partition
        ]
        measures = [one.this for one in args.get("measures") or ()]
        conditions = [one.this for one in args.get("define") or ()]
        for expression in (*measures, *conditions):
            self._forget_row_names(expression, relation.alias)
        outputs = [Star((), self.offset(match))] if all_rows else kept_outputs
        outputs += [
            SelectOutput(self.column_name(one.args.get("alias") or one), self.expression(one)) for one in measures
        ]
        order = [args["order"]] if args.get("order") is not None else []
        deciding = [
            Predicate(EdgeKind.FILTER, self.expression(one, EdgeKind.FILTER))
            for one in (*partition, *order, *conditions)
        ]
        inner = replace(relation, join="", using=(), condition=None)
        query = QueryForm(Select(outputs, [inner], deciding))
        alias, names = self._alias(match)
        return replace(relation, alias=alias or relation.alias, source=query, names=names, pivots=[])

    def _forget_row_names(self, expression: exp.Expr, relation: str) -> None:
        """Remove the names that a pattern gives to rows: ``down.price`` means the relation's column ``price``."""
        for column in expression.find_all(exp.Column):
            if column.args.get("table") is not None and self.fold(column.args["table"]) != relation:
                column.set("table", None)

    # table functions

    def _function(self, item: exp.Expr, alias: str, names: tuple[str, ...]) -> FromItem:
        wrapped = isinstance(item, exp.Table | exp.Lateral | exp.TableFromRows)
        source = item.this if wrapped and isinstance(item.this, exp.Expr) else item
        offset = self.offset(source)
        if isinstance(source, exp.Query):  # lateral (select …)
            return FromItem(alias, self.query(source), names=names, offset=offset)
        columns: tuple[str, ...]
        if isinstance(source, exp.Values):
            row = next(iter(source.expressions), None)
            width = len(row.expressions) if isinstance(row, exp.Tuple) else 1
            columns = tuple(f"col{index}" for index in range(width))
            return FromItem(alias, TableFunction(self.expression(source), columns), names=names, offset=offset)
        columns, is_open = self._function_columns(source)
        if names:
            names, is_open = names + columns[1:] if isinstance(source, exp.Unnest) else names, False
        elif alias and not is_open and len(columns) == 1:
            names = (alias,)  # the alias can also name a single column: unnest(x) as item
        if isinstance(source, exp.Unnest) and self.dialect == "bigquery" and not names:
            is_open = True  # the fields of its structs become columns
        elif is_open:
            self.gaps.append(LineageGap(f"reads {self.output_name(source)[:60]}, whose columns are not known", offset))
        table_function = TableFunction(self.expression(source, EdgeKind.TRANSFORMED), columns, is_open)
        return FromItem(alias, table_function, names=names, offset=offset)

    def _function_columns(self, source: exp.Expr) -> tuple[tuple[str, ...], bool]:
        """Return a table function's known columns, and whether it may have others."""
        if isinstance(source, exp.Unnest):
            ordinal = source.args.get("offset")
            return ("unnest", *((self.fold(ordinal),) if isinstance(ordinal, exp.Identifier) else ())), False
        if isinstance(source, exp.Explode):
            return _FLATTENED, False
        if isinstance(source, exp.GenerateSeries | exp.ExplodingGenerateSeries | exp.GenerateDateArray):
            return ("generate_series",), False
        return (), True

    # pivots

    def _add_pivot(self, relation: FromItem, pivot: exp.Pivot) -> None:
        """Add a ``PIVOT (…)`` or ``UNPIVOT (…)`` to a relation. The pivot's alias replaces the relation's."""
        alias, names = self._alias(pivot)
        pivot_item = self._unpivot(pivot) if pivot.args.get("unpivot") else self._pivot(pivot)
        pivot_item.aliases = names
        relation.pivots.append(pivot_item)
        relation.alias = alias or relation.alias

    def _pivot(self, pivot: exp.Pivot) -> Pivot:
        fields = [one for one in pivot.args.get("fields") or () if isinstance(one, exp.In)]
        keys = [self.expression(one.this, EdgeKind.TRANSFORMED) for one in fields]
        aggregates = [_joined(self.expression(one, EdgeKind.AGGREGATED), keys) for one in pivot.expressions]
        columns = tuple(self.column_name(one) for one in pivot.args.get("columns") or ())
        per_value = len(columns) // len(aggregates) if aggregates else 0
        expressions = (
            [aggregates[index % len(aggregates)] for index in range(per_value * len(aggregates))]
            if len(aggregates) > 1
            else aggregates
        )
        known = bool(columns) and all(one.args.get("expressions") for one in fields)
        if not known:
            self.gaps.append(LineageGap("PIVOT whose columns only the data know", self.offset(pivot)))
        return Pivot(
            columns,
            tuple(use.parts[-1] for one in (*keys, *aggregates) for use in one.uses),
            expressions,
            keys,
            _group_names(pivot, self),
            open=not known,
        )

    def _unpivot(self, pivot: exp.Pivot) -> Pivot:
        field = next(iter(pivot.args.get("fields") or ()), None)
        into = pivot.args.get("into")
        if field is None:  # DuckDB: unpivot t on a, b into name n value v
            column_list, label = list(pivot.expressions), into.this if into else None
            values = list(into.expressions) if into else []
        else:
            column_list, label, values = list(field.expressions), field.this, list(pivot.expressions)
        if any(isinstance(one, exp.Star | exp.Columns) for one in column_list):
            self.gaps.append(LineageGap("UNPIVOT of columns that are not listed", self.offset(pivot)))
            column_list = [one for one in column_list if not isinstance(one, exp.Star | exp.Columns)]
        names = names_in(values, self) or ("value",)
        names_taken = names_in(column_list, self)
        expressions = [_columns(names_taken[index :: len(names)], self.offset(pivot)) for index in range(len(names))]
        return Pivot(names, names_taken, expressions, label=self.column_name(label) if label is not None else "name")

    def _pivot_statement(self, pivot: exp.Pivot) -> FromItem:
        """Reduce DuckDB's statement ``pivot t on x in (…) using sum(y) group by z``, which is a complete query."""
        relation = next(self.relation(pivot.this))
        if pivot.args.get("unpivot"):
            relation.pivots.append(self._unpivot(pivot))
            return relation
        keys = [one.this if isinstance(one, exp.In) else one for one in pivot.expressions]
        values = [one.expressions for one in pivot.expressions if isinstance(one, exp.In)]
        using = pivot.args.get("using") or ()
        reduced = [self.expression(one, EdgeKind.TRANSFORMED) for one in keys]
        aggregates = [_joined(self.expression(one, EdgeKind.AGGREGATED), reduced) for one in using]
        aggregates = aggregates or [_joined(Expression([], [], self.offset(pivot)), reduced)]
        known = len(values) == len(keys) == 1
        names: list[str] = []
        for value in values[0] if known else ():
            text = self.fold(value.alias_or_name)
            several = len(using) > 1
            names += [f"{text}_{self.output_name(one)}" for one in using] if several else [text]
        if not known:
            self.gaps.append(LineageGap("PIVOT whose columns only the data know", self.offset(pivot)))
        consumed = tuple(use.parts[-1] for one in (*reduced, *aggregates) for use in one.uses)
        expressions = aggregates * len(values[0]) if known and len(aggregates) > 1 else aggregates
        groups = _group_names(pivot, self)
        relation.pivots.append(Pivot(tuple(names), consumed, expressions, reduced, groups, open=not known))
        return relation


def _joined(expression: Expression, keys: Iterable[Expression]) -> Expression:
    """Add the pivot's keys to a pivoted column, which derives both from the aggregate and from these keys."""
    for key in keys:
        expression.uses += key.uses
    expression.plain = False
    return expression


def _columns(names: tuple[str, ...], offset: int) -> Expression:
    return Expression([ColumnUse((name,), EdgeKind.TRANSFORMED, offset) for name in names], [], offset)


def _group_names(pivot: exp.Pivot, reducer: Reducer) -> tuple[str, ...]:
    group = pivot.args.get("group")
    return names_in(group.expressions, reducer) if group is not None else ()
