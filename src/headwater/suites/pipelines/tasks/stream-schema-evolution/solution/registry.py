"""Reads the schema registry, which docs/schemas.md describes."""

import json
from pathlib import Path
from typing import Any

import psycopg

Field = dict[str, Any]
SCHEMAS = Path(__file__).with_name("schemas")
MOST_LOOK_UPS = 9  # of the ten that docs/oncall.md allows


class SchemaError(Exception):
    """A schema is not in the registry."""


def essence(fields: list[Field]) -> list[str]:
    """Return a schema's significant parts, which exclude the documentation."""
    return [json.dumps({name: field[name] for name in sorted(field) if name != "doc"}) for field in fields]


def own(postgres: psycopg.Connection, subject: str) -> tuple[int, list[Field]]:
    """Return the number at this site, and the fields, of the schema in a subject's file."""
    fields = json.loads((SCHEMAS / f"{subject}.json").read_text())["fields"]
    sql = "SELECT number, fields FROM registry.schemas WHERE subject = %s ORDER BY version DESC"
    for number, registered in postgres.execute(sql, [subject]).fetchall():
        if essence(registered) == essence(fields):
            return number, fields
    raise SchemaError(f"schemas/{subject}.json is not registered here; run tools/register.py")


class Schemas:
    """Looks up schemas by number. A look-up takes the schemas of all numbers, since a topic may have many."""

    def __init__(self, postgres: psycopg.Connection) -> None:
        self._postgres = postgres
        self._known: dict[int, list[Field] | None] = {}
        self._look_ups = 0

    def of(self, number: int) -> list[Field] | None:
        """Return a schema's fields, or None if no schema has this number."""
        if number not in self._known and self._look_ups < MOST_LOOK_UPS:
            found = dict(self._postgres.execute("SELECT number, fields FROM registry.schemas").fetchall())
            self._known = self._known | {number: None} | found
            self._look_ups += 1
        return self._known.get(number)
