"""Upsert users.csv into app.users by id, in one transaction."""

import csv
import os
import sys
from pathlib import Path

import psycopg

HERE = Path(__file__).parent
COLUMNS = ("id", "username", "email", "created_at")
UPSERT = """
    INSERT INTO app.users (id, username, email, created_at)
    SELECT id, username, email, created_at FROM incoming
    ON CONFLICT (id) DO UPDATE
    SET username = excluded.username, email = excluded.email, created_at = excluded.created_at
    WHERE users IS DISTINCT FROM excluded
"""


def read_users(path: Path) -> list[tuple[str, ...]]:
    """Return the rows in the file; raise KeyError if a column is missing."""
    with path.open(newline="") as file:
        return [tuple(row[column] for column in COLUMNS) for row in csv.DictReader(file)]


def load(connection: psycopg.Connection, users: list[tuple[str, ...]]) -> None:
    """Copy the rows into a temporary table and upsert them, in the caller's transaction."""
    connection.execute((HERE / "init.sql").read_text())
    connection.execute("CREATE TEMP TABLE incoming (LIKE app.users) ON COMMIT DROP")
    with connection.cursor().copy("COPY incoming FROM STDIN") as copy:
        for user in users:
            copy.write_row(user)
    connection.execute(UPSERT)


def main() -> int:
    users = read_users(HERE / "users.csv")
    try:
        with psycopg.connect(os.environ["POSTGRES_URL"], connect_timeout=10) as connection:
            load(connection, users)
    except psycopg.Error as error:
        print(f"could not load users: {error}", file=sys.stderr)
        return 1
    print(f"loaded {len(users)} users")
    return 0


if __name__ == "__main__":
    sys.exit(main())
