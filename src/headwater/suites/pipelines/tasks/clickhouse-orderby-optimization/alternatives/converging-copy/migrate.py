"""Give analytics.events the layout of events.sql, while others read and write it.

`complete` copies the rows that one table has and the other lacks, month by month, so that a month that is there already
is not copied again. Before the exchange it fills the new table, in which an interrupted run may have left rows, and
after the exchange it adds what was written to the old table meanwhile.
"""

import os
import sys
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

EVENTS, REBUILD = "analytics.events", "analytics.events_rebuild"
SORTING_KEY = "region, event_ts, event_id"
KEYS = """
    SELECT concat(database, '.', name), sorting_key FROM system.tables
    WHERE database = 'analytics' AND name IN ('events', 'events_rebuild')
"""


def connect() -> Client:
    """Connect with settings from the environment; copying a month may take longer than the client's default timeout."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
        send_receive_timeout=1800,
    )


def create(client: Client, table: str) -> None:
    """Create a table with the columns and the layout of events.sql, unless there is one."""
    statements = Path(__file__).with_name("events.sql").read_text().split(";\n")
    for statement in statements:
        if "CREATE TABLE" in statement:
            client.command(statement.replace(EVENTS, table))


def complete(client: Client, target: str, source: str) -> int:
    """Copy the rows that only the source has; return how many there were."""
    months = client.query(f"SELECT DISTINCT toYYYYMM(event_ts) FROM {source} ORDER BY 1").result_rows
    copied = 0
    for (month,) in months:
        missing = f"""
            FROM {source} WHERE toYYYYMM(event_ts) = {{month:UInt32}} AND event_id NOT IN
                (SELECT event_id FROM {target} WHERE toYYYYMM(event_ts) = {{month:UInt32}})
        """
        parameters = {"month": month}
        rows = int(client.query(f"SELECT count() {missing}", parameters).first_row[0])
        if rows:
            client.command(f"INSERT INTO {target} SELECT * {missing}", parameters)
            print(f"copied {rows} rows of {month} from {source}")
        copied += rows
    return copied


def migrate(client: Client) -> None:
    """Continue from the step that the tables show."""
    keys = dict(client.query(KEYS).result_rows)
    if keys.get(EVENTS) != SORTING_KEY:
        if keys.get(REBUILD, SORTING_KEY) != SORTING_KEY:
            client.command(f"DROP TABLE {REBUILD}")  # an attempt with another layout
        create(client, REBUILD)
        complete(client, REBUILD, EVENTS)
        client.command(f"EXCHANGE TABLES {EVENTS} AND {REBUILD}")
    elif REBUILD not in keys:
        print(f"{EVENTS} has the layout of events.sql")
        return
    # An insert that began before the exchange can still end in the old table.
    while complete(client, EVENTS, REBUILD):
        print("looking again for rows in the old table")
    client.command(f"DROP TABLE {REBUILD}")
    print(f"{EVENTS} now has the layout of events.sql")


def main() -> int:
    try:
        migrate(connect())
    except ClickHouseError as error:
        reason = str(error).partition("\n")[0]
        print(f"{EVENTS} could not be migrated: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
