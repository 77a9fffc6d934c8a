"""Send the parcels that changed to Kafka."""

from collections.abc import Iterator
from datetime import datetime

import connections
import psycopg
from messages import Change, Sender

SCHEMA = """
    CREATE SCHEMA IF NOT EXISTS pipeline;
    CREATE TABLE IF NOT EXISTS pipeline.progress (source text PRIMARY KEY, updated_at timestamptz NOT NULL);
    -- The transactions that were sent, as far back as others can still be open.
    CREATE TABLE IF NOT EXISTS pipeline.sent (began timestamptz PRIMARY KEY);
"""
LONGEST_TRANSACTION = "15 minutes"
# Rows in the order of the index, one by one: all other plans read rows that nobody needs.
BY_INDEX = "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off"
_SINCE = f"SELECT updated_at - interval '{LONGEST_TRANSACTION}' FROM pipeline.progress WHERE source = 'all'"
# Each step reads one row, however many rows the transaction has: a plain scan would read all of them in each run.
_BEGAN = """
    WITH RECURSIVE step AS (
        (SELECT {time} AS began FROM app.{table} WHERE {time} >= %(since)s ORDER BY {time} LIMIT 1)
        UNION ALL
        SELECT following.* FROM step, LATERAL (
            SELECT {time} FROM app.{table} WHERE {time} > step.began ORDER BY {time} LIMIT 1
        ) AS following
    )
    SELECT began FROM step
"""
_RECENT = " UNION ".join(
    f"({_BEGAN.format(table=table, time=time)})"
    for table, time in (("parcels", "updated_at"), ("deleted_parcels", "deleted_at"))
)
_NEW = f"SELECT began FROM ({_RECENT}) AS recent WHERE began NOT IN (SELECT began FROM pipeline.sent)"
_CHANGES = """
    WITH parcels AS MATERIALIZED (  -- or an index on parcel_id could be read as a whole, for the order
        SELECT * FROM app.parcels {parcels}
    ), deletions AS MATERIALIZED (
        SELECT * FROM app.deleted_parcels {deletions}
    )
    SELECT parcel_id, revision, false, depot, state, price, posted_on, updated_at FROM parcels
    UNION ALL
    SELECT parcel_id, max(revision), true, '', '', 0, date '1970-01-01', max(deleted_at)
    FROM deletions GROUP BY parcel_id
    ORDER BY 1, 2
"""
_ALL = _CHANGES.format(parcels="", deletions="")
_CHANGED = _CHANGES.format(parcels="WHERE updated_at = ANY(%(new)s)", deletions="WHERE deleted_at = ANY(%(new)s)")
_MOVE = """
    INSERT INTO pipeline.progress VALUES ('all', %s)
    ON CONFLICT (source) DO UPDATE SET updated_at = greatest(progress.updated_at, excluded.updated_at)
"""


def since(postgres: psycopg.Connection) -> datetime | None:
    """Return the time from which on a transaction may not have been sent, or None if nothing was."""
    row = postgres.execute(_SINCE).fetchone()
    return row[0] if row else None


def advance(postgres: psycopg.Connection, newest: datetime) -> None:
    """Store that all visible changes were sent, in the transaction that read them."""
    postgres.execute(_MOVE, [newest])
    begin = {"since": since(postgres)}
    postgres.execute("DELETE FROM pipeline.sent WHERE began < %(since)s", begin)
    postgres.execute(f"INSERT INTO pipeline.sent {_RECENT} ON CONFLICT DO NOTHING", begin)


def rows(postgres: psycopg.Connection, sql: str, parameters: dict | None = None) -> Iterator[tuple]:
    with postgres.cursor(name="changes") as cursor:
        cursor.itersize = 20_000
        yield from cursor.execute(sql, parameters)


def changes(postgres: psycopg.Connection) -> Iterator[tuple]:
    """Yield what has changed, ordered by parcel and revision."""
    begin = since(postgres)
    if begin is None:
        yield from rows(postgres, _ALL)
        return
    postgres.execute(BY_INDEX)
    new = [row[0] for row in postgres.execute(_NEW, {"since": begin})]
    if new:
        yield from rows(postgres, _CHANGED, {"new": new})


def publish(postgres: psycopg.Connection) -> int:
    """Send all changes that are not in the topic yet. Return the number of messages."""
    sender, newest = Sender(connections.producer()), None
    with postgres.transaction():
        postgres.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        for *values, updated_at in changes(postgres):
            sender.send(Change(*values))
            newest = max(newest or updated_at, updated_at)
        sent = sender.finish()
        if newest:
            advance(postgres, newest)
    return sent
