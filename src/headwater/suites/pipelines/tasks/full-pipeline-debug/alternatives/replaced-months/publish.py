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
_ALL = """
    SELECT parcel_id, revision, false AS is_deleted, depot, state, price, posted_on, updated_at
    FROM app.parcels WHERE updated_at >= %(since)s
    UNION ALL
    SELECT parcel_id, revision, true, '', '', 0, date '1970-01-01', deleted_at
    FROM app.deleted_parcels WHERE deleted_at >= %(since)s
"""
_NEW = f"""
    SELECT c.* FROM ({_ALL}) AS c LEFT JOIN pipeline.published p USING (parcel_id)
    WHERE c.revision > coalesce(p.revision, 0) ORDER BY parcel_id, revision
"""
_SINCE = f"SELECT updated_at - interval '{LONGEST_TRANSACTION}' FROM pipeline.progress WHERE source = 'all'"
_MOVE = """
    INSERT INTO pipeline.progress VALUES ('all', %s)
    ON CONFLICT (source) DO UPDATE SET updated_at = greatest(progress.updated_at, excluded.updated_at)
"""
_KEEP = f"""
    INSERT INTO pipeline.published SELECT parcel_id, max(revision) FROM ({_ALL}) AS c GROUP BY parcel_id
    ON CONFLICT (parcel_id) DO UPDATE SET revision = excluded.revision WHERE published.revision < excluded.revision
"""


def advance(postgres: psycopg.Connection, newest: datetime, since: datetime | str = "-infinity") -> None:
    """Store that all visible changes since a time were sent, in the transaction that read them."""
    postgres.execute(_MOVE, [newest])
    postgres.execute(_KEEP, {"since": since})


def rows(postgres: psycopg.Connection, sql: str, parameters: dict | None = None) -> Iterator[tuple]:
    with postgres.cursor(name="changes") as cursor:
        cursor.itersize = 20_000
        yield from cursor.execute(sql, parameters)


def publish(postgres: psycopg.Connection) -> int:
    """Send the changes of the last minutes that are not in the topic. Return the number of messages."""
    sender, newest = Sender(connections.producer()), None
    with postgres.transaction():
        postgres.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        row = postgres.execute(_SINCE).fetchone()
        since = row[0] if row else "-infinity"
        for *values, updated_at in rows(postgres, _NEW, {"since": since}):
            sender.send(Change(*values))
            newest = max(newest or updated_at, updated_at)
        sent = sender.finish()
        if newest:
            advance(postgres, newest, since)
    return sent
