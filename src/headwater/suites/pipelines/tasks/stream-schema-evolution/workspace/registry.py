"""The registry of schemas: see docs/schemas.md."""

from typing import Any

import psycopg

Fields = list[dict[str, Any]]


def latest(connection: psycopg.Connection, subject: str) -> tuple[int, Fields]:
    """Return number and fields of the latest version of a subject."""
    sql = "SELECT number, fields FROM registry.schemas WHERE subject = %s ORDER BY version DESC LIMIT 1"
    return connection.execute(sql, [subject]).fetchone()


def by_number(connection: psycopg.Connection, number: int) -> Fields:
    """Return the fields of a schema."""
    return connection.execute("SELECT fields FROM registry.schemas WHERE number = %s", [number]).fetchone()[0]
