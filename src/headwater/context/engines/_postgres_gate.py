"""Decides what a query on Postgres may use.

The server enforces the main rules: a read-only transaction, a role that is not a superuser, and one statement at a
time. The gate must block functions with side effects (locking, connecting to other servers, sleeping) and foreign
tables.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from headwater.context._sql_bounds import parse
from headwater.context.engines._base import QueryRefused

if TYPE_CHECKING:
    import psycopg

_HARMLESS = frozenset(
    {
        *("clock_timestamp", "gen_random_uuid", "random", "random_normal", "timeofday", "uuidv4", "uuidv7"),
        *("statement_timestamp", "pg_column_size"),
    }
)
_NEVER = frozenset({"dblink", "query_to_xml", "query_to_xmlschema", "query_to_xml_and_xmlschema", "cursor_to_xml"})
_FUNCTIONS = """
    select p.proname, n.nspname, p.provolatile::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.proname = any(%s)
"""
_PRIVILEGED = """
    select rolsuper or pg_has_role(oid, 'pg_read_server_files', 'member')
        or pg_has_role(oid, 'pg_write_server_files', 'member')
        or pg_has_role(oid, 'pg_execute_server_program', 'member')
    from pg_roles where rolname = session_user
"""


def is_privileged(connection: psycopg.Connection[tuple[Any, ...]]) -> bool:
    """Return whether the role may read or write the server's files or run programs on it.

    The role may also inherit such a right from another role.
    """
    row = connection.execute(_PRIVILEGED).fetchone()
    return row is None or bool(row[0])


def check(connection: psycopg.Connection[tuple[Any, ...]], sql: str) -> str:
    """Check a query and return its permitted form: one SELECT, without a semicolon.

    Args:
        connection: A connection with only the server's own schema in its search path.
        sql: The query as given.

    Raises:
        QueryRefused: The text is not one SELECT, or uses something that is not allowed.
    """
    statement = _parsed(sql)
    names = sorted(_functions(statement))
    found = connection.execute(_FUNCTIONS, [names]).fetchall()
    for name, schema, volatile in sorted(found):
        if name in _NEVER or (volatile == "v" and name not in _HARMLESS):
            raise QueryRefused(f"refused: the function {name}() is not allowed: it may have side effects")
        if schema != "pg_catalog":
            raise QueryRefused(f"refused: the function {schema}.{name}() is not built in")
    return _without_semicolon(sql)


def _without_semicolon(sql: str) -> str:
    """Remove the final semicolon and any comments after it."""
    import sqlglot

    ends = [
        token.start
        for token in sqlglot.tokenize(sql, read="postgres")
        if token.token_type is sqlglot.TokenType.SEMICOLON
    ]
    return sql[: ends[0]] if ends else sql


def check_plan(plan: str | list[Any]) -> None:
    """Check the server's plan for a query.

    Raises:
        QueryRefused: The plan contains a foreign table, which would query another server or read a file.
    """
    for node in _nodes(json.loads(plan) if isinstance(plan, str) else plan):
        if node.get("Node Type") == "Foreign Scan":
            relation = node.get("Relation Name", "a foreign table")
            raise QueryRefused(f"refused: {relation} is a foreign table: its rows are outside this database")


def _parsed(sql: str) -> Any:
    from sqlglot import exp
    from sqlglot.errors import SqlglotError

    try:
        statements = [one for one in parse(sql, "postgres") if one and not isinstance(one, exp.Semicolon)]
    except SqlglotError as error:
        raise QueryRefused(f"refused: cannot be parsed: {str(error).splitlines()[0]}") from None
    if len(statements) != 1:
        raise QueryRefused(f"refused: one SELECT at a time; these are {len(statements)} statements")
    statement = statements[0]
    if not isinstance(statement, exp.Query | exp.Values) or statement.find(exp.Into, exp.Lock, exp.DML, exp.Command):
        raise QueryRefused("refused: only SELECT is allowed (also WITH and VALUES), without INTO and FOR UPDATE")
    return statement


def _functions(statement: Any) -> Iterator[str]:
    """Yield the name of every called function, both as written and in lower case."""
    from sqlglot import exp

    for node in statement.find_all(exp.Func):
        name = node.name if isinstance(node, exp.Anonymous) else node.sql_name()
        yield name
        yield name.lower()


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    if isinstance(tree, dict):
        yield tree
    for child in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from _nodes(child)
