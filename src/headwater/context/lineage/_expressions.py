"""Reduces expressions to the columns that they use and how they use each of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlglot import exp

from headwater.context.lineage._form import (
    ROWS,
    ColumnUse,
    EdgeKind,
    Expression,
    Inner,
    LineageGap,
    QueryForm,
    composed,
)
from headwater.context.lineage._names import NameRules
from headwater.dbt.jinja import UNRESOLVED

_NAVIGATION = (
    *(exp.Lag, exp.Lead, exp.FirstValue, exp.LastValue, exp.NthValue, exp.First, exp.Last),
    *(exp.RowNumber, exp.Rank, exp.DenseRank, exp.PercentRank, exp.CumeDist, exp.Ntile),
)
_LEAVES = (exp.Identifier, exp.Literal, exp.DataType, exp.Var, exp.JSONPath, exp.Boolean, exp.Null, exp.IntervalSpan)
_SAME = (exp.Alias, exp.Paren, exp.Where, exp.Having, exp.Qualify, exp.PreWhere, exp.Tuple, exp.Ordered, exp.Order)
_AGGREGATES: dict[type, EdgeKind | None] = {}
_FAMILIES_NAMED_BY_FUNCTION = frozenset({"postgres", "redshift", "materialize", "risingwave", "bigquery"})
_PSEUDO_PREFIXES = ("metadata$", UNRESOLVED)
_PSEUDO = frozenset({"rowid", "_table_suffix", "_partitiontime", "_partitiondate", "rownum", "ctid", "_file_name"})


class Reducer:
    """Reduces expressions. A subclass reduces the subqueries in them.

    Attributes:
        gaps: The parts that could not be interpreted.
    """

    def __init__(self, dialect: str, sql: str, gaps: list[LineageGap]) -> None:
        self.dialect = dialect
        self._sql = sql
        self.gaps = gaps
        self._names = NameRules(dialect)
        self._windows: dict[str, exp.Expr] = {}
        self._scalars: dict[str, Expression] = {}
        """ClickHouse's named expressions, as in ``WITH a + 1 AS b``."""

    def query(self, tree: exp.Expr) -> QueryForm:
        """Reduce a query."""
        raise NotImplementedError

    def offset(self, node: exp.Expr | None, default: int = -1) -> int:
        """Return the offset of a node in the SQL.

        The parser records offsets only for names, literals and functions. Another node gets the offset of its leftmost
        descendant, or, if it is a query, of the parenthesis before that descendant.
        """
        within = False
        while isinstance(node, exp.Expr):
            meta = node._meta
            if meta and "start" in meta:
                start = int(meta["start"])
                return max(0, self._sql.rfind("(", 0, start)) if within else start
            within = within or isinstance(node, exp.Select)
            args = node.args
            inner = args.get("table") if isinstance(node, exp.Column) else None
            node = inner or args.get("this") or next(iter(args.get("expressions") or ()), None)
        return default

    def fold(self, name: Any) -> str:
        """Normalize the case of a name, so that names can be compared. ``column_name`` does this for columns."""
        text = name if isinstance(name, str) else name.args["this"] if type(name) is exp.Identifier else name.name
        return self._names.plain(text)

    def column_name(self, node: exp.Expr) -> str:
        """Return a column's name as the index stores it. Quotes may preserve its case."""
        inner = node if type(node) is exp.Identifier else node.args.get("this")
        if type(inner) is exp.Identifier and inner.args.get("quoted"):
            return self._names.quoted(inner.args["this"])
        return self.fold(node)

    def windows(self, clauses: Iterable[exp.Expr]) -> dict[str, exp.Expr]:
        """Add a select's named windows, and return those of the enclosing select."""
        before = self._windows
        named_windows = {self.fold(clause.this): clause for clause in clauses}
        self._windows = before | named_windows if named_windows else before
        return before

    def restore_windows(self, before: dict[str, exp.Expr]) -> None:
        """Restore the named windows of the enclosing select."""
        self._windows = before

    def expression(self, node: exp.Expr, kind: EdgeKind = EdgeKind.PASSED) -> Expression:
        """Reduce an expression.

        Its columns contribute with the given kind, or with a stronger kind if an operation requires it.
        """
        result = Expression([], [], self.offset(node))
        bare = node.unalias() if isinstance(node, exp.Alias) else node
        while isinstance(bare, exp.Paren):
            bare = bare.this
        if isinstance(bare, exp.Column):
            result.plain = True
            self._column(bare, kind, result)
            return result
        self._collect(bare, kind, result)
        return result

    def _collect(self, node: exp.Expr, kind: EdgeKind, result: Expression) -> None:
        """Walk the tree without recursion, because a sum of thousands of terms is a tree thousands of levels deep."""
        pending: list[tuple[exp.Expr, EdgeKind]] = [(node, kind)]
        hidden: set[str] = set()
        while pending:
            node, kind = pending.pop()
            if isinstance(node, exp.Column):
                self._column(node, kind, result)
            elif isinstance(node, _LEAVES):
                continue
            elif isinstance(node, exp.Query):
                result.inner.append(Inner(self.query(node), kind))
            elif isinstance(node, exp.Star):
                result.uses.append(ColumnUse((ROWS,), kind, self.offset(node)))
            else:
                self._push(node, kind, pending, hidden, result)
        if hidden:
            result.uses = [use for use in result.uses if len(use.parts) > 1 or use.parts[0] not in hidden]

    def _push(
        self,
        node: exp.Expr,
        kind: EdgeKind,
        pending: list[tuple[exp.Expr, EdgeKind]],
        hidden: set[str],
        result: Expression,
    ) -> None:
        """Push the parts of an expression, each with the kind of its contribution."""
        within = _within(node, kind)
        if isinstance(node, exp.Filter):
            pending.append((node.this, within))
            # Like `case when`, a filter on an aggregate decides which values are aggregated, but not which rows exist.
            pending.append((node.args["expression"], _within(node.this, kind)))
            return
        if isinstance(node, exp.Window):
            self._push_window(node, kind, pending)
            return
        if isinstance(node, exp.Exists) and isinstance(node.this, exp.Query):
            result.inner.append(Inner(self.query(node.this), within, exists=True))
            return
        if (
            within is EdgeKind.AGGREGATED
            and isinstance(node, exp.AggFunc)
            and isinstance(node.this, exp.Literal | None)
        ):
            result.uses.append(ColumnUse((ROWS,), within, self.offset(node)))  # count(1) and count() count the rows
        if isinstance(node, exp.Comprehension):
            hidden.add(self.column_name(node.args["expression"]))
        elif isinstance(node, exp.PropertyEQ):
            pending.append((node.args["expression"], within))
            return
        for value in node.args.values():
            if type(value) is list:
                pending += [(item, within) for item in reversed(value) if isinstance(item, exp.Expr)]
            elif isinstance(value, exp.Expr):
                pending.append((value, within))

    def _push_window(self, node: exp.Expr, kind: EdgeKind, pending: list[tuple[exp.Expr, EdgeKind]]) -> None:
        around = kind if kind >= EdgeKind.FILTER else max(kind, EdgeKind.TRANSFORMED)
        alias = node.args.get("alias")
        spec = self._windows.get(self.fold(alias)) if isinstance(alias, exp.Identifier) else None
        for holder in (node, spec):
            if holder is not None:
                parts = [*(holder.args.get("partition_by") or ()), holder.args.get("order")]
                pending += [(part, around) for part in parts if isinstance(part, exp.Expr)]
        pending.append((node.this, kind))

    def _column(self, column: exp.Column, kind: EdgeKind, result: Expression) -> None:
        if isinstance(column.this, exp.Star):
            result.uses.append(
                ColumnUse((*(self.fold(part) for part in column.parts[:-1]), ROWS), kind, self.offset(column))
            )
            return
        args = column.args
        table = args.get("table")
        if table is None:
            name = self.column_name(args["this"])
            if name in _PSEUDO or name.startswith(_PSEUDO_PREFIXES):
                if name.startswith(UNRESOLVED):
                    what = name.removeprefix(UNRESOLVED)
                    self.gaps.append(LineageGap(f"{what} is not known, and stands for SQL here", self.offset(column)))
                return
            if name in self._scalars:
                self._named_expression(self._scalars[name], kind, result)
                return
            parts: tuple[str, ...] = (name,)
        elif args.get("db") is None:
            parts = (self.fold(table), self.column_name(args["this"]))
        else:
            *before, last = column.parts
            parts = (*map(self.fold, before), self.column_name(last))
        result.uses.append(ColumnUse(parts, kind, self.offset(column)))

    def _named_expression(self, expression: Expression, kind: EdgeKind, result: Expression) -> None:
        result.plain = result.plain and expression.plain
        result.uses += [ColumnUse(use.parts, composed(use.kind, kind), use.offset) for use in expression.uses]
        result.inner += [Inner(one.query, composed(one.kind, kind), one.exists) for one in expression.inner]

    def output_name(self, node: exp.Expr) -> str:
        """Return the output name of an expression without an alias, if dialects agree on it."""
        bare = node
        while isinstance(bare, exp.Cast | exp.Paren):
            bare = bare.this
        if isinstance(bare, exp.Column) and node.output_name:
            return self.column_name(bare)
        name = "" if isinstance(node, exp.Literal) else node.output_name
        if name:
            return self.fold(name)
        inner = node
        while self.dialect in _FAMILIES_NAMED_BY_FUNCTION and isinstance(inner, exp.Cast | exp.Paren):
            inner = inner.this
            if inner.output_name:
                return self.fold(inner.output_name)
        if isinstance(inner, exp.Func) and self.dialect in _FAMILIES_NAMED_BY_FUNCTION:
            return str(inner.this if isinstance(inner, exp.Anonymous) else inner.sql_name()).lower()
        if isinstance(node, exp.Count) and isinstance(node.this, exp.Star) and self.dialect == "duckdb":
            return "count_star()"
        return self.fold(node.sql(self.dialect)[:200])


def _within(node: exp.Expr, kind: EdgeKind) -> EdgeKind:
    """Return how a column inside a node contributes to the node's result."""
    if kind >= EdgeKind.FILTER:
        return kind
    cls = type(node)
    if cls not in _AGGREGATES:
        aggregate = isinstance(node, exp.AggFunc | exp.WithinGroup) and not isinstance(node, _NAVIGATION)
        same = isinstance(node, _SAME)
        _AGGREGATES[cls] = EdgeKind.AGGREGATED if aggregate else None if same else EdgeKind.TRANSFORMED
    own = _AGGREGATES[cls]
    return kind if own is None or own < kind else own


def names_in(items: Iterable[exp.Expr], reducer: Reducer) -> tuple[str, ...]:
    """Return the names of the columns and identifiers in a list, including those inside tuples."""
    names: list[str] = []
    for item in items:
        if isinstance(item, exp.Tuple):
            names += names_in(item.expressions, reducer)
        elif isinstance(item, exp.PivotAlias | exp.Alias):
            names += names_in([item.this], reducer)
        else:
            names.append(reducer.column_name(item))
    return tuple(names)
