"""Merge users.csv into app.users, and reject an invalid file before anything is written.

The connection comes from libpq's variables: PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE.
"""

import csv
import logging
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

import psycopg

HERE = Path(__file__).parent
MERGE = """
    MERGE INTO app.users
    USING unnest(%s::bigint[], %s::text[], %s::text[], %s::date[]) AS listed (id, username, email, created_at)
    ON users.id = listed.id
    WHEN MATCHED AND (users.username, users.email, users.created_at)
        IS DISTINCT FROM (listed.username, listed.email, listed.created_at) THEN
        UPDATE SET username = listed.username, email = listed.email, created_at = listed.created_at
    WHEN NOT MATCHED THEN
        INSERT (id, username, email, created_at) VALUES (listed.id, listed.username, listed.email, listed.created_at)
"""
log = logging.getLogger("load_data")


class BadListError(Exception):
    """The file cannot be loaded; the message names the invalid line."""


class User(NamedTuple):
    """A row in the file."""

    id: int
    username: str
    email: str
    created_at: date


def read_users(path: Path) -> list[User]:
    """Read and validate the whole file; raise BadListError if any row is invalid."""
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        users = [_user(row, reader.line_num) for row in reader]
    for fault in _duplicates(users):
        raise BadListError(fault)
    return users


def _user(row: dict[str, str], line: int) -> User:
    missing = [name for name in User._fields if not (row.get(name) or "").strip()]
    if missing:
        raise BadListError(f"line {line}: {', '.join(missing)} is missing")
    try:
        return User(int(row["id"]), row["username"], row["email"], date.fromisoformat(row["created_at"]))
    except ValueError as error:
        raise BadListError(f"line {line}: {error}") from error


def _duplicates(users: list[User]) -> Iterator[str]:
    for name in ("id", "username"):
        for value, count in Counter(getattr(user, name) for user in users).items():
            if count > 1:
                yield f"{name} {value} is in {count} lines"


def merge(users: list[User]) -> int:
    """Upsert the users in one transaction; return how many rows were inserted or updated."""
    with psycopg.connect("", connect_timeout=10) as connection:
        connection.execute((HERE / "init.sql").read_text())
        columns = [list(column) for column in zip(*users, strict=True)] or [[], [], [], []]
        return connection.execute(MERGE, columns).rowcount


def main() -> int:
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    try:
        users = read_users(HERE / "users.csv")
        changed = merge(users)
    except (BadListError, OSError) as error:
        log.error("users.csv was not loaded: %s", error)
        return 2
    except psycopg.Error as error:
        log.error("the database refused users.csv: %s", error)
        return 1
    log.info("%d people in users.csv, %d rows new or changed", len(users), changed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
