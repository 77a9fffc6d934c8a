"""The registry of schemas: see docs/schemas.md."""

import json
from pathlib import Path
from typing import Any

import psycopg

Field = dict[str, Any]
SCHEMAS = Path(__file__).with_name("schemas")


class SchemaError(Exception):
    """A schema is not in the registry."""


def essence(fields: list[Field]) -> list[str]:
    """Return what makes a schema: everything but what is for people."""
    return [json.dumps({name: field[name] for name in sorted(field) if name != "doc"}) for field in fields]


def own(postgres: psycopg.Connection, subject: str) -> tuple[int, list[Field]]:
    """Return the schema in our file of a subject, and its number at this site."""
    fields = json.loads((SCHEMAS / f"{subject}.json").read_text())["fields"]
    sql = "SELECT number, fields FROM registry.schemas WHERE subject = %s ORDER BY version DESC"
    for number, registered in postgres.execute(sql, [subject]).fetchall():
        if essence(registered) == essence(fields):
            return number, fields
    raise SchemaError(f"schemas/{subject}.json is not registered here; run tools/register.py")


class Schemas:
    """Schemas by number, each looked up once."""

    def __init__(self, postgres: psycopg.Connection) -> None:
        self._postgres = postgres
        self._known: dict[int, list[Field] | None] = {}

    def of(self, number: int) -> list[Field] | None:
        """Return the fields of a schema, or None if there is none with this number."""
        if number not in self._known:
            found = self._postgres.execute("SELECT fields FROM registry.schemas WHERE number = %s", [number]).fetchone()
            self._known[number] = found[0] if found else None
        return self._known[number]
