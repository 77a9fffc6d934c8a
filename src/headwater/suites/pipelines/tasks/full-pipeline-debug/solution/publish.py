"""Send the parcels that changed to Kafka."""

from collections.abc import Iterator
from datetime import datetime

import connections
import psycopg
from messages import Change, Sender

SCHEMA = """
    CREATE SCHEMA IF NOT EXISTS pipeline;
    CREATE TABLE IF NOT EXISTS pipeline.progress (source text PRIMARY KEY, updated_at timestamptz NOT NULL);
    -- Revisions that were sent and can come up again, because other transactions of their time are still open.
    CREATE TABLE IF NOT EXISTS pipeline.sent (
        parcel_id bigint, revision integer, updated_at timestamptz NOT NULL, PRIMARY KEY (parcel_id, revision)
    );
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
    SELECT c.* FROM ({_ALL}) AS c LEFT JOIN pipeline.sent s USING (parcel_id, revision)
    WHERE s.parcel_id IS NULL ORDER BY parcel_id, revision
"""
_SINCE = f"SELECT updated_at - interval '{LONGEST_TRANSACTION}' FROM pipeline.progress WHERE source = 'all'"
_MOVE = """
    INSERT INTO pipeline.progress VALUES ('all', %s)
    ON CONFLICT (source) DO UPDATE SET updated_at = greatest(progress.updated_at, excluded.updated_at)
"""
_KEEP = f"""
    INSERT INTO pipeline.sent SELECT parcel_id, revision, updated_at FROM ({_ALL}) AS c ON CONFLICT DO NOTHING
"""


def since(postgres: psycopg.Connection) -> datetime | str:
    """Return the time from which on a change may not have been sent."""
    row = postgres.execute(_SINCE).fetchone()
    return row[0] if row else "-infinity"


def advance(postgres: psycopg.Connection, newest: datetime) -> None:
    """Store that all visible changes were sent, in the transaction that read them."""
    postgres.execute(_MOVE, [newest])
    begin = {"since": since(postgres)}
    postgres.execute("DELETE FROM pipeline.sent WHERE updated_at < %(since)s", begin)
    postgres.execute(_KEEP, begin)


def rows(postgres: psycopg.Connection, sql: str, parameters: dict | None = None) -> Iterator[tuple]:
    with postgres.cursor(name="changes") as cursor:
        cursor.itersize = 20_000
        yield from cursor.execute(sql, parameters)


def publish(postgres: psycopg.Connection) -> int:
    """Send all changes that are not in the topic yet. Return the number of messages."""
    sender, newest = Sender(connections.producer()), None
    with postgres.transaction():
        postgres.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        for *values, updated_at in rows(postgres, _NEW, {"since": since(postgres)}):
            sender.send(Change(*values))
            newest = max(newest or updated_at, updated_at)
        sent = sender.finish()
        if newest:
            advance(postgres, newest)
    return sent
