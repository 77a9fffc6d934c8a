"""Send the parcels that changed to Kafka."""

from collections.abc import Iterator
from datetime import datetime

import connections
import psycopg
from messages import Change, Sender

SCHEMA = """
    CREATE SCHEMA IF NOT EXISTS pipeline;
    CREATE TABLE IF NOT EXISTS pipeline.progress (source text PRIMARY KEY, updated_at timestamptz NOT NULL);
    CREATE TABLE IF NOT EXISTS pipeline.published (parcel_id bigint PRIMARY KEY, revision integer NOT NULL);
"""
LONGEST_TRANSACTION = "15 minutes"
# Rows in the order of the index, one by one: all other plans read rows that nobody needs.
BY_INDEX = "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off"
# One row of each transaction of the last minutes. The other rows of a transaction were published with it, or not yet.
_ONE_OF_EACH = """
    (WITH RECURSIVE one AS (
        (SELECT {time} AS began, parcel_id, revision FROM app.{table} WHERE {time} >= %(since)s ORDER BY {time} LIMIT 1)
        UNION ALL
        SELECT more.* FROM one, LATERAL (
            SELECT {time}, parcel_id, revision FROM app.{table} WHERE {time} > one.began ORDER BY {time} LIMIT 1
        ) AS more
    ) SELECT * FROM one)
"""
_NEW_TIMES = f"""
    SELECT o.began FROM (
        {_ONE_OF_EACH.format(table="parcels", time="updated_at")}
        UNION ALL {_ONE_OF_EACH.format(table="deleted_parcels", time="deleted_at")}
    ) AS o LEFT JOIN pipeline.published p USING (parcel_id) WHERE o.revision > coalesce(p.revision, 0)
"""
_ALL = """
    WITH parcels AS MATERIALIZED (SELECT * FROM app.parcels {parcels}),
        deletions AS MATERIALIZED (SELECT * FROM app.deleted_parcels {deletions})
    SELECT parcel_id, revision, false AS is_deleted, depot, state, price, posted_on, updated_at FROM parcels
    UNION ALL
    SELECT parcel_id, max(revision), true, '', '', 0, date '1970-01-01', max(deleted_at)
    FROM deletions GROUP BY parcel_id
"""
EVERYTHING = _ALL.format(parcels="", deletions="")
RECENT = _ALL.format(parcels="WHERE updated_at = ANY(%(times)s)", deletions="WHERE deleted_at = ANY(%(times)s)")
_NEW = """
    SELECT c.* FROM ({}) AS c LEFT JOIN pipeline.published p USING (parcel_id)
    WHERE c.revision > coalesce(p.revision, 0) ORDER BY parcel_id, revision
"""
_SINCE = f"SELECT updated_at - interval '{LONGEST_TRANSACTION}' FROM pipeline.progress WHERE source = 'all'"
_MOVE = """
    INSERT INTO pipeline.progress VALUES ('all', %s)
    ON CONFLICT (source) DO UPDATE SET updated_at = greatest(progress.updated_at, excluded.updated_at)
"""
_KEEP = """
    INSERT INTO pipeline.published SELECT parcel_id, max(revision) FROM ({}) AS c GROUP BY parcel_id
    ON CONFLICT (parcel_id) DO UPDATE SET revision = excluded.revision WHERE published.revision < excluded.revision
"""


def advance(postgres: psycopg.Connection, newest: datetime, source: str = EVERYTHING, times: list | None = None) -> None:
    """Store that the changes of a query were sent, in the transaction that read them."""
    postgres.execute(_MOVE, [newest])
    postgres.execute(_KEEP.format(source), {"times": times})


def rows(postgres: psycopg.Connection, sql: str, parameters: dict | None = None) -> Iterator[tuple]:
    with postgres.cursor(name="changes") as cursor:
        cursor.itersize = 20_000
        yield from cursor.execute(sql, parameters)


def source_of_changes(postgres: psycopg.Connection) -> tuple[str, list[datetime]]:
    """Return a query that has all new changes, and the times of their transactions for it."""
    row = postgres.execute(_SINCE).fetchone()
    if row is None:
        return EVERYTHING, []
    postgres.execute(BY_INDEX)
    return RECENT, [found[0] for found in postgres.execute(_NEW_TIMES, {"since": row[0]})]


def publish(postgres: psycopg.Connection) -> int:
    """Send the changes of the last minutes that are not in the topic. Return the number of messages."""
    sender, newest = Sender(connections.producer()), None
    with postgres.transaction():
        postgres.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        source, times = source_of_changes(postgres)
        for *values, updated_at in rows(postgres, _NEW.format(source), {"times": times}):
            sender.send(Change(*values))
            newest = max(newest or updated_at, updated_at)
        sent = sender.finish()
        if newest:
            advance(postgres, newest, source, times)
    return sent
