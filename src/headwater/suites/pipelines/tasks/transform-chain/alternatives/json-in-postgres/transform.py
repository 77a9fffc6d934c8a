"""Load the events added to raw.events since the last run into ClickHouse. See docs/operations.md."""

import logging
import os
import sys
from pathlib import Path

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

HERE = Path(__file__).parent
COLUMNS = ["event_id", "visitor", "at", "type", "source", "pattern", "amount"]
SOURCE = COLUMNS.index("source")
DAYS = """
    INSERT INTO analytics.daily_next
    SELECT toDate(v.started_at) AS day, v.source AS source, count(), uniqExact(v.visitor), sum(v.purchases), sum(v.revenue)
    FROM analytics.visits AS v GROUP BY day, source
"""


def add(client: Client, postgres: psycopg.Connection, last: int) -> tuple[int, int, int]:
    """Add new events and rejected rows. Return the last row's seq and the numbers of both."""
    known = {row[0] for row in client.query("SELECT event_id FROM analytics.events").result_rows}
    reported = {row[0] for row in client.query("SELECT seq FROM analytics.rejected").result_rows}
    newest, events, rejected = last, [], []
    for seq, reason, *event in postgres.execute((HERE / "new_events.sql").read_text(), [last]):
        newest = seq
        if reason and seq not in reported:
            rejected.append([seq, reason])
        elif not reason and event[0] not in known:
            known.add(event[0])
            event[SOURCE] = event[SOURCE].lower()  # Postgres's lower() depends on the locale
            events.append(event)
    if events:
        client.insert("analytics.events", events, column_names=COLUMNS)
    if rejected:
        client.insert("analytics.rejected", rejected, column_names=["seq", "reason"])
    return newest, len(events), len(rejected)


def run(client: Client, postgres: psycopg.Connection) -> tuple[int, int]:
    for statement in (HERE / "schema.sql").read_text().split(";\n"):
        if statement.strip():
            client.command(statement)
    last = client.query("SELECT max(seq) FROM analytics.progress").first_row[0]
    newest, events, rejected = add(client, postgres, last)
    if newest > last:
        client.command("TRUNCATE TABLE analytics.daily_next")
        client.command(DAYS)
        client.command("EXCHANGE TABLES analytics.daily AND analytics.daily_next")
        client.insert("analytics.progress", [[newest]], column_names=["seq"])
    return events, rejected


def main() -> int:
    logging.getLogger("clickhouse_connect").setLevel(logging.CRITICAL)
    try:
        client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        with psycopg.connect(os.environ["POSTGRES_URL"]) as postgres:
            events, rejected = run(client, postgres)
    except (psycopg.Error, ClickHouseError) as error:
        name = "Postgres" if isinstance(error, psycopg.Error) else "ClickHouse"
        print(f"{name} cannot be used: {type(error).__name__}", file=sys.stderr)
        return 1
    print(f"events={events} rejected={rejected}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
