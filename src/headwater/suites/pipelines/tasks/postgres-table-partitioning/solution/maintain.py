"""Create the needed partitions of social.activity, and drop those that are too old: maintain.py 2026-05-01."""

import os
import sys
from datetime import UTC, date, datetime

import psycopg
from psycopg import sql

AHEAD = 3
KEPT = 12
PREFIX = "activity_"
PARTITIONS = """
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'social.activity'::regclass AND c.relname <> 'activity_default'
"""
STRAY_MONTHS = """
    SELECT DISTINCT date_trunc('month', occurred_at, 'UTC') FROM social.activity_default WHERE occurred_at < %s
"""
EMPTY = "SELECT NOT EXISTS (SELECT FROM {table})"
STRAYS = "SELECT EXISTS (SELECT FROM social.activity_default WHERE occurred_at < %s)"
CREATE = (
    "CREATE TABLE {table} (LIKE social.activity INCLUDING ALL EXCLUDING IDENTITY)",
    "INSERT INTO {table} SELECT * FROM social.activity_default WHERE occurred_at >= {begin} AND occurred_at < {end}",
)
# References from reports to moved rows are set to NULL before the move, and restored afterwards.
RELEASE = """
    UPDATE social.reports r SET activity_id = NULL FROM {table} a
    WHERE a.activity_id = r.activity_id AND a.occurred_at = r.occurred_at
    RETURNING r.report_id, a.activity_id
"""
ATTACH = (
    "DELETE FROM social.activity_default WHERE occurred_at >= {begin} AND occurred_at < {end}",
    "ALTER TABLE social.activity ATTACH PARTITION {table} FOR VALUES FROM ({begin}) TO ({end})",
)
FORGET = "UPDATE social.reports SET activity_id = NULL WHERE occurred_at < %s AND activity_id IS NOT NULL"


def month(first: date, offset: int = 0) -> datetime:
    """Return the first day of the month that is ``offset`` months after a date."""
    number = first.year * 12 + first.month - 1 + offset
    return datetime(number // 12, number % 12 + 1, 1, tzinfo=UTC)


def name(begin: datetime) -> str:
    """Return the name of the partition for a month."""
    return f"{PREFIX}{begin:%Y_%m}"


def create(connection: psycopg.Connection, begin: datetime) -> None:
    """Create the partition for a month, and move its rows out of the default partition."""
    table = sql.Identifier("social", name(begin))
    end = month(begin, 1)
    span = {"table": table, "begin": sql.Literal(begin), "end": sql.Literal(end)}
    for statement in CREATE:
        connection.execute(sql.SQL(statement).format(**span))
    reports = connection.execute(sql.SQL(RELEASE).format(**span)).fetchall()
    for statement in ATTACH:
        connection.execute(sql.SQL(statement).format(**span))
    for report, activity in reports:
        connection.execute("UPDATE social.reports SET activity_id = %s WHERE report_id = %s", (activity, report))


def is_empty(connection: psycopg.Connection, partition: str) -> bool:
    """Return whether a partition has no rows."""
    query = sql.SQL(EMPTY).format(table=sql.Identifier("social", partition))
    return connection.execute(query).fetchone() == (True,)


def drop(connection: psycopg.Connection, partition: str) -> None:
    """Drop a partition to which no report refers."""
    table = sql.Identifier("social", partition)
    connection.execute(sql.SQL("ALTER TABLE social.activity DETACH PARTITION {}").format(table))
    connection.execute(sql.SQL("DROP TABLE {}").format(table))


def plan(connection: psycopg.Connection, today: date) -> tuple[list[datetime], list[str], bool]:
    """Return the months without a partition, the surplus partitions, and whether rows without one are too old."""
    oldest, newest = month(today, -KEPT), month(today, AHEAD)
    present = {row[0] for row in connection.execute(PARTITIONS)}
    wanted = {month(today, offset) for offset in range(AHEAD + 1)}
    wanted |= {begin for (begin,) in connection.execute(STRAY_MONTHS, (newest,)) if begin >= oldest}
    missing = sorted(begin for begin in wanted if name(begin) not in present)
    past = sorted(each for each in present if each < name(month(today)))
    surplus = [each for each in past if each < name(oldest) or is_empty(connection, each)]
    has_strays = connection.execute(STRAYS, (oldest,)).fetchone() == (True,)
    return missing, surplus, has_strays


def maintain(connection: psycopg.Connection, today: date) -> tuple[int, int]:
    """Create and drop partitions; return how many were created and how many were dropped."""
    oldest = month(today, -KEPT)
    missing, surplus, has_strays = plan(connection, today)
    if missing or surplus or has_strays:
        connection.execute("LOCK TABLE social.activity, social.reports IN ACCESS EXCLUSIVE MODE")
        missing, surplus, has_strays = plan(connection, today)  # the app may have written before the lock
    if surplus or has_strays:
        connection.execute(FORGET, (oldest,))
        connection.execute("DELETE FROM social.activity_default WHERE occurred_at < %s", (oldest,))
    for begin in missing:
        create(connection, begin)
    for partition in surplus:
        drop(connection, partition)
    return len(missing), len(surplus)


def main(arguments: list[str]) -> int:
    """Run the maintenance in one transaction."""
    try:
        today = date.fromisoformat(arguments[0])
    except (IndexError, ValueError):
        print("maintain.py needs the date of today, such as 2026-05-01", file=sys.stderr)
        return 2
    try:
        with psycopg.connect(os.environ["POSTGRES_URL"], options="-c timezone=UTC") as connection:
            connection.execute("SELECT pg_advisory_xact_lock(hashtext('social.activity'))")
            created, dropped = maintain(connection, today)
    except psycopg.Error as error:
        print(f"Postgres: {str(error).strip().splitlines()[0]}", file=sys.stderr)
        return 1
    print(f"created={created} dropped={dropped}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
