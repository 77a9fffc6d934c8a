"""Update viewable_impressions and viewable_spend in analytics.metric_daily."""

import os
import sys
from collections import defaultdict
from datetime import UTC, datetime

import clickhouse_connect
import psycopg
import viewability
from clickhouse_connect.driver.exceptions import ClickHouseError

NAMES = ["metric", "campaign_id", "day", "value", "definition", "computed_at"]
STORED = f"SELECT {', '.join(NAMES)} FROM analytics.metric_daily WHERE metric LIKE 'viewable%'"

REPLACE = """
    ALTER TABLE analytics.metric_daily REPLACE PARTITION (0, {month:UInt32}) FROM analytics.metric_daily_month
"""


def run(postgres, clickhouse):
    """Replace the months that differ; return the number of changed figures."""
    postgres.execute("SELECT pg_advisory_lock(hashtext('metric_daily'))")
    # The purge goes on meanwhile: all statements have to see the same impressions and the same retention.
    postgres.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    first = viewability.first_days(postgres)
    computed = viewability.values(postgres, first)
    stored = {tuple(row[:3]): row for row in clickhouse.query(STORED).result_rows}
    now = datetime.now(UTC).replace(microsecond=0)
    months, changed = defaultdict(list), defaultdict(int)
    for key in stored.keys() | computed.keys():
        month, row = key[2].strftime("%Y%m"), stored.get(key)
        if key in computed and (row is None or (row[3], row[4]) != (computed[key], 2)):
            row = (*key, computed[key], 2, now)
            changed[month] += 1
        elif key not in computed and key[2] >= first[key[1]]:
            changed[month] += 1
            continue
        months[month].append(row)
    for month in sorted(changed):
        swap(clickhouse, month, months[month])
    clickhouse.command("DROP TABLE IF EXISTS analytics.metric_daily_month")
    return sum(changed.values())


def swap(clickhouse, month, rows):
    """Replace the rows of a month atomically."""
    clickhouse.command("CREATE OR REPLACE TABLE analytics.metric_daily_month AS analytics.metric_daily")
    if rows:
        clickhouse.insert("analytics.metric_daily_month", rows, column_names=NAMES)
    clickhouse.command(REPLACE, parameters={"month": int(month)})


def main():
    try:
        with psycopg.connect(os.environ["POSTGRES_URL"], autocommit=True) as postgres:
            clickhouse = clickhouse_connect.get_client(
                host=os.environ["CLICKHOUSE_HOST"],
                port=os.environ["CLICKHOUSE_PORT"],
                username=os.environ["CLICKHOUSE_USER"],
                password=os.environ["CLICKHOUSE_PASSWORD"],
            )
            changed = run(postgres, clickhouse)
    except (psycopg.Error, ClickHouseError) as error:
        name = "Postgres" if isinstance(error, psycopg.Error) else "ClickHouse"
        print(f"{name} failed: {' '.join(str(error).split())[:300]}", file=sys.stderr)
        return 1
    print(f"changed={changed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
