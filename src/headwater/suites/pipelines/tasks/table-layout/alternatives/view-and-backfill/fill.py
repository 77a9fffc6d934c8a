"""Create the table and the view that feeds it, and copy earlier rows from raw.usage."""

import os
import sys
from pathlib import Path

from clickhouse_connect import get_client
from clickhouse_connect.driver.exceptions import ClickHouseError

BACKFILL = """
    INSERT INTO analytics.usage
    SELECT
        seq, toDateTime64(ts, 3, 'UTC') AS ts, account, resource, meter, unit,
        if(region = '', NULL, region) AS region, if(plan = '', NULL, plan) AS plan, toDecimal128(value, 6) AS value
    FROM raw.usage
    WHERE seq > {known:UInt64} AND seq NOT IN (SELECT seq FROM analytics.usage WHERE seq > {known:UInt64})
"""


def fill() -> int:
    """Copy the rows that the view has not copied; return how many."""
    client = get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=os.environ["CLICKHOUSE_PORT"],
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    table, view = Path(__file__).with_name("schema.sql").read_text().split(";\n")[:2]
    client.command(table)
    known = client.query("SELECT max(seq) FROM analytics.usage").first_row[0]
    client.command(view)
    return int(client.command(BACKFILL, parameters={"known": known}).written_rows)


try:
    print(f"copied={fill()}")
except ClickHouseError as error:
    sys.exit(f"fill.py could not use ClickHouse: {str(error)[:200]}")
