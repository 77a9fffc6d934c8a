"""Decides what a query on DuckDB may use, based on the engine's own syntax tree.

The connection itself blocks access to files, the network and extensions. The gate must block table functions that read
memory by address (``arrow_scan``), run SQL from text, or change the engine. It must also block views and macros in a
hostile database that use such functions.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from headwater.context.engines._base import QueryRefused

if TYPE_CHECKING:
    import duckdb

_REPEATED = re.compile(r"^LINE \d+:.*(?:\n *\^+)?", re.MULTILINE)
_TABLE_FUNCTIONS = frozenset(
    {
        *("duckdb_columns", "duckdb_constraints", "duckdb_indexes", "duckdb_keywords", "duckdb_schemas"),
        *("duckdb_sequences", "duckdb_tables", "duckdb_types", "duckdb_views"),
        *("pragma_show", "pragma_storage_info", "pragma_table_info", "pragma_version"),
        *("generate_series", "histogram", "histogram_values", "json_each", "json_tree", "range", "repeat"),
        *("repeat_row", "summary", "unnest"),
    }
)
_NEVER = frozenset({"add_parquet_key", "currval", "nextval", "setseed", "sleep_ms", "write_log"})

_MOST_KNOWN = 10_000


@dataclass(frozen=True)
class QueryUses:
    """The functions and relations that a statement uses."""

    table_functions: frozenset[str]
    functions: frozenset[str]
    tables: frozenset[tuple[str, str]]
    """The schema, or "", and the name of each table."""
    ctes: frozenset[str] = frozenset()
    """The names of the common table expressions in all parts of the statement."""
    shows: bool = False
    """Whether the statement reads the result of DESCRIBE, SHOW or SUMMARIZE."""


_KNOWN_USES: dict[bytes, QueryUses | None] = {}
"""What each definition uses, keyed by the digest of its SQL. This does not depend on the database or connection."""


class QueryParser:
    """The engine's parser, on an empty connection so that a hostile database cannot replace parts of the parser."""

    def __init__(self) -> None:
        import duckdb

        self._connection = duckdb.connect(config={"enable_external_access": "false", "threads": 1})

    def parse(self, sql: str) -> ParsedQuery:
        """Parse one SELECT.

        Raises:
            QueryRefused: The text does not parse, or is not exactly one SELECT.
        """
        import duckdb

        with self._connection.cursor() as cursor:
            try:
                row = cursor.execute("select json_serialize_sql(?)", [sql]).fetchone()
                tree = json.loads(row[0]) if row else {}
                if tree.get("error_type") == "not implemented":
                    raise QueryRefused("refused: only SELECT is allowed (also WITH, VALUES, FROM, DESCRIBE, SUMMARIZE)")
                if tree.get("error"):
                    raise QueryRefused(f"refused: {tree.get('error_message', 'cannot be parsed')}")
                statements = tree["statements"]
                if len(statements) != 1:
                    raise QueryRefused(f"refused: one SELECT at a time; these are {len(statements)} statements")
                row = cursor.execute("select json_deserialize_sql(?::json)", [row[0] if row else ""]).fetchone()
                return ParsedQuery(row[0] if row else "", _collect(statements[0]))
            except duckdb.Error as error:
                raise QueryRefused(f"refused: cannot be parsed: {first_line(error)}") from None
            except RecursionError:
                raise QueryRefused("refused: it nests too deeply") from None


@cache
def shared_parser() -> QueryParser:
    """Return the parser shared by the whole process."""
    return QueryParser()


@dataclass(frozen=True)
class ParsedQuery:
    """A parsed statement.

    Attributes:
        sql: SQL generated from the syntax tree, so that the statement that runs is exactly the one that was checked. It
            contains no comments or semicolons.
    """

    sql: str
    uses: QueryUses


@dataclass(frozen=True)
class QueryGuard:
    """Checks queries on one database.

    Attributes:
        unsafe: The views and macros in the database that queries must not use, each name with the reason.
        macros: The names of the database's safe table macros.
    """

    parser: QueryParser
    unsafe: Mapping[str, str]
    macros: frozenset[str] = frozenset()

    def check(self, sql: str) -> ParsedQuery:
        """Check a query and return its permitted form.

        Raises:
            QueryRefused: The text is not one read-only statement, or uses something that is not allowed.
        """
        parsed = self.parser.parse(sql)
        reason = self.objection(parsed.uses)
        if reason is not None:
            raise QueryRefused(f"refused: {reason}")
        return parsed

    def objection(self, uses: QueryUses) -> str | None:
        """Return the reason why functions or relations are refused, or None if all are allowed."""
        for name in sorted(uses.table_functions | uses.functions):
            if name in self.unsafe:
                return f"{name}(): {self.unsafe[name]}"
        for name in sorted(uses.table_functions - _TABLE_FUNCTIONS - self.macros):
            return f"the table function {name}() is not allowed; only tables, views and generators of rows are"
        for name in sorted(uses.functions & _NEVER):
            return f"the function {name}() is not allowed: it may have side effects"
        for _, name in sorted(uses.tables):
            if name in self.unsafe:
                return f"{name}: {self.unsafe[name]}"
        return None


