"""Reduces SQLGlot's syntax tree to the reduced form of a query, which ``_form`` defines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sqlglot import exp

from headwater.context.lineage._form import (
    ColumnUse,
    Cte,
    EdgeKind,
    Expression,
    Form,
    LineageGap,
    Predicate,
    QueryForm,
    Select,
    SelectOutput,
    SetOperation,
    Star,
)
from headwater.context.lineage._relations import RelationReducer

_ROW_CLAUSES = ("where", "having", "qualify", "prewhere", "connect")


def reduce_query(tree: exp.Expr, dialect: str, sql: str) -> Form:
    """Return the reduced form of a parsed query."""
    form = Form(None, dialect=dialect)
    form.query = _QueryReducer(dialect, sql, form.gaps).query(tree)
    return form


class _QueryReducer(RelationReducer):
    """Reduces queries. The base classes reduce FROM clauses and expressions."""

    def __init__(self, dialect: str, sql: str, gaps: list[LineageGap]) -> None:
        super().__init__(dialect, sql, gaps)
        self._has_patterns = "columns" in sql.lower()

    def query(self, tree: exp.Expr) -> QueryForm:
        """Reduce a query, however many levels of subqueries wrap it."""
        before = dict(self._scalars)
        ctes: list[Cte] = []
        predicates: list[Predicate] = []
        while isinstance(tree, exp.Subquery) and isinstance(tree.this, exp.Query | exp.Pivot):
            ctes += self._ctes(tree)
            predicates += self._limited(tree)
            tree = tree.this
        ctes += self._ctes(tree)
        body: Select | SetOperation
        if isinstance(tree, exp.SetOperation):
            body = self._set_operation(tree)
        elif isinstance(tree, exp.Select):
            body = self._select(tree)
        else:  # this is a table in parentheses, a pivot, or VALUES
            body = Select([Star((), self.offset(tree))], list(self.relation(tree)))
        predicates += self._limited(tree)
        self._scalars = before
        return QueryForm(body, ctes, predicates)

    def _ctes(self, tree: exp.Expr) -> list[Cte]:
        clause = tree.args.get("with_")
        if clause is None:
            return []
        recursive = bool(clause.args.get("recursive"))
        ctes = []
        for item in clause.expressions:
            name, names = self._alias(item)
            if item.args.get("scalar"):
                self._scalars[name] = self.expression(item.this)
                continue
            ctes.append(Cte(name, self.query(item.this), names, recursive))
        return ctes

    def _limited(self, tree: exp.Expr) -> list[Predicate]:
        """Return the sort keys if there is a limit, in which case the order decides which rows exist."""
        order, limit = tree.args.get("order"), tree.args.get("limit") or tree.args.get("offset")
        if order is None or limit is None:
            return []
        return [Predicate(EdgeKind.FILTER, self._key(item.this, EdgeKind.FILTER)) for item in order.expressions]

    def _set_operation(self, tree: exp.SetOperation) -> SetOperation:
        operator = _operator(tree)
        branches = []
        node: exp.Expr = tree
        # A long chain of unions parses to a deep tree. Looping over branches with the same operator avoids recursion.
        while True:
            branches.append(self.query(node.args["expression"]))
            left_operand = node.this
            if (
                operator == "except"
                or not isinstance(left_operand, exp.SetOperation)
                or _operator(left_operand) != operator
            ):
                break
            if any(left_operand.args.get(key) for key in ("with_", "limit")) or _by_name(left_operand) != _by_name(
                node
            ):
                break
            node = left_operand
        branches.append(self.query(node.this))
        return SetOperation(operator, branches[::-1], _by_name(tree))

    def _select(self, tree: exp.Select) -> Select:
        before = self.windows(tree.args.get("windows") or ())
        outputs = [output for item in tree.expressions for output in self._outputs(item)]
        select = Select(outputs, self.relations(tree))
        select.predicates += [
            Predicate(EdgeKind.FILTER, self.expression(item, EdgeKind.FILTER))
            for item in tree.expressions
            if _makes_rows(item)
        ]
        self._add_predicates(tree, select)
        self.restore_windows(before)
        return select

    def _add_predicates(self, tree: exp.Select, select: Select) -> None:
        args, predicates = tree.args, select.predicates
        for key in _ROW_CLAUSES:
            if args.get(key) is not None:
                predicates.append(Predicate(EdgeKind.FILTER, self.expression(args[key], EdgeKind.FILTER)))
        group = args.get("group")
        if group is not None:
            select.keyed = bool(group.args.get("all"))
            predicates += [
                Predicate(EdgeKind.GROUP_KEY, self._key(item, EdgeKind.GROUP_KEY)) for item in _group_items(group)
            ]
        distinct = args.get("distinct")
        if distinct is None:
            return
        on = distinct.args.get("on")
        if on is None:
            select.keyed = True
            return
        predicates.append(Predicate(EdgeKind.GROUP_KEY, self.expression(on, EdgeKind.GROUP_KEY)))
        order = args.get("order")
        if order is not None:
            predicates.append(Predicate(EdgeKind.FILTER, self.expression(order, EdgeKind.FILTER)))

    def _key(self, item: exp.Expr, kind: EdgeKind) -> Expression:
        """Reduce a grouping or sort key. A number is the position of an output."""
        if isinstance(item, exp.Literal) and not item.is_string:
            offset = self.offset(item)
            return Expression([ColumnUse(("", str(item.this)), kind, offset)], [], offset)
        return self.expression(item, kind)

    # outputs

    def _outputs(self, item: exp.Expr) -> Iterator[SelectOutput | Star]:
        if isinstance(item, exp.Star):
            yield self._star(item, ())
        elif isinstance(item, exp.Column) and isinstance(item.this, exp.Star):
            yield self._star(item.this, tuple(self.fold(part) for part in item.parts[:-1]))
        elif isinstance(item, exp.Column):
            yield SelectOutput(self.column_name(item), self.expression(item))
        elif isinstance(item, exp.Aliases):
            expression = self.expression(item.this)
            for name in item.expressions:
                yield SelectOutput(self.column_name(name), expression)
        elif self._has_patterns and (columns := item.find(exp.Columns)) is not None:
            yield self._pattern(columns, EdgeKind.PASSED if columns is item else EdgeKind.TRANSFORMED)
        else:
            yield self._output(item)

    def _output(self, item: exp.Expr) -> SelectOutput:
        expression = self.expression(item)
        alias = item.args.get("alias") if isinstance(item, exp.Alias) else None
        if alias is None:
            return SelectOutput(self.output_name(item), expression)
        expression.offset = self.offset(alias, expression.offset)
        return SelectOutput(self.column_name(alias), expression)

    def _star(self, star: exp.Expr, table: tuple[str, ...]) -> Star:
        args = star.args
        star_form = Star(table, self.offset(star))
        star_form.left_out = tuple(self.column_name(one) for one in args.get("except_") or ())
        star_form.replaced = [self._output(one) for one in args.get("replace") or ()]
        renamed = [one for one in args.get("rename") or () if isinstance(one, exp.Alias)]
        star_form.renamed = {self.column_name(one.this): self.column_name(one.args["alias"]) for one in renamed}
        if len(renamed) < len(args.get("rename") or ()):
            self.gaps.append(LineageGap("RENAME of what is no column", self.offset(star)))
        ilike = args.get("ilike")
        if ilike is not None:
            star_form.pattern = _like_pattern(str(ilike.name))
        return star_form

    def _pattern(self, item: exp.Expr, kind: EdgeKind) -> Star:
        """Reduce DuckDB's ``COLUMNS(…)``."""
        if isinstance(item.this, exp.Star):
            star = self._star(item.this, ())
        else:
            star = Star((), self.offset(item.this))
            if isinstance(item.this, exp.Literal):
                star.pattern = str(item.this.name)[:200]
            else:
                self.gaps.append(
                    LineageGap("COLUMNS of an expression: which ones is not known", self.offset(item.this))
                )
        star.kind = kind
        return star


