"""Send the parcels that changed to Kafka."""

from collections.abc import Iterator
from datetime import datetime

import connections
import psycopg
from messages import Change, Sender

SCHEMA = """
    CREATE SCHEMA IF NOT EXISTS pipeline;
    CREATE TABLE IF NOT EXISTS pipeline.watermark (newest timestamptz NOT NULL);
"""
LONGEST_TRANSACTION = "15 minutes"
_CHANGED = """
    SELECT parcel_id, revision, false, depot, state, price, posted_on, updated_at
    FROM app.parcels WHERE updated_at >= %(since)s
    UNION ALL
    SELECT parcel_id, revision, true, '', '', 0, date '1970-01-01', deleted_at
    FROM app.deleted_parcels WHERE deleted_at >= %(since)s
    ORDER BY 1, 2
"""
_SINCE = f"SELECT max(newest) - interval '{LONGEST_TRANSACTION}' FROM pipeline.watermark"
_LOADED = "SELECT parcel_id, max(newest).1 FROM analytics.parcel_states GROUP BY parcel_id"


def advance(postgres: psycopg.Connection, newest: datetime) -> None:
    """Store that all visible changes were sent, in the transaction that read them."""
    largest = postgres.execute("SELECT max(newest) FROM pipeline.watermark").fetchone()[0]
    if largest is None or largest < newest:
        postgres.execute("DELETE FROM pipeline.watermark")
        postgres.execute("INSERT INTO pipeline.watermark VALUES (%s)", [newest])


def rows(postgres: psycopg.Connection, sql: str, parameters: dict | None = None) -> Iterator[tuple]:
    with postgres.cursor(name="changes") as cursor:
        cursor.itersize = 20_000
        yield from cursor.execute(sql, parameters)


def publish(postgres: psycopg.Connection) -> int:
    """Send the recent changes that ClickHouse has not loaded. Return the number of messages."""
    clickhouse = connections.clickhouse()
    connections.run_script(clickhouse, "schema.sql")
    loaded = dict(clickhouse.query(_LOADED).result_rows)
    sender, newest = Sender(connections.producer()), None
    with postgres.transaction():
        postgres.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        since = postgres.execute(_SINCE).fetchone()[0] or "-infinity"
        for *values, updated_at in rows(postgres, _CHANGED, {"since": since}):
            change = Change(*values)
            if change.revision > loaded.get(change.parcel, 0):
                sender.send(change)
                newest = max(newest or updated_at, updated_at)
        sent = sender.finish()
        if newest:
            advance(postgres, newest)
    return sent
