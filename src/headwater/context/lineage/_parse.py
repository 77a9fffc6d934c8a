"""Parses SQL with SQLGlot, within limits, and reduces it to a `Form`."""

from __future__ import annotations

import threading
from importlib.metadata import version

from sqlglot import exp
from sqlglot.dialects import DIALECT_MODULE_NAMES, Dialect
from sqlglot.errors import SqlglotError

from headwater.context._sql_bounds import check_joins, refusal
from headwater.context.lineage._form import Form, LineageGap
from headwater.context.lineage._reduce import reduce_query

_OF_ADAPTER = {
    "sqlserver": "tsql",
    "synapse": "tsql",
    "fabricspark": "spark",
    "athena": "athena",
    "materialize": "materialize",
    "glue": "spark",
    "impala": "hive",
    "timescaledb": "postgres",
    "greenplum": "postgres",
    "cratedb": "postgres",
    "alloydb": "postgres",
    "motherduck": "duckdb",
}


def dialect_of(adapter: str) -> str:
    """Return SQLGlot's name for a dbt adapter's dialect, or an empty string for an unknown adapter."""
    name = _OF_ADAPTER.get(adapter, adapter)
    return name if name in DIALECT_MODULE_NAMES else ""


class _DialectParser:
    """SQLGlot's tokenizer and parser for a dialect.

    The instances are cached, because creating one takes as long as parsing a model.
    """

    def __init__(self, dialect: str) -> None:
        dialect_made = Dialect.get_or_raise(dialect)
        self._tokenizer = dialect_made.tokenizer()
        self._parser = dialect_made.parser()

    def parse(self, sql: str) -> list[exp.Expr]:
        """Return the syntax tree of each statement in a text."""
        tokens = self._tokenizer.tokenize(sql)
        check_joins(sql, tokens)
        trees = self._parser.parse(tokens, sql)
        return [tree for tree in trees if tree is not None]


class _Parsers(threading.local):
    """One parser per dialect and thread."""

    def __init__(self) -> None:
        self._parsers: dict[str, _DialectParser] = {}

    def of(self, dialect: str) -> _DialectParser:
        if dialect not in self._parsers:
            self._parsers[dialect] = _DialectParser(dialect)
        return self._parsers[dialect]


_PARSERS = _Parsers()


def parse_form(sql: str, dialect: str, others: tuple[str, ...] = ()) -> Form:
    """Return the reduced form of the query in a text.

    Args:
        sql: One query. Other statements around it are reported in the form's gaps.
        dialect: SQLGlot's name for the dialect.
        others: Dialects to try if the first one fails. Used for projects that do not declare a dialect.
    """
    refused = refusal(sql)
    if refused is not None:
        return Form(None, [LineageGap(*refused)])
    first: LineageGap | None = None
    for name in dict.fromkeys((dialect, *others)):
        try:
            trees = _PARSERS.of(name).parse(sql)
        except SqlglotError as error:
            first = first or _gap(sql, error)
        except RecursionError:
            return Form(None, [LineageGap("nests too deeply")])
        except (ValueError, TypeError, AttributeError, KeyError, IndexError) as error:
            # SQLGlot may fail on text that is not SQL. This must not affect the project's other models.
            first = first or LineageGap(f"does not parse: {type(error).__name__}: {error}"[:200])
        else:
            return _reduced(trees, name, sql)
    return Form(None, [first or LineageGap("does not parse")])


def _reduced(trees: list[exp.Expr], dialect: str, sql: str) -> Form:
    queries = [tree for tree in trees if isinstance(tree, exp.Query | exp.Pivot)]
    if not queries:
        what = f"is no query but {type(trees[-1]).__name__.upper()}" if trees else "is empty"
        return Form(None, [LineageGap(what)])
    try:
        form = reduce_query(queries[-1], dialect, sql)
    except RecursionError:
        return Form(None, [LineageGap("nests too deeply")])
    if len(trees) > 1:
        form.gaps.append(LineageGap(f"has {len(trees)} statements; its last query is read"))
    return form


def _gap(sql: str, error: SqlglotError) -> LineageGap:
    """Return the parser's error message with its offset."""
    details = getattr(error, "errors", None)
    if not details:
        return LineageGap(f"does not parse: {str(error).splitlines()[0][:200]}")
    line, column = details[0].get("line") or 1, details[0].get("col") or 1
    lines = sql.split("\n")
    offset = sum(len(text) + 1 for text in lines[: line - 1]) + max(0, column - 1)
    near = str(details[0].get("highlight") or "").strip()[:40]
    message = str(details[0].get("description") or "").split(". ")[0]
    return LineageGap(f"does not parse: {message}" + (f" near {near!r}" if near else ""), min(offset, len(sql)))


PARSER = f"sqlglot {version('sqlglot')}"
"""The version of the parser. Forms made by another version are rebuilt."""