def _makes_rows(item: exp.Expr) -> bool:
    """Return whether an output is unnested, in which case it determines the number of rows."""
    item = item.unalias() if isinstance(item, exp.Alias) else item.this if isinstance(item, exp.Aliases) else item
    return isinstance(item, exp.Explode | exp.Unnest)


def _operator(tree: exp.Expr) -> str:
    if isinstance(tree, exp.Except):
        return "except"
    if isinstance(tree, exp.Intersect):
        return "intersect"
    return "union" if tree.args.get("distinct") else "union all"


def _by_name(tree: exp.Expr) -> bool:
    return bool(tree.args.get("by_name"))


def _group_items(group: exp.Expr) -> Iterator[exp.Expr]:
    """Yield the keys of a GROUP BY, including those of its grouping sets."""
    for key in ("expressions", "grouping_sets", "cube", "rollup"):
        for item in group.args.get(key) or ():
            if isinstance(item, exp.GroupingSets | exp.Cube | exp.Rollup | exp.Tuple):
                yield from _group_items(item)
            elif isinstance(item, exp.Expr):
                yield item.unnest() if isinstance(item, exp.Paren) else item


def _like_pattern(like: str) -> str:
    return "^" + re.escape(like[:200]).replace("%", ".*").replace("_", ".") + "$"