def guard_of(connection: duckdb.DuckDBPyConnection, parser: QueryParser) -> QueryGuard:
    """Check the views and macros in a database. A view or macro that uses an unsafe one is unsafe as well."""
    bodies = list(_bodies(connection))
    macros = frozenset(name for name, _, is_table_macro in bodies if is_table_macro)
    uses: dict[str, list[QueryUses]] = {}
    unsafe: dict[str, str] = {}
    for name, sql, _ in bodies:
        found_uses = _uses_of(sql, parser)
        if found_uses is None:
            unsafe[name] = "its definition cannot be checked"
        else:
            uses.setdefault(name, []).append(found_uses)
    while True:
        # Each round finds the definitions that use one found in the previous round.
        gate = QueryGuard(parser, unsafe, macros - unsafe.keys())
        found = {
            name: reason
            for name, parts in uses.items()
            if name not in unsafe
            for part in parts
            if (reason := gate.objection(part)) is not None
        }
        if not found:
            return gate
        unsafe = {**unsafe, **{name: f"its definition uses what is not allowed: {why}" for name, why in found.items()}}


def _uses_of(sql: str, parser: QueryParser) -> QueryUses | None:
    """Return the functions and relations that a definition uses, or None if the definition does not parse.

    The result is cached, because a database can have hundreds of definitions, of which few change.
    """
    key = hashlib.blake2b(sql.encode(errors="replace"), digest_size=16).digest()
    if key not in _KNOWN_USES:
        if len(_KNOWN_USES) >= _MOST_KNOWN:
            _KNOWN_USES.clear()
        try:
            _KNOWN_USES[key] = parser.parse(sql).uses
        except QueryRefused:
            _KNOWN_USES[key] = None
    return _KNOWN_USES[key]


def _bodies(connection: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, str, bool]]:
    views = connection.execute("select view_name, sql from duckdb_views() where not internal").fetchall()
    for name, sql in views:
        # the engine writes "CREATE VIEW name(columns) AS body;", and its tokenizer finds the beginning of the body
        yield name.lower(), _body_of_view(sql), False
    macros = connection.execute(
        "select function_name, function_type, macro_definition from duckdb_functions()"
        " where not internal and macro_definition is not null"
    ).fetchall()
    for name, kind, definition in macros:
        is_table = kind == "table_macro"
        yield name.lower(), definition if is_table else f"select {definition}", is_table


def _body_of_view(sql: str) -> str:
    import duckdb

    encoded = sql.encode()  # the tokenizer counts bytes
    for start, kind in duckdb.tokenize(sql):
        if kind == duckdb.token_type.keyword and encoded[start : start + 2].lower() == b"as":
            return encoded[start + 2 :].decode()
    return sql


def _collect(tree: Any) -> QueryUses:
    table_functions: set[str] = set()
    functions: set[str] = set()
    tables: set[tuple[str, str]] = set()
    ctes: set[str] = set()
    shows = False
    for node in _nodes(tree):
        if "cte_map" in node:
            ctes.update(str(entry["key"]).lower() for entry in node["cte_map"]["map"])
        shows |= node.get("type") == "SHOW_REF"
        if node.get("type") == "TABLE_FUNCTION":
            table_functions.add(str(node["function"]["function_name"]).lower())
        if node.get("class") in ("FUNCTION", "WINDOW") and "function_name" in node:
            functions.add(str(node["function_name"]).lower())
        if node.get("type") == "BASE_TABLE":
            tables.add((str(node["schema_name"]).lower(), str(node["table_name"]).lower()))
    names = frozenset(functions - table_functions), frozenset(tables), frozenset(ctes)
    return QueryUses(frozenset(table_functions), *names, shows)


def _nodes(tree: Any) -> Iterator[Mapping[str, Any]]:
    waiting: list[Any] = [tree]
    while waiting:  # iterative, because queries may nest deeper than Python's recursion limit
        node = waiting.pop()
        if isinstance(node, Mapping):
            yield node
            waiting.extend(node.values())
        elif isinstance(node, Sequence) and not isinstance(node, str):
            waiting.extend(node)


def first_line(error: BaseException) -> str:
    """Return the first line of an error, without the part that repeats the query."""
    text = str(error).strip()
    line = text.splitlines()[0] if text else type(error).__name__
    return _cut(line)


def with_hint(error: BaseException) -> str:
    """Return an engine's error in one line, including its suggestions but not the part that repeats the query."""
    text = _REPEATED.sub("", str(error))
    return _cut(" ".join(text.split()) or type(error).__name__)


def _cut(line: str) -> str:
    return line if len(line) <= 300 else line[:300] + "…"
