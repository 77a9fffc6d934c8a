"""Load new events from raw.events into the tables that docs/model.md describes."""

import logging
import os
import sys
from pathlib import Path

import clickhouse_connect
import payloads
import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

HERE = Path(__file__).parent
BATCH = 20_000
NEW = "SELECT seq, received_at, payload FROM raw.events WHERE seq > %s ORDER BY seq"
COUNTS = "SELECT (SELECT count() FROM analytics.events), (SELECT count() FROM analytics.rejected)"


def load(client: Client, rows: list[tuple[int, object, object]], known: set[str]) -> None:
    """Insert the events with unknown ids from some rows, and the reasons for rejecting the unusable rows."""
    read = [(seq, payloads.read(payload, received_at)) for seq, received_at, payload in rows]
    events = []
    for _, event in read:
        if isinstance(event, payloads.Event) and event.event_id not in known:
            known.add(event.event_id)
            events.append(event.row())
    rejected = [(seq, reason) for seq, reason in read if isinstance(reason, str)]
    if events:
        client.insert("analytics.event_rows", events, column_names=payloads.COLUMNS)
    if rejected:
        client.insert("analytics.rejected_rows", rejected, column_names=["seq", "reason"])


def run(client: Client, postgres: psycopg.Connection) -> list[int]:
    """Bring all tables up to date. Return the numbers of new events and new rejected rows."""
    for statement in [*(HERE / "schema.sql").read_text().split(";\n"), (HERE / "visits.sql").read_text()]:
        if statement.strip():
            client.command(statement)
    last = client.query("SELECT max(seq) FROM analytics.progress").first_row[0]
    before = client.query(COUNTS).first_row
    known = {row[0] for row in client.query("SELECT event_id FROM analytics.event_rows").result_rows}
    newest = last
    with postgres.cursor(name="events") as cursor:
        cursor.execute(NEW, [last])
        while rows := cursor.fetchmany(BATCH):
            load(client, rows, known)
            newest = rows[-1][0]
    if newest > last:
        client.command((HERE / "daily.sql").read_text())
        client.insert("analytics.progress", [[newest]], column_names=["seq"])
    return [now - then for now, then in zip(client.query(COUNTS).first_row, before, strict=True)]


def main() -> int:
    logging.getLogger("clickhouse_connect").setLevel(logging.CRITICAL)  # its log message would duplicate ours
    try:
        client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        with psycopg.connect(os.environ["POSTGRES_URL"]) as postgres:
            events, rejected = run(client, postgres)
    except psycopg.Error as error:
        print(f"Postgres failed: {type(error).__name__}", file=sys.stderr)
        return 1
    except ClickHouseError as error:
        print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)
        return 1
    print(f"events={events} rejected={rejected}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
