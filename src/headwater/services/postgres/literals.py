"""Describes how Postgres's addresses appear in code."""

from __future__ import annotations

import re

from headwater.services._literals import HOST, PLACEHOLDER_HOSTS, Literals


def _is_dsn(text: str) -> bool:
    """Return whether a text is a DSN such as `host=localhost port=5432 dbname=app`, with a literal host or port."""
    pairs = [piece.partition("=") for piece in text.split()]
    if len(pairs) < 2 or not all(equals for _, equals, _ in pairs):
        return False
    values = {name: value for name, _, value in pairs}
    host = values.get("host", values.get("hostaddr", ""))
    literal_host = re.fullmatch(HOST, host) is not None and host not in PLACEHOLDER_HOSTS
    return literal_host or values.get("port") == "5432"


LITERALS = Literals(
    ports=frozenset({"5432"}),
    schemes=r"(?:jdbc:)?postgres(?:ql)?(?:\+\w{1,20})?",
    drivers=re.compile(r"psycopg\w*|asyncpg|pg8000"),
    programs=frozenset({"psql", "pg_dump", "pg_restore", "createdb", "pg_isready"}),
    prefixes=r"PG|POSTGRES_?",
    is_dsn=_is_dsn,
)
