"""Reads the schema registry, which docs/schemas.md describes."""

from typing import Any

import psycopg

Fields = list[dict[str, Any]]


def latest(connection: psycopg.Connection, subject: str) -> tuple[int, Fields]:
    """Return the number and the fields of a subject's latest version."""
    sql = "SELECT number, fields FROM registry.schemas WHERE subject = %s ORDER BY version DESC LIMIT 1"
    return connection.execute(sql, [subject]).fetchone()


def by_number(connection: psycopg.Connection, number: int) -> Fields:
    """Return a schema's fields, given its number."""
    return connection.execute("SELECT fields FROM registry.schemas WHERE number = %s", [number]).fetchone()[0]
