"""Register a schema: python3 tools/register.py FILE. See docs/schemas.md."""

import json
import sys
from pathlib import Path
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

sys.path.insert(0, str(Path(__file__).parents[1]))
from registry import Field, essence
from wire import FITS, types_of

KNOWN = "SELECT version, number, fields FROM registry.schemas WHERE subject = %s ORDER BY version"
ADD = """
    INSERT INTO registry.schemas (number, subject, version, fields)
    SELECT coalesce(max(number), 0) + 1, %s, coalesce(max(version) FILTER (WHERE subject = %s), 0) + 1, %s
    FROM registry.schemas RETURNING version, number
"""


class RefusedError(Exception):
    """A schema breaks a rule."""


def read(path: str) -> tuple[str, list[Field]]:
    """Read a schema file, and return the subject and the fields."""
    try:
        schema = json.loads(Path(path).read_text())
        subject, fields = schema["subject"], schema["fields"]
        names = [field["name"] for field in fields]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RefusedError(f"{path} is no schema: {type(error).__name__}: {error}") from None
    if not names or not all(isinstance(name, str) and name for name in [subject, *names]):
        raise RefusedError(f"{path} has no subject or no names of fields")
    for field in fields:
        check_field(field, names)
    return subject, fields


def check_field(field: Field, names: list[str]) -> None:
    """Raise RefusedError if a field is invalid in itself, without comparing it to other versions."""
    name = field["name"]
    types: list[Any] = types_of(field) if "type" in field else []
    if names.count(name) > 1:
        raise RefusedError(f"{name} is there twice")
    if not types or not all(isinstance(each, str) and each in FITS for each in types):
        raise RefusedError(f"{name} has no type that we know: {field.get('type')}")
    if "default" in field and not FITS[types[0]](field["default"]):
        raise RefusedError(f"the default of {name} is not of the type {types[0]}")


def check_compatible(new: list[Field], old: list[Field], version: int) -> None:
    """Raise RefusedError if two schemas are not compatible in both directions."""
    ours, theirs = ({field["name"]: field for field in fields} for fields in (new, old))
    for name in sorted(ours.keys() | theirs.keys()):
        if name in ours and name in theirs:
            if types_of(ours[name]) != types_of(theirs[name]):
                raise RefusedError(f"{name} has another type in version {version}")
        elif "default" not in (ours | theirs)[name]:
            where = "is new" if name in ours else "is missing"
            raise RefusedError(f"{name} {where} compared with version {version}, and has no default")


def register(subject: str, fields: list[Field]) -> tuple[int, int]:
    """Return version and number of a schema, which is added unless it is there."""
    with psycopg.connect("", connect_timeout=5) as postgres:
        postgres.execute("LOCK TABLE registry.schemas IN SHARE ROW EXCLUSIVE MODE")
        known = postgres.execute(KNOWN, [subject]).fetchall()
        for version, number, registered in known:
            if essence(registered) == essence(fields):
                return version, number
        for version, _, registered in known:
            check_compatible(fields, registered, version)
        return postgres.execute(ADD, [subject, subject, Jsonb(fields)]).fetchone()


def main(path: str) -> int:
    try:
        subject, fields = read(path)
        version, number = register(subject, fields)
    except (RefusedError, psycopg.Error) as error:
        print(f"register: {' '.join(str(error).split())[:300]}", file=sys.stderr)
        return 1
    print(f"{subject} version={version} number={number}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
