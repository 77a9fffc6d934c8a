"""Maintain the partitions of social.activity: three months ahead and twelve months back."""

import os
import sys
from datetime import UTC, date, datetime

import psycopg
from psycopg.sql import SQL, Identifier, Literal

CHILDREN = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'social.activity'::regclass"
STRAYS = """
    SELECT DISTINCT extract(year FROM occurred_at AT TIME ZONE 'UTC')::int * 12
        + extract(month FROM occurred_at AT TIME ZONE 'UTC')::int - 1
    FROM social.activity_default
"""
MAKE = "CREATE TABLE {child} (LIKE social.activity INCLUDING DEFAULTS INCLUDING CONSTRAINTS)"
MOVE = """
    WITH moved AS (DELETE FROM social.activity_default WHERE occurred_at >= {begin} AND occurred_at < {end} RETURNING *)
    INSERT INTO {child} SELECT * FROM moved
"""
ATTACH = "ALTER TABLE social.activity ATTACH PARTITION {child} FOR VALUES FROM ({begin}) TO ({end})"
RELEASE = "UPDATE social.reports r SET activity_id = NULL FROM {child} a WHERE a.activity_id = r.activity_id"


def start(number):
    return datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC)


def child(number):
    return f"activity_{start(number):%Y_%m}"


def look(connection, this):
    """Return the months to make, the partitions to drop, and whether something is too old for a partition."""
    there = {name.removeprefix("social.") for (name,) in connection.execute(CHILDREN)} - {"activity_default"}
    strays = {number for (number,) in connection.execute(STRAYS)}
    wanted = set(range(this, this + 4)) | {number for number in strays if this - 12 <= number < this}
    made = [number for number in sorted(wanted) if child(number) not in there]
    gone = [name for name in sorted(there) if name < child(this - 12) or (name < child(this) and idle(connection, name))]
    return made, gone, any(number < this - 12 for number in strays)


def idle(connection, name):
    query = SQL("SELECT NOT EXISTS (SELECT FROM {})").format(Identifier("social", name))
    return connection.execute(query).fetchone()[0]


def run(connection, today):
    this = today.year * 12 + today.month - 1
    made, gone, has_old = look(connection, this)
    if made or gone or has_old:
        # The app must not write between the statements.
        connection.execute("LOCK TABLE social.activity, social.reports IN ACCESS EXCLUSIVE MODE")
        made, gone, has_old = look(connection, this)
    for number in made:
        parts = {
            "child": Identifier("social", child(number)),
            "begin": Literal(start(number)),
            "end": Literal(start(number + 1)),
        }
        connection.execute(SQL(MAKE).format(**parts))
        connection.execute("SET LOCAL social.moves = 'yes'")
        connection.execute(SQL(MOVE).format(**parts))
        connection.execute("SET LOCAL social.moves = ''")
        connection.execute(SQL(ATTACH).format(**parts))
    if has_old:
        connection.execute("DELETE FROM social.activity_default WHERE occurred_at < %s", (start(this - 12),))
    for name in gone:
        connection.execute(SQL(RELEASE).format(child=Identifier("social", name)))
        connection.execute(SQL("DROP TABLE {}").format(Identifier("social", name)))
    return len(made), len(gone)


def main():
    try:
        today = date.fromisoformat("".join(sys.argv[1:]))
    except ValueError:
        sys.exit("which day is it? maintain.py YYYY-MM-DD")
    try:
        with psycopg.connect(os.environ["POSTGRES_URL"]) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(777002)")
            print("created={} dropped={}".format(*run(connection, today)))
    except psycopg.Error as error:
        sys.exit(f"database: {str(error).splitlines()[0]}")


if __name__ == "__main__":
    main()
