"""Copy new rows from raw.usage into analytics.usage; docs/usage.md describes the rows."""

import os
import sys
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

HERE = Path(__file__).parent
SPAN = 2_500_000
NEWEST = "SELECT max(seq) FROM {table:Identifier}.usage"


def connect() -> Client:
    """Connect with the settings from the environment."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )


def newest(client: Client, database: str) -> int:
    """Return the highest seq in a database's usage table, or 0 if the table is empty."""
    return int(client.query(NEWEST, parameters={"table": database}).result_rows[0][0])


def fill(client: Client) -> int:
    """Copy ranges in the order of seq, beginning with the range in which the last run ended."""
    statement = (HERE / "fill.sql").read_text()
    begin, end = newest(client, "analytics"), newest(client, "raw")
    copied = 0
    for first in range(begin - begin % SPAN, end + 1 if end > begin else 0, SPAN):
        summary = client.command(statement, parameters={"first": first, "last": first + SPAN - 1})
        copied += summary.written_rows
    return copied


def main() -> int:
    """Run the copy once."""
    try:
        client = connect()
        for create in (HERE / "schema.sql").read_text().split(";\n"):
            if create.strip():
                client.command(create)
        copied = fill(client)
    except ClickHouseError as error:
        print(f"ClickHouse: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    print(f"copied={copied}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
