"""Phrases the steps of a slice as a question without a model, and rejects steps that it cannot phrase."""

from __future__ import annotations

import ast

from headwater.suites.discovery.anchors import Anchor
from headwater.suites.discovery.questions._answer import answer_of, guidelines_of
from headwater.suites.discovery.questions._names import SliceNames
from headwater.suites.discovery.questions._records import Draft, UnwritableError
from headwater.suites.discovery.questions._words import column, condition, fail_in_words, is_condition, value

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
_PARTIAL = frozenset({"chunksize", "nrows", "skipfooter"})
"""Options that restrict reading to a part of the file."""
_CONVERSIONS = frozenset({"astype", "to_datetime", "to_numeric"})


class TemplateWriter:
    """Writes questions about one aggregate of one column, with filters, computed columns and at most one grouping."""

    name = "template"

    def write(self, anchor: Anchor) -> Draft:
        """Draft a question. See ``Writer``."""
        *statements, last = ast.parse(anchor.slice).body
        sentence = _Sentence()
        for statement in statements:
            sentence.add(statement)
        match last:
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[shown])):
                question = sentence.question(shown)
            case _:
                raise UnwritableError("the slice does not end with print", where=anchor.notebook)
        return Draft(
            anchor=anchor,
            question=question,
            guidelines=guidelines_of(anchor),
            answer=answer_of(anchor),
            writer=self.name,
        )


