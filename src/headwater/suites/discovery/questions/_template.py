"""A writer without a model: it puts the steps of a slice into a sentence, and refuses what it cannot say."""

from __future__ import annotations

import ast

from headwater.suites.discovery.anchors import Anchor
from headwater.suites.discovery.questions._answer import answer_of, guidelines_of
from headwater.suites.discovery.questions._records import Draft, UnwritableError
from headwater.suites.discovery.questions._words import column, condition, value

_AGGREGATES = {
    "count": "the number of known values of {}",
    "max": "the largest {}",
    "mean": "the mean {}",
    "median": "the median {}",
    "min": "the smallest {}",
    "nunique": "the number of different values of {}",
    "std": "the standard deviation of {}",
    "sum": "the total {}",
    "var": "the variance of {}",
}
_ROWS = "the number of records"


class TemplateWriter:
    """Asks for one aggregate of one column, with filters, new columns and at most one grouping."""

    name = "template"

    def write(self, anchor: Anchor) -> Draft:
        """Draft a question; see ``Writer``."""
        *statements, last = ast.parse(anchor.slice).body
        sentence = _Sentence()
        for statement in statements:
            sentence.add(statement)
        match last:
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[shown])):
                wanted = sentence.wanted(shown)
            case _:
                raise UnwritableError("the slice does not end with print", where=anchor.notebook)
        return Draft(
            anchor=anchor,
            question=sentence.question(wanted),
            guidelines=guidelines_of(anchor),
            answer=answer_of(anchor),
            writer=self.name,
        )


class _Sentence:
    """What has been read of a slice."""

    def __init__(self) -> None:
        self._tables: set[str] = set()
        self._filters: list[str] = []
        self._columns: list[str] = []
        self._group = ""

    def add(self, statement: ast.stmt) -> None:
        """Read a statement before the last one."""
        match statement:
            case ast.Import() | ast.ImportFrom():
                pass
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute(attr=reader), args=args)
            ) if reader.startswith("read_") and len(args) == 1:
                self._tables.add(name)
                if len(self._tables) > 1:
                    raise UnwritableError("there are no words for a second file")
            case ast.Assign(targets=[ast.Name(id=name)], value=table):
                self._table(table)
                self._tables.add(name)
            case ast.Assign(
                targets=[ast.Subscript(value=ast.Name(), slice=ast.Constant(value=str(name)))], value=formula
            ):
                self._columns.append(f"{column(name)} is {value(formula)}")
            case _:
                raise UnwritableError(f"there are no words for {ast.unparse(statement)[:120]}")

    def wanted(self, shown: ast.expr) -> str:
        """Read what is printed, and return it in words."""
        match shown:
            case ast.Call(func=ast.Name(id="round"), args=[inner, *_]):
                return self.wanted(inner)
            case ast.Call(func=ast.Name(id="len"), args=[table]):
                self._table(table)
                return _ROWS
            case ast.Subscript(value=ast.Attribute(value=grouped, attr="loc"), slice=ast.Constant(value=label)):
                return self._labelled(grouped, label)
            case ast.Call(func=ast.Attribute(value=measured, attr=name), args=[], keywords=[]) if name in _AGGREGATES:
                return self._aggregate(name, measured)
            case _:
                raise UnwritableError(f"there are no words for {ast.unparse(shown)[:120]}")

    def question(self, wanted: str) -> str:
        """Return the whole sentence."""
        parts = [f"What is {wanted}"]
        conditions = [*self._filters, *([self._group] if self._group else [])]
        if conditions:
            parts.append(f" where {' and '.join(conditions)}")
        if self._columns:
            parts.append(f", if {' and '.join(self._columns)}")
        return f"{''.join(parts)}?"

    def _aggregate(self, name: str, measured: ast.expr) -> str:
        base, what = self._column(measured)
        self._table(base)
        return _AGGREGATES[name].format(column(what))

    def _labelled(self, grouped: ast.expr, label: object) -> str:
        """Read an element of a grouped aggregate."""
        match grouped:
            case ast.Call(func=ast.Attribute(value=measured, attr=name), args=[], keywords=[]):
                pass
            case _:
                raise UnwritableError(f"there are no words for {ast.unparse(grouped)[:120]}")
        if name == "value_counts":
            base, key = self._column(measured)
            self._table(base)
            self._group = f"{column(key)} is {label}"
            return _ROWS
        base, what = (measured, "") if name == "size" else self._column(measured)
        match base:
            case ast.Call(
                func=ast.Attribute(value=table, attr="groupby"), args=[ast.Constant(value=str(key))], keywords=[]
            ):
                self._table(table)
            case _:
                raise UnwritableError(f"there are no words for {ast.unparse(base)[:120]}")
        self._group = f"{column(key)} is {label}"
        if name == "size":
            return _ROWS
        if name not in _AGGREGATES:
            raise UnwritableError(f"there are no words for {name}")
        return _AGGREGATES[name].format(column(what))

    def _column(self, node: ast.expr) -> tuple[ast.expr, str]:
        match node:
            case ast.Attribute(value=base, attr=name) | ast.Subscript(value=base, slice=ast.Constant(value=str(name))):
                return base, name
            case _:
                raise UnwritableError(f"there are no words for {ast.unparse(node)[:120]}")

    def _table(self, node: ast.expr) -> None:
        """Read what a table is made from."""
        match node:
            case ast.Name(id=name) if name in self._tables:
                pass
            case ast.Call(func=ast.Attribute(value=base, attr="copy" | "reset_index")):
                self._table(base)
            case ast.Subscript(value=base, slice=test):
                self._table(base)
                self._filters.append(condition(test))
            case _:
                raise UnwritableError(f"there are no words for {ast.unparse(node)[:120]}")
