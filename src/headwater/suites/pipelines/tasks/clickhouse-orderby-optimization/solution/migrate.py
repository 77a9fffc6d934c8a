"""Rebuild analytics.events online in the layout of events.sql.

The rows are copied into a second table, which is then atomically exchanged with the first. Rows that
arrived between the copy and the exchange are copied before the old table is dropped. Each step is
idempotent, so that the next run completes an interrupted one.
"""

import os
import re
import sys
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

TABLE = "analytics.events"
REBUILD = "analytics.events_rebuild"
DEFINITION = Path(__file__).with_name("events.sql")
MISSING = f"FROM {REBUILD} WHERE event_id NOT IN (SELECT event_id FROM {TABLE})"


def connect() -> Client:
    """Connect with settings from the environment; a rebuild may take longer than the client's default timeout."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
        send_receive_timeout=3600,
    )


def new_layout() -> str:
    """Return the statement that creates the table in events.sql, under the name of the second table."""
    statement = re.search(r"CREATE TABLE.*?;", DEFINITION.read_text(), re.DOTALL)
    assert statement is not None, f"{DEFINITION.name} creates no table"
    return statement[0].rstrip(";").replace(TABLE, REBUILD, 1)


def sorting_key(client: Client, table: str) -> str | None:
    """Return the sorting key of a table, or None if there is no such table."""
    sql = "SELECT sorting_key FROM system.tables WHERE concat(database, '.', name) = {table:String}"
    rows = client.query(sql, {"table": table}).result_rows
    return rows[0][0] if rows else None


def copy_and_exchange(client: Client) -> None:
    """Fill the second table and exchange it with the first; drop what an earlier run left in it."""
    client.command(f"DROP TABLE IF EXISTS {REBUILD}")
    client.command(new_layout())
    client.command(f"INSERT INTO {REBUILD} SELECT * FROM {TABLE}")
    client.command(f"EXCHANGE TABLES {TABLE} AND {REBUILD}")


def bring_over_the_rest(client: Client) -> int:
    """Copy rows that are only in the old table. Repeat this, because an insert may still have been in progress."""
    brought = 0
    while missing := int(client.command(f"SELECT count() {MISSING}")):
        client.command(f"INSERT INTO {TABLE} SELECT * {MISSING}")
        brought += missing
    return brought


def migrate(client: Client) -> None:
    """Run the remaining steps."""
    if sorting_key(client, TABLE) == "":
        copy_and_exchange(client)
    elif sorting_key(client, REBUILD) is None:
        print(f"{TABLE} has the new layout already; nothing to do")
        return
    brought = bring_over_the_rest(client)
    client.command(f"DROP TABLE {REBUILD}")
    rows = client.command(f"SELECT count() FROM {TABLE}")
    print(f"rebuilt {TABLE}: {rows} rows, {brought} of them arrived meanwhile")


def main() -> int:
    try:
        migrate(connect())
    except ClickHouseError as error:
        print(f"could not rebuild {TABLE}: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