class _Sentence:
    """Builds a sentence from the statements of a slice."""

    def __init__(self) -> None:
        self._names = SliceNames()
        self._has_table = False
        self._filters: list[str] = []
        self._columns: list[str] = []

    def add(self, statement: ast.stmt) -> None:
        """Add a statement other than the last one."""
        match statement:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call) if _is_read(call):
                self._read(call)
                self._names.keep(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=expression):
                self._names.assign(name, expression)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(
                values
            ):
                for target, expression in zip(targets, values, strict=True):
                    self.add(ast.Assign([target], expression))
            case ast.Assign(
                targets=[ast.Subscript(value=ast.Name(), slice=ast.Constant(value=str(name)))], value=formula
            ):
                if not _is_conversion(formula):
                    self._columns.append(f"{column(name)} is {value(self._names.resolved(formula))}")
            case _:
                fail_in_words(statement)

    def question(self, shown: ast.expr) -> str:
        """Return the complete sentence for the printed expression."""
        asked_value = self._wanted(self._names.resolved(shown))
        conditions = f" where {' and '.join(dict.fromkeys(self._filters))}" if self._filters else ""
        columns = f", if {' and '.join(self._columns)}" if self._columns else ""
        return f"What is {asked_value}{conditions}{columns}?"

    def _read(self, call: ast.Call) -> None:
        if self._has_table:
            raise UnwritableError("there are no words for a second file")
        if _PARTIAL & {each.arg for each in call.keywords}:
            fail_in_words(call)
        self._has_table = True

    def _wanted(self, shown: ast.expr) -> str:
        match shown:
            case ast.Call(func=ast.Name(id="round" | "int" | "float"), args=[inner, *_]):
                return self._wanted(inner)
            case ast.Call(func=ast.Name(id="len"), args=[table]):
                self._table(table)
                return _ROWS
            case ast.BinOp(left=share, op=ast.Mult(), right=ast.Constant(value=100)):
                return self._share(share)
            case ast.Subscript(value=ast.Attribute(value=grouped, attr="loc"), slice=ast.Constant(value=label)):
                return self._labelled(grouped, label)
            case ast.Call(func=ast.Attribute(value=test, attr="sum"), args=[], keywords=[]) if is_condition(test):
                self._test(test)
                return _ROWS
            case ast.Call(func=ast.Attribute(value=measured, attr=name), args=[], keywords=[]) if name in _AGGREGATES:
                return self._aggregate(name, measured)
            case _:
                return fail_in_words(shown)

    def _aggregate(self, name: str, measured: ast.expr) -> str:
        if name == "mean" and is_condition(measured):
            raise UnwritableError("there are no words for a share that is no percentage")
        what = self._column(measured)
        return _AGGREGATES[name].format(what)

    def _share(self, share: ast.expr) -> str:
        match share:
            case ast.Call(func=ast.Attribute(value=test, attr="mean"), args=[], keywords=[]) if is_condition(test):
                for base in _tables_in(test):
                    self._table(base)
                return f"the percentage of records for which {condition(test)}, of all records"
            case _:
                return fail_in_words(share)

    def _labelled(self, grouped: ast.expr, label: object) -> str:
        """Return the words for an element of a grouped aggregate."""
        match grouped:
            case ast.Call(func=ast.Attribute(value=measured, attr="value_counts"), args=[], keywords=[]):
                self._filters.append(f"{self._column(measured)} is {label}")
                return _ROWS
            case ast.Call(func=ast.Attribute(value=base, attr="size"), args=[], keywords=[]):
                self._filters.append(f"{self._group(base)} is {label}")
                return _ROWS
            case ast.Call(
                func=ast.Attribute(
                    value=ast.Attribute(value=base, attr=what)
                    | ast.Subscript(value=base, slice=ast.Constant(value=str(what))),
                    attr=name,
                ),
                args=[],
                keywords=[],
            ) if name in _AGGREGATES:
                self._filters.append(f"{self._group(base)} is {label}")
                return _AGGREGATES[name].format(column(what))
            case _:
                return fail_in_words(grouped)

    def _group(self, base: ast.expr) -> str:
        """Return the column of a single-column grouping."""
        match base:
            case ast.Call(
                func=ast.Attribute(value=table, attr="groupby"), args=[ast.Constant(value=str(key))], keywords=[]
            ):
                self._table(table)
                return column(key)
            case _:
                return fail_in_words(base)

    def _column(self, node: ast.expr) -> str:
        """Return the name of a column in a table."""
        match node:
            case ast.Subscript(
                value=ast.Attribute(value=base, attr="loc"),
                slice=ast.Tuple(elts=[test, ast.Constant(value=str(name))]),
            ):
                self._table(base)
                self._filters.append(condition(test))
                return column(name)
            case ast.Attribute(value=base, attr=name) | ast.Subscript(value=base, slice=ast.Constant(value=str(name))):
                self._table(base)
                return column(name)
            case _:
                return fail_in_words(node)

    def _test(self, test: ast.expr) -> None:
        for base in _tables_in(test):
            self._table(base)
        self._filters.append(condition(test))

    def _table(self, node: ast.expr) -> None:
        """Add the filters that select the rows of a table."""
        match node:
            case ast.Name():
                pass
            case ast.Call(func=ast.Attribute(value=base, attr="copy" | "reset_index")):
                self._table(base)
            case (
                ast.Subscript(value=ast.Attribute(value=base, attr="loc"), slice=test)
                | ast.Subscript(value=base, slice=test)
            ):
                self._table(base)
                self._filters.append(condition(test))
            case _:
                fail_in_words(node)


def _is_read(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr.startswith("read_")


def _is_conversion(formula: ast.expr) -> bool:
    """Return whether a formula only converts the type of a column."""
    return (
        isinstance(formula, ast.Call) and isinstance(formula.func, ast.Attribute) and formula.func.attr in _CONVERSIONS
    )


def _tables_in(test: ast.expr) -> list[ast.expr]:
    """Return the tables whose columns a condition uses, excluding tables nested in other tables."""
    match test:
        case ast.Attribute(value=base, attr="str" | "dt"):
            return _tables_in(base)
        case ast.Attribute(value=base) | ast.Subscript(value=base, slice=ast.Constant()):
            return [base]
        case ast.Call(func=ast.Attribute(value=base)):
            return _tables_in(base)
        case _:
            return [
                each
                for child in ast.iter_child_nodes(test)
                if isinstance(child, ast.expr)
                for each in _tables_in(child)
            ]
