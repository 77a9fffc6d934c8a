"""Copy new rows from raw.usage into analytics.usage in batches, in the order of seq."""

import os
import sys
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

PORTION = 400_000
ROWS = """
    SELECT seq, toDateTime64(ts, 3, 'UTC') AS ts, account, resource, meter, unit,
           nullIf(region, '') AS region, nullIf(plan, '') AS plan, toDecimal64(value, 6) AS value
    FROM raw.usage WHERE seq > {known:UInt64} ORDER BY seq LIMIT {portion:UInt32}
    FORMAT Native
"""


def copy(client: Client) -> int:
    """Copy batches until none is left, each with one INSERT statement."""
    copied = 0
    while True:
        known = client.command("SELECT max(seq) FROM analytics.usage")
        rows = client.raw_query(ROWS, parameters={"known": known, "portion": PORTION})
        if not rows:
            return copied
        settings = {"min_insert_block_size_rows": PORTION, "max_insert_block_size": PORTION}
        client.raw_insert("analytics.usage", insert_block=rows, fmt="Native", settings=settings)
        there = client.command("SELECT count() FROM analytics.usage WHERE seq > {known:UInt64}", parameters={"known": known})
        copied += int(there)


def main() -> int:
    """Run the copy once."""
    try:
        client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        client.command(Path(__file__).with_name("schema.sql").read_text().rstrip().removesuffix(";"))
        print(f"copied={copy(client)}")
    except ClickHouseError as error:
        print(str(error).splitlines()[0], file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
