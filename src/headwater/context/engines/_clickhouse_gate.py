"""Decides what a query on ClickHouse may use, based on the server's own syntax tree.

``readonly = 1`` blocks writes, changes to settings, and table functions that reach outside the server. It does not
block scalar functions such as ``file('/etc/passwd')``, or tables whose rows are stored elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from headwater.context.engines._base import QueryRefused
from headwater.context.engines._clickhouse_http import Http, ServerError, string

_TABLE_FUNCTIONS = frozenset(
    {
        *("numbers", "numbers_mt", "zeros", "zeros_mt", "generate_series", "generateseries", "generaterandom"),
        *("values", "view", "null"),
    }
)
_NEVER = frozenset(
    {
        *("file", "sleep", "sleepeachrow", "catboostevaluate", "addresstoline", "addresstolinewithinlines"),
        *(
            "addresstosymbol",
            "demangle",
            "getmacro",
            "getclienthttpheader",
            "generateserialid",
            "initializeaggregation",
        ),
        *("filesystemavailable", "filesystemcapacity", "filesystemunreserved", "getserversetting", "transactionid"),
        *("initializeaggregation", "naivebayesclassifier", "tokenizequery"),
    }
)
_STORED = re.compile(r"(Shared|Replicated)?\w*MergeTree|Log|TinyLog|StripeLog|Memory|Set|Join|Null|Buffer")
_VIEWS = frozenset({"View", "MaterializedView", "LiveView", "WindowView"})
_SYSTEM = frozenset({"columns", "databases", "functions", "numbers", "one", "parts", "tables", "data_type_families"})
_FUNCTION = re.compile(r"^ *Function (.+?)(?: \(alias .*)?(?: \(children \d+\))?$")
_TABLE = re.compile(r"^ *TableIdentifier (.+?)(?: \(alias .*)?(?: \(children \d+\))?$")
_DEPTH = 12


@dataclass(frozen=True)
class _ClickHouseQueryUses:
    """The functions and tables that a query uses."""

    functions: frozenset[str]
    table_functions: frozenset[str]
    tables: frozenset[str]


def is_stored(engine: str) -> bool:
    """Return whether a table's rows are stored on this server. Some engines query another server or read a file."""
    return _STORED.fullmatch(engine) is not None


def check(http: Http, sql: str, depth: int = 0) -> None:
    """Check a query, including the views that it reads.

    Raises:
        QueryRefused: The text is not one SELECT, or it uses something that is not allowed, directly or through a view.
    """
    if depth > _DEPTH:
        raise QueryRefused("refused: views are nested too deeply")
    uses = _read(http, sql)
    for name in sorted(uses.table_functions):
        if name.lower() not in _TABLE_FUNCTIONS:
            raise QueryRefused(f"refused: the table function {name}() is not allowed", fix="use tables or numbers()")
    for name in sorted(uses.functions):
        if name.lower() in _NEVER:
            raise QueryRefused(f"refused: the function {name}() is not allowed: it may have side effects")
    for name in sorted(uses.tables):
        _check_table(http, name, depth)


def _check_table(http: Http, name: str, depth: int) -> None:
    """Check one ``table`` or ``database.table``. A name that is not a table is a common table expression."""
    literal = string(name)
    found = http.all_rows(
        "select database, name, engine, as_select from system.tables"
        f" where concat(database, '.', name) = {literal} or (database = currentDatabase() and name = {literal})",
        10,
    )
    schema, _, system_table = name.partition(".")
    if schema.lower() == "system" and system_table not in _SYSTEM:
        raise QueryRefused(f"refused: {name} is a system table", fix=f"only {', '.join(sorted(_SYSTEM))} can be read")
    for database, table, engine, definition in found:
        if database == "system" or database.lower() == "information_schema":
            continue
        if engine in _VIEWS and definition:
            check(http, definition, depth + 1)
        elif not is_stored(engine) and engine not in _VIEWS:
            raise QueryRefused(f"refused: {database}.{table} stores its rows outside this server ({engine})")


def _read(http: Http, sql: str) -> _ClickHouseQueryUses:
    try:
        lines = [str(row[0]) for row in http.all_rows(f"explain ast {sql}", 10)]
    except ServerError as error:
        raise QueryRefused(f"refused: {error}") from None
    if not lines or not re.match(r"Select(WithUnion|IntersectExcept)?Query", lines[0]):
        raise QueryRefused("refused: only SELECT is allowed (also WITH)")
    if any(re.match(r" \S", line) and not line.startswith((" ExpressionList", " Select")) for line in lines):
        raise QueryRefused("refused: FORMAT, SETTINGS and INTO OUTFILE are not allowed")
    functions: set[str] = set()
    table_functions: set[str] = set()
    tables: set[str] = set()
    before = ""
    for line in lines:
        if match := _FUNCTION.match(line):
            # the first child of a table expression is its source
            (table_functions if before.lstrip().startswith("TableExpression") else functions).add(match[1])
        elif match := _TABLE.match(line):
            tables.add(match[1])
        before = line
    return _ClickHouseQueryUses(frozenset(functions), frozenset(table_functions), frozenset(tables))
