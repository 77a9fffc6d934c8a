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
# Rows in the order of the index, one by one: all other plans read rows that nobody needs.
BY_INDEX = "SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off"
_CHANGED = """
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
# A transaction is loaded as a whole, so one row of each shows whether it is. A scan would read all rows again and again.
_ONE_OF_EACH = """
    WITH RECURSIVE one AS (
        (SELECT {time} AS began, parcel_id, revision FROM app.{table} WHERE {time} >= %(since)s ORDER BY {time} LIMIT 1)
        UNION ALL
        SELECT more.* FROM one, LATERAL (
            SELECT {time}, parcel_id, revision FROM app.{table} WHERE {time} > one.began ORDER BY {time} LIMIT 1
        ) AS more
    ) SELECT began, parcel_id, revision FROM one
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


def new_times(postgres: psycopg.Connection, since: datetime, loaded: dict[int, int]) -> list[datetime]:
    """Return the times of the transactions that ClickHouse has not loaded."""
    postgres.execute(BY_INDEX)
    found = set()
    for table, time in (("parcels", "updated_at"), ("deleted_parcels", "deleted_at")):
        for began, parcel, revision in postgres.execute(_ONE_OF_EACH.format(table=table, time=time), {"since": since}):
            if revision > loaded.get(parcel, 0):
                found.add(began)
    return sorted(found)


def publish(postgres: psycopg.Connection) -> int:
    """Send the recent changes that ClickHouse has not loaded. Return the number of messages."""
    clickhouse = connections.clickhouse()
    connections.run_script(clickhouse, "schema.sql")
    loaded = dict(clickhouse.query(_LOADED).result_rows)
    sender, newest = Sender(connections.producer()), None
    with postgres.transaction():
        postgres.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        parcels, deletions, times = "", "", None
        if since := postgres.execute(_SINCE).fetchone()[0]:
            parcels, deletions = "WHERE updated_at = ANY(%(times)s)", "WHERE deleted_at = ANY(%(times)s)"
            times = new_times(postgres, since, loaded)
        changed = _CHANGED.format(parcels=parcels, deletions=deletions)
        for *values, updated_at in rows(postgres, changed, {"times": times}):
            change = Change(*values)
            if change.revision > loaded.get(change.parcel, 0):
                sender.send(change)
                newest = max(newest or updated_at, updated_at)
        sent = sender.finish()
        if newest:
            advance(postgres, newest)
    return sent
